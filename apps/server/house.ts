import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { indexName } from '@assay/core/order/market';
import type { Mode } from '@assay/core/schema/mode';
import { SECOND } from '@assay/core/time';
import { CONTRACTS, contractMarket } from '@assay/modules/cfd';
import { EARN_PRODUCTS, STRATEGY_PRODUCTS } from '@assay/modules/earn';
import { COLLATERAL_TERMS, LOAN_PRODUCTS } from '@assay/modules/loans';
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
/** What people gain from contracts, beside what others lose. */
const CONTRACTS_CAPITAL = '5000000';
/** What quick purchases of a trial are paid out of. */
const PURCHASES = '1000000';
/** What withdrawals to banks of a trial are paid out of, of each currency that is taken. */
const BANK_MONEY = '100000';
/** What the yields of custody products are set aside from. */
const EARN_CAPITAL = '200000';
/** What a trial lends. */
const LENDING = '500000';
/** What rewards of a trial are paid out of. */
const PROMOTIONS = '10000';

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
  await seedContracts(engine);
  await seedOptions(engine);
  await seedLoans(engine);
  // The real realm of a production has the capital that its operator declares, and until then none.
  if (mode === 'production' && engine.realm === 'real') return;
  for (const [asset, amount] of Object.entries(capital)) {
    await fund(engine, asset, amount, `setup-capital-${asset}`);
  }
  const options = OWNER.optionsEscrow;
  await fund(engine, CASH, OPTIONS_CAPITAL, `setup-options-${CASH}`, options);
  await fund(engine, CASH, CONTRACTS_CAPITAL, `setup-cfd-${CASH}`, OWNER.cfd);
  await seedEarn(engine);
  await fund(engine, CASH, EARN_CAPITAL, `setup-earn-${CASH}`, OWNER.earnPool);
  await seedStrategies(engine);
  await seedLaunches(engine, now);
  // Nobody buys or borrows virtual money, nor is anybody rewarded with it.
  if (engine.realm === 'demo') return;
  await fund(engine, BOUGHT, PURCHASES, 'setup-capital-purchases', OWNER.purchases);
  await fund(engine, CASH, LENDING, 'setup-capital-lending', OWNER.lending);
  await fund(engine, CASH, PROMOTIONS, 'setup-capital-promotions', OWNER.promotions);
}

/** The loans of the real realm, once: from then on two people change their terms. */
async function seedLoans(engine: RealmEngine): Promise<void> {
  if (engine.realm === 'demo') return;
  for (const body of LOAN_PRODUCTS) {
    if (engine.machines.loans.products.last(body.product) !== undefined) continue;
    const id = `setup-loans-${body.product}`;
    const reply = await engine.submit({
      ...{ type: 'listLoanProduct', actor: OWNER.setup, body, id },
    });
    if (!reply.ok) throw new Error(`${body.product} was not listed: ${reply.refusal}`);
  }
  const { collateral, markets } = engine.machines;
  for (const body of COLLATERAL_TERMS) {
    const asset = markets.assetId(body.asset);
    if (asset === undefined || collateral.terms.has(asset)) continue;
    const id = `setup-collateral-${body.asset}`;
    const reply = await engine.submit({
      ...{ type: 'listCollateral', actor: OWNER.setup, body, id },
    });
    if (!reply.ok) throw new Error(`${body.asset} was not listed: ${reply.refusal}`);
  }
}

/**
 * Contracts with their markets, once: what they are does not change. All at once, because there are
 * many; they are decided in this order.
 */
async function seedContracts(engine: RealmEngine): Promise<void> {
  const { cfd, markets } = engine.machines;
  const actor = OWNER.setup;
  const replies = CONTRACTS.flatMap((body) => {
    const market = contractMarket(body);
    const id = `setup-cfd-${body.symbol}`;
    const marketId = `setup-market-${body.symbol}`;
    return [
      markets.market(body.symbol) === undefined &&
        engine.submit({ type: 'listMarket', actor, body: market, id: marketId }),
      !cfd.state.bySymbol.has(body.symbol) && engine.submit({ type: 'listCfd', actor, body, id }),
    ];
  });
  for (const reply of await Promise.all(replies)) {
    if (reply !== false && !reply.ok) throw new Error(`a contract was refused: ${reply.refusal}`);
  }
}

