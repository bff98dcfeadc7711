import type { MarketView } from '@assay/modules/markets/schema';
import { API_ERRORS } from '../errors.ts';
import type { ApiRealm } from '../realm.ts';

/** The market of a symbol; -1121 where none is listed. */
export function marketOf({ board }: Pick<ApiRealm, 'board'>, symbol: string): MarketView {
  const market = board.view(symbol);
  if (market === undefined) throw API_ERRORS.symbol();
  return market;
}

/** What asks for one market, for a list of them, or for all. */
export interface Selection {
  readonly symbol?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
}

/**
 * What `tell` says of the market that was asked for; a list where a list or nothing was named, as
 * clients tell the two apart by that.
 */
export async function ofSelected<T>(
  realm: Pick<ApiRealm, 'board'>,
  { symbol, symbols }: Selection,
  tell: (market: MarketView) => T | Promise<T>,
): Promise<T | T[]> {
  if (symbol !== undefined && symbols !== undefined) throw API_ERRORS.combination();
  if (symbol !== undefined) return tell(marketOf(realm, symbol));
  const markets = symbols?.map((name) => marketOf(realm, name)) ?? realm.board.views();
  return Promise.all(markets.map(tell));
}

/** Both of `one` and `all`, and what a list of so many symbols weighs in between. */
export interface SelectionWeights {
  readonly one: number;
  readonly all: number;
  readonly list: (symbols: number) => number;
}

/**
 * The weight of a request by the rows that it asks for: that of the first pair [rows, weight] with
 * as many, or of the last. It is due before the request is understood.
 */
export function limitWeight(usual: number, ...steps: readonly (readonly [number, number])[]) {
  return (params: ReadonlyMap<string, string>): number => {
    const limit = Number(params.get('limit') ?? usual);
    const step = steps.find(([rows]) => limit <= rows) ?? steps.at(-1);
    return step?.[1] ?? 1;
  };
}

/** The weight of a request by what it selects; it is due before the request is understood. */
export function selectionWeight({ one, all, list }: SelectionWeights) {
  return (params: ReadonlyMap<string, string>): number => {
    const symbols = params.get('symbols');
    if (symbols !== undefined) return list(symbols.split(',').length);
    return params.has('symbol') ? one : all;
  };
}
