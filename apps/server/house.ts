import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { MARKETS, seedMarkets } from '@assay/modules/markets';
import type { RealmEngine, RealmPart } from './realm.ts';

/**
 * The capital that house:marketMaker trades with, in each realm: some ten times what its quotes
 * hold at any moment, for prices near those of 2025. It comes from outside:capital by a command
 * like any other, and the page of house accounts shows it to everybody.
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
 * Lists what the product ships with and gives the house its first capital. Every command carries a
 * permanent id, so a start that was cut off goes on where it was, and none is done twice.
 */
export async function setUpRealm(
  engine: RealmEngine,
  parts: readonly RealmPart[] = [],
): Promise<void> {
  const markets = [...MARKETS, ...parts.flatMap((part) => part.markets ?? [])];
  await seedMarkets(engine, engine.machines.markets, markets);
  for (const [asset, amount] of Object.entries(capital)) {
    await fund(engine, asset, amount, `setup-capital-${asset}`);
  }
}

/**
 * Fills up what customers of the virtual account have won from the house, so that their books do
 * not run dry. In the real realm capital is the operator's decision and nothing is filled up.
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