/** Examples of new coins: announced, open, soon ended, and one that is drawn by lot. */
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
  const replies = OPTION_MARKETS.flatMap((body) => {
    const isListed = options.markets.get(body.market) !== undefined;
    if (isListed || markets.assetId(body.asset) === undefined) return [];
    const id = `setup-options-${body.market}`;
    return [engine.submit({ type: 'listOptionMarket', actor: OWNER.setup, body, id })];
  });
  for (const reply of await Promise.all(replies)) {
    if (!reply.ok) throw new Error(`a market of options was refused: ${reply.refusal}`);
  }
}

/** The custody products of a trial, once; in a production two people offer the first. */
async function seedEarn(engine: RealmEngine): Promise<void> {
  const { earn, markets } = engine.machines;
  for (const body of EARN_PRODUCTS) {
    const isListed = earn.products.get(body.product) !== undefined;
    if (isListed || markets.assetId(body.asset) === undefined) continue;
    const id = `setup-earn-${body.product}`;
    const reply = await engine.submit({ type: 'listEarnProduct', actor: OWNER.setup, body, id });
    if (!reply.ok) throw new Error(`${body.product} was not listed: ${reply.refusal}`);
  }
}

/** The strategies of a trial, once, with a little of the house's money to trade with at once. */
async function seedStrategies(engine: RealmEngine): Promise<void> {
  const { strategies, markets } = engine.machines;
  for (const [i, body] of STRATEGY_PRODUCTS.entries()) {
    const { product, asset, seed } = body;
    if (strategies.get(product) !== undefined || markets.assetId(asset) === undefined) continue;
    const [actor, id] = [OWNER.setup, `setup-strategy-${product}`];
    const amount = formatDecimal(BigInt(seed), SCALE);
    // The first one's money was named by its asset before there was another.
    const fundId = `setup-strategy-${i === 0 ? asset : `funds-${product}`}`;
    await fund(engine, asset, amount, fundId, OWNER.earnPool);
    const reply = await engine.submit({ type: 'listEarnStrategy', actor, body, id });
    if (!reply.ok) throw new Error(`${product} was not listed: ${reply.refusal}`);
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
  await refillContracts(demo);
  await refillEarn(demo);
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

async function refillContracts(demo: RealmEngine): Promise<void> {
  const whole = parseDecimal(CONTRACTS_CAPITAL, SCALE);
  const there = ownedBy(demo, CASH, OWNER.cfd) ?? 0n;
  if (whole === null || there * 2n >= whole) return;
  await fund(demo, CASH, formatDecimal(whole - there, SCALE), undefined, OWNER.cfd);
}

async function refillEarn(demo: RealmEngine): Promise<void> {
  const asset = demo.machines.markets.assetId(CASH);
  const whole = parseDecimal(EARN_CAPITAL, SCALE);
  if (asset === undefined || whole === null) return;
  const there = demo.machines.earn.pool.capital(asset);
  if (there * 2n >= whole) return;
  const lacks = formatDecimal(whole - there, SCALE);
  await fund(demo, CASH, lacks, undefined, OWNER.earnPool);
}

/** Gives the house its first capital of what staff have listed, as soon as that has a price. */
export function listedCapitalJob(engine: RealmEngine): Job {
  return {
    name: `listedCapital:${engine.realm}`,
    everyMs: LOOK_EVERY_MS,
    run: async (_at, signal) => {
      for (const { symbol } of engine.machines.markets.assets()) {
        signal.throwIfAborted();
        if (isBankMoney(symbol)) await fundBankMoney(engine, symbol);
        if (symbol in capital || isBankMoney(symbol)) continue;
        if (ownedBy(engine, symbol) !== null) continue;
        const amount = ofListed(engine, symbol);
        if (amount === null) continue;
        await fund(engine, symbol, formatDecimal(amount, SCALE), `listed-capital-${symbol}`);
      }
    },
  };
}

/** Once, before anybody has paid or been paid in it. */
async function fundBankMoney(engine: RealmEngine, symbol: string): Promise<void> {
  const owner = OWNER.purchases;
  if (ownedBy(engine, symbol, owner) !== null) return;
  await fund(engine, symbol, BANK_MONEY, `setup-capital-purchases-${symbol}`, owner);
}

/** Beside what a trial begins with, bank money comes in by payments only. */
const isBankMoney = (symbol: string) => (CURRENCIES as readonly string[]).includes(symbol);

/** What the house has of an asset; null where it never had any. */
function ownedBy(
  { machines: { ledger, markets } }: RealmEngine,
  asset: string,
  owner: number = OWNER.marketMaker,
): bigint | null {
  const id = markets.assetId(asset);
  if (id === undefined) return null;
  const slot = ledger.ledger.find(accountId(owner, WALLET.currency, id));
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
