import type { Realm } from '@assay/core/ledger/realm';
import { candleBytes, type FeedService, shortestMinutes } from '@assay/modules/feeds';
import type { MarketBoard } from '@assay/modules/markets';
import type { Surface, SurfaceAnswer } from '@assay/platform/http/surface';
import { historyOf, readSpan } from './history.ts';
import { intervalOf, RESOLUTIONS } from './resolutions.ts';
import { quote, search, symbolInfo, TYPE } from './symbols.ts';

const QUOTES_MAX = 100;

export interface UdfOptions {
  /** The path of the surface: '/udf/'. */
  readonly prefix: string;
  /** The name under which front ends list the markets. */
  readonly exchange: string;
  readonly realm: Realm;
  readonly board: Pick<MarketBoard, 'pairs' | 'view'>;
  readonly feed: Pick<FeedService, 'reader'>;
}

/** `spend` counts work beyond the bytes of the answer, as so many bytes. */
type Answer = (query: URLSearchParams, now: number, spend: (bytes: number) => void) => unknown;

/**
 * The "universal data feed" (UDF) for front ends with a charting library of their own: the markets
 * of one realm and their candles. Clients parse JSON whatever the status is, so an invalid request
 * gets a status of 200 and an error in the body.
 */
export function createUdf(options: UdfOptions): Surface {
  const answers = answersOf(options);
  return {
    prefix: options.prefix,
    limit: 'read',
    async answer({ path, query: text, now }) {
      const query = new URLSearchParams(text);
      if (path === 'time') return { type: 'text/plain', body: String(Math.floor(now / 1000)) };
      if (!Object.hasOwn(answers, path)) return null;
      const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
      if (repeated !== undefined) return wrong(`repeated field: ${repeated}`);
      let spentBytes = 0;
      const spend = (bytes: number) => {
        spentBytes += bytes;
      };
      return { body: JSON.stringify(await answers[path]?.(query, now, spend)), spentBytes };
    },
    refuse: wrong,
  };
}

function wrong(errmsg: string): SurfaceAnswer {
  return { body: JSON.stringify(problem(errmsg)) };
}

function problem(errmsg: string): object {
  return { s: 'error', errmsg };
}

function answersOf(options: UdfOptions): Readonly<Record<string, Answer>> {
  const { board, exchange } = options;
  const named = (text: string | null) => board.view(symbolOf(text ?? ''));
  return {
    config: () => ({
      supported_resolutions: RESOLUTIONS,
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
      exchanges: [{ value: exchange, name: exchange, desc: exchange }],
      symbols_types: [{ name: 'Crypto', value: TYPE }],
    }),
    symbols: (query) => {
      const market = named(query.get('symbol'));
      return market === undefined ? problem('unknown symbol') : symbolInfo(market, exchange);
    },
    search: (query) => search(board.pairs(), query, exchange),
    quotes: (query) => {
      const symbols = (query.get('symbols') ?? '').split(',').filter((symbol) => symbol !== '');
      if (symbols.length === 0 || symbols.length > QUOTES_MAX)
        return problem('wrong field: symbols');
      // However often and however a market is named, its figures are computed once.
      const asked = new Set(symbols.map(symbolOf));
      const known = new Map([...asked].map((symbol) => [symbol, board.view(symbol)]));
      const d = symbols.map((symbol) => {
        const market = known.get(symbolOf(symbol));
        return market === undefined ? { s: 'error', n: symbol, v: {} } : quote(market, exchange);
      });
      return { s: 'ok', d };
    },
    history: (query, now, spend) => history(options, query, now, spend),
  };
}

/** The symbol without the exchange, which front ends put before it: `Assay:BTCUSDT`. */
function symbolOf(text: string): string {
  return text.slice(text.indexOf(':') + 1).toUpperCase();
}

async function history(
  { realm, board, feed }: UdfOptions,
  query: URLSearchParams,
  now: number,
  spend: (bytes: number) => void,
): Promise<object> {
  const market = board.view(symbolOf(query.get('symbol') ?? ''))?.market;
  if (market === undefined) return problem('unknown symbol');
  const interval = intervalOf(query.get('resolution') ?? '');
  if (interval === undefined) return problem('wrong field: resolution');
  const span = readSpan(query);
  if (typeof span === 'string') return problem(`wrong field: ${span}`);
  return historyOf(span, shortestMinutes(interval), (before, count) => {
    spend(candleBytes(interval, count));
    return feed.reader.wholeKlines(realm, market, interval, { to: before - 1, limit: count }, now);
  });
}
