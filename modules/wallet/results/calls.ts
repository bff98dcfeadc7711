import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { isFreshRate } from '@assay/core/num/rate';
import type { CallOutput } from '@assay/core/schema/call';
import { SYMBOLS } from '@assay/modules/feeds/rules';
import type { Prices } from '@assay/modules/ledger';
import type { Database } from '@assay/platform/db/database';
import type { Handlers } from '@assay/platform/http/context';
import type { HoldingView, RateView, resultCalls } from '../schema/results.ts';
import { addUp, type ResultSources } from './follower.ts';
import { averageOf, type Holding, unrealisedOf } from './rules.ts';
import { arrivalsOf } from './store.ts';

/** What results need of one realm. */
export interface ResultsRealm extends ResultSources {
  readonly prices: Prices;
  assetSymbol(id: number): string;
  /** What options that ended up to a command have made, in units of 1e-8 USDT. */
  optionsResult(userId: number, upTo: number): Promise<bigint>;
  /** What open contracts would make now, less what is owed for those that are closed. */
  openContracts(userId: number): bigint;
  /** The last price of an index, in units of 1e-8, with its time. */
  lastIndex(index: string): { readonly units: number; readonly at: number } | undefined;
}

/** Several statements, each with an index on the person. */
const READ_BYTES = 200_000;
const ARRIVALS = 100;
const DOLLAR = 'USD';

const said = (units: bigint) => formatDecimal(units, SCALE);

export function resultHandlers(
  database: Pick<Database, 'pool'>,
  realms: Readonly<Record<Realm, ResultsRealm>>,
): Handlers<typeof resultCalls> {
  return {
    getResults: (_input, context) => {
      const { actor } = context;
      context.spendBytes(READ_BYTES);
      return showResults(database, actor.realm, realms[actor.realm], actor.userId);
    },
    getCurrencyRates: (_input, { actor, now }) => ({ rates: ratesOf(realms[actor.realm], now) }),
  };
}

async function showResults(
  database: Pick<Database, 'pool'>,
  name: Realm,
  realm: ResultsRealm,
  userId: number,
): Promise<CallOutput<(typeof resultCalls)['getResults']>> {
  const { results, last } = await addUp(database, name, realm, userId);
  const { seq, spot, contracts } = results;
  const options = await realm.optionsResult(userId, seq);
  const arrivals = await arrivalsOf(database.pool, name, userId, ARRIVALS);
  const held = [...results.holdings].filter(([, { quantity }]) => quantity > 0n);
  const priceOf = (asset: number) => realm.prices.usdt(realm.assetSymbol(asset));
  const open = held.reduce(
    (sum, [asset, holding]) => sum + (unrealisedOf(holding, priceOf(asset)) ?? 0n),
    0n,
  );
  return {
    ...{ seq, last },
    realised: partsOf(spot, contracts, options),
    unrealised: partsOf(open, realm.openContracts(userId), 0n),
    holdings: held.map(([asset, holding]) =>
      holdingView(realm.assetSymbol(asset), holding, priceOf(asset)),
    ),
    arrivals: arrivals.map(({ asset, amount, price, ...at }) => ({
      ...at,
      ...{ asset: realm.assetSymbol(asset), amount: said(amount) },
      price: price === null ? '' : said(price),
    })),
  };
}

const partsOf = (spot: bigint, contracts: bigint, options: bigint) => ({
  ...{ spot: said(spot), contracts: said(contracts), options: said(options) },
  total: said(spot + contracts + options),
});

function holdingView(asset: string, holding: Holding, price: bigint | null): HoldingView {
  const { quantity, cost, isKnown } = holding;
  const unrealised = unrealisedOf(holding, price);
  const value =
    price === null ? null : unrealisedOf({ ...holding, cost: 0n, isKnown: true }, price);
  return {
    ...{ asset, quantity: said(quantity) },
    cost: isKnown ? said(cost) : '',
    average: isKnown ? said(averageOf(holding)) : '',
    value: value === null ? '' : said(value),
    unrealised: unrealised === null ? '' : said(unrealised),
  };
}

/** The pairs of the US dollar that have an index. */
const DOLLAR_PAIRS = SYMBOLS.filter(
  ({ class: kind, base, quote }) => kind === 'forex' && [base, quote].includes(DOLLAR),
);

function ratesOf(realm: ResultsRealm, now: number): RateView[] {
  return DOLLAR_PAIRS.flatMap(({ index, base, quote }): RateView[] => {
    const last = realm.lastIndex(index);
    if (last === undefined) return [];
    const of = quote === DOLLAR ? 'currency' : 'dollar';
    return [
      {
        ...{ currency: of === 'currency' ? base : quote, index, of },
        ...{ price: said(BigInt(last.units)), at: last.at, isFresh: isFreshRate(last, now) },
      },
    ];
  });
}
