import type { MarketView } from '@assay/modules/markets/schema';
import { API_ERRORS } from '../errors.ts';
import type { ApiRealm } from '../realm.ts';

/** The market of a symbol. @throws ApiError -1121 when none is listed */
export function marketOf({ board }: Pick<ApiRealm, 'board'>, symbol: string): MarketView {
  const market = board.view(symbol);
  if (market === undefined) throw API_ERRORS.symbol();
  return market;
}

/** Selects one market, a list of markets, or all. */
export interface Selection {
  readonly symbol?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
}

/**
 * Applies `describe` to the selected markets. One symbol gives one object; a list of symbols, or no
 * symbol, gives a list.
 */
export async function ofSelected<T>(
  realm: Pick<ApiRealm, 'board'>,
  { symbol, symbols }: Selection,
  describe: (market: MarketView) => T | Promise<T>,
): Promise<T | T[]> {
  if (symbol !== undefined && symbols !== undefined) throw API_ERRORS.combination();
  if (symbol !== undefined) return describe(marketOf(realm, symbol));
  const markets = symbols?.map((name) => marketOf(realm, name)) ?? realm.board.views();
  return Promise.all(markets.map(describe));
}

/** The weights of one market, of all markets, and of a list by the number of its symbols. */
export interface SelectionWeights {
  readonly one: number;
  readonly all: number;
  readonly list: (symbols: number) => number;
}

/**
 * The weight of a request by its `limit`: that of the first pair [rows, weight] that allows as
 * many, or of the last pair. It is charged before the parameters are validated.
 */
export function limitWeight(standard: number, ...steps: readonly (readonly [number, number])[]) {
  return (params: ReadonlyMap<string, string>): number => {
    const limit = Number(params.get('limit') ?? standard);
    const step = steps.find(([rows]) => limit <= rows) ?? steps.at(-1);
    return step?.[1] ?? 1;
  };
}

/** The weight of a request by its selection, charged before the parameters are validated. */
export function selectionWeight({ one, all, list }: SelectionWeights) {
  return (params: ReadonlyMap<string, string>): number => {
    const symbols = params.get('symbols');
    if (symbols !== undefined) return list(symbols.split(',').length);
    return params.has('symbol') ? one : all;
  };
}
