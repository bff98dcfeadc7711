import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { indexName } from '@assay/core/order/market';
import type { Mode } from '@assay/core/schema/mode';
import { SECOND } from '@assay/core/time';
import { MARKETS, seedMarkets } from '@assay/modules/markets';
import { OPTION_MARKETS } from '@assay/modules/options';
import { BOUGHT, CURRENCIES } from '@assay/modules/purchases/rules';
import type { Job } from '@assay/platform/jobs/jobs';
import { LAUNCH_COINS, LAUNCH_FUNDS, launchSeeds } from './launch-seeds.ts';
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

/** What options pay out of, beside the stakes of people: in the currency wallet of their escrow. */
const OPTIONS_CAPITAL = '2000000';
/** What quick purchases of a trial are paid out of. */
const PURCHASES = '1000000';

const CASH = 'USDT';
const ONE = 100_000_000n;
/** Worth of the house's first capital of an asset that staff list, and the most units of it. */
const LISTED_WORTH = 1_000_000n * ONE;
const LISTED_MOST = 100_000_000n * ONE;
const LOOK_EVERY_MS = SECOND;

/**
 * Lists the assets and markets of a new installation and gives the house its first capital. Every
 * command has a permanent id, so a start that was interrupted is continued, and no command is
 * executed twice.
 */
export async function setUpRealm(
  engine: RealmEngine,
  mode: Mode,
  now: number,
  parts: readonly RealmPart[] = [],
): Promise<void> {
  const markets = [...MARKETS, ...parts.flatMap((part) => part.markets ?? [])];
  await seedMarkets(engine, engine.machines.markets, markets);
  await seedOptions(engine);
  // The real realm of a production has the capital that its operator declares, and until then none.
  if (mode === 'production' && engine.realm === 'real') return;
  for (const [asset, amount] of Object.entries(capital)) {
    await fund(engine, asset, amount, `setup-capital-${asset}`);
  }
  const options = OWNER.optionsEscrow;
  await fund(engine, CASH, OPTIONS_CAPITAL, `setup-options-${CASH}`, options);
  await seedLaunches(engine, now);
  // Nobody buys virtual money.
  if (engine.realm === 'demo') return;
  await fund(engine, BOUGHT, PURCHASES, 'setup-capital-purchases', OWNER.purchases);
}

/** Examples of new coins: one that is announced, one that is open, one that has ended. */
async function seedLaunches(engine: RealmEngine, now: number): Promise<void> {
  const { launch, markets } = engine.machines;
  for (const [symbol, name] of Object.entries(LAUNCH_COINS)) {
    if (markets.assetId(symbol) === undefined) {
      const body = { symbol, name };
      const id = `setup-coin-${symbol}`;
      await engine.submit({ type: 'listAsset', actor: OWNER.setup, body, id });
    }
    await fund(engine, symbol, LAUNCH_FUNDS, `setup-launch-${symbol}`, OWNER.launch);
  }
  const known = new Set(launch.launches.rows().map((row) => row.symbol));
  for (const body of launchSeeds(now)) {
    if (known.has(body.symbol)) continue;
    const id = `setup-launch-project-${body.symbol}`;
    const reply = await engine.submit({ type: 'listLaunch', actor: OWNER.setup, body, id });
    if (!reply.ok) throw new Error(`${body.symbol} was not announced: ${reply.refusal}`);
  }
}

/** The markets of options, once: from then on two people change their terms. */
async function seedOptions(engine: RealmEngine): Promise<void> {
  const { options, markets } = engine.machines;
  for (const body of OPTION_MARKETS) {
    const isListed = options.markets.get(body.market) !== undefined;
    if (isListed || markets.assetId(body.asset) === undefined) continue;
    const id = `setup-options-${body.market}`;
    const reply = await engine.submit({
      ...{ type: 'listOptionMarket', actor: OWNER.setup, body, id },
    });
    if (!reply.ok) throw new Error(`${body.market} was not listed: ${reply.refusal}`);
  }
}

/**
 * Replaces what customers with virtual accounts have won from the house, so that it can go on
 * quoting. In the real realm the operator decides about capital, and nothing is replaced.
 */
export async function refillDemo(demo: RealmEngine): Promise<void> {
  for (const { symbol } of demo.machines.markets.assets()) {
    const there = ownedBy(demo, symbol) ?? 0n;
    const amount = capital[symbol];
    const whole = amount === undefined ? ofListed(demo, symbol) : parseDecimal(amount, SCALE);
    if (whole === null || there * 2n >= whole) continue;
    await fund(demo, symbol, formatDecimal(whole - there, SCALE));
  }
  await refillOptions(demo);
}

async function refillOptions(demo: RealmEngine): Promise<void> {
  const asset = demo.machines.markets.assetId(CASH);
  const whole = parseDecimal(OPTIONS_CAPITAL, SCALE);
  if (asset === undefined || whole === null) return;
  const there = demo.machines.options.escrow.capital(asset);
  if (there * 2n >= whole) return;
  const lacks = formatDecimal(whole - there, SCALE);
  await fund(demo, CASH, lacks, undefined, OWNER.optionsEscrow);
}

/** Gives the house its first capital of what staff have listed, as soon as that has a price. */
export function listedCapitalJob(engine: RealmEngine): Job {
  return {
    name: `listedCapital:${engine.realm}`,
    everyMs: LOOK_EVERY_MS,
    run: async (_at, signal) => {
      for (const { symbol } of engine.machines.markets.assets()) {
        signal.throwIfAborted();
        if (symbol in capital || isBankMoney(symbol)) continue;
        if (ownedBy(engine, symbol) !== null) continue;
        const amount = ofListed(engine, symbol);
        if (amount === null) continue;
        await fund(engine, symbol, formatDecimal(amount, SCALE), `listed-capital-${symbol}`);
      }
    },
  };
}

/** Bank money comes in by payments only. */
const isBankMoney = (symbol: string) => (CURRENCIES as readonly string[]).includes(symbol);

/** What the house has of an asset; null where it never had any. */
function ownedBy({ machines: { ledger, markets } }: RealmEngine, asset: string): bigint | null {
  const id = markets.assetId(asset);
  if (id === undefined) return null;
  const slot = ledger.ledger.find(accountId(OWNER.marketMaker, WALLET.currency, id));
  return slot < 0 ? null : ledger.ledger.available(slot) + ledger.ledger.held(slot);
}

/** What the house begins with of an asset that was listed later; null before its first price. */
function ofListed({ machines: { feeds } }: RealmEngine, asset: string): bigint | null {
  const price = feeds.lastIndex(indexName(asset, CASH));
  if (price === undefined) return null;
  const amount = (LISTED_WORTH * ONE) / BigInt(price.units);
  return amount < LISTED_MOST ? amount : LISTED_MOST;
}

async function fund(
  engine: RealmEngine,
  asset: string,
  amount: string,
  id?: string,
  owner: number = OWNER.marketMaker,
): Promise<void> {
  const reply = await engine.submit({
    type: 'fundHouse',
    actor: OWNER.setup,
    body: { owner, asset, amount },
    ...(id === undefined ? {} : { id }),
  });
  if (!reply.ok) throw new Error(`The house was not given ${amount} ${asset}: ${reply.refusal}`);
}
