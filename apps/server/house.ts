import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Mode } from '@assay/core/schema/mode';
import { MARKETS, seedMarkets } from '@assay/modules/markets';
import type { RealmEngine, RealmPart } from './realm.ts';

/**
 * The capital that house:marketMaker trades with, in each realm: some ten times what its quotes
 * hold at any moment, for prices near those of 2025. The capital comes from outside:capital by an
 * ordinary command, and the page of house accounts shows it to everybody.
 */
const capital: Readonly<Record<string, string>> = {
  USDT: '25000000',
  BTC: '50',
  ETH: '1200',
  BNB: '4000',
  SOL: '25000',
  XRP: '2000000',
  ADA: '6000000',
  DOGE: '25000000',
  TRX: '15000000',
  LTC: '40000',
  DOT: '1000000',
  LINK: '250000',
  AVAX: '200000',
};

/**
 * Lists the assets and markets of a new installation and gives the house its first capital. Every
 * command has a permanent id, so a start that was interrupted is continued, and no command is
 * executed twice.
 */
export async function setUpRealm(
  engine: RealmEngine,
  mode: Mode,
  parts: readonly RealmPart[] = [],
): Promise<void> {
  const markets = [...MARKETS, ...parts.flatMap((part) => part.markets ?? [])];
  await seedMarkets(engine, engine.machines.markets, markets);
  // The real realm of a production has the capital that its operator declares, and until then none.
  if (mode === 'production' && engine.realm === 'real') return;
  for (const [asset, amount] of Object.entries(capital)) {
    await fund(engine, asset, amount, `setup-capital-${asset}`);
  }
}

/**
 * Replaces what customers with virtual accounts have won from the house, so that it can go on
 * quoting. In the real realm the operator decides about capital, and nothing is replaced.
 */
export async function refillDemo(demo: RealmEngine): Promise<void> {
  const { ledger, markets } = demo.machines;
  for (const [asset, amount] of Object.entries(capital)) {
    const id = markets.assetId(asset);
    if (id === undefined) continue;
    const slot = ledger.ledger.find(accountId(OWNER.marketMaker, WALLET.currency, id));
    const there = ledger.ledger.available(slot) + ledger.ledger.held(slot);
    const whole = parseDecimal(amount, SCALE) ?? 0n;
    if (there * 2n < whole) await fund(demo, asset, formatDecimal(whole - there, SCALE));
  }
}

async function fund(
  engine: RealmEngine,
  asset: string,
  amount: string,
  id?: string,
): Promise<void> {
  const reply = await engine.submit({
    type: 'fundHouse',
    actor: OWNER.setup,
    body: { owner: OWNER.marketMaker, asset, amount },
    ...(id === undefined ? {} : { id }),
  });
  if (!reply.ok) throw new Error(`The house was not given ${amount} ${asset}: ${reply.refusal}`);
}
