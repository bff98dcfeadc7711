import { INTERVALS, type Interval } from '@assay/modules/feeds/schema';

/** Windows of `@ticker_<window>`. */
const WINDOWS = ['1h', '4h', '1d'] as const;
export type Window = (typeof WINDOWS)[number];

/** The content of a stream of one market; `everyMs` is the least time between two events. */
export type MarketTopic =
  | { readonly kind: 'trade' | 'aggTrade' | 'bookTicker' | 'avgPrice' }
  /** `offset`: minutes that the clock by which candles start is ahead of UTC. */
  | { readonly kind: 'kline'; readonly interval: Interval; readonly offset: number }
  | { readonly kind: 'second' }
  | { readonly kind: 'depth'; readonly everyMs: number }
  | { readonly kind: 'levels'; readonly levels: number; readonly everyMs: number }
  | TickerTopic;

/** Figures of a market over a span of time. */
export type TickerTopic =
  | { readonly kind: 'miniTicker' | 'ticker' }
  | { readonly kind: 'windowTicker'; readonly window: Window };

/** A parsed stream name; `market` is null for streams of all markets. */
export type StreamName =
  | { readonly market: string; readonly topic: MarketTopic }
  | { readonly market: null; readonly topic: TickerTopic | { readonly kind: 'bookTicker' } };

const OF_MARKET = /^([a-z0-9]{1,20})@([A-Za-z0-9_]{1,16})(@100ms|@1000ms|@\+08:00)?$/;
/** The one zone besides UTC that the protocol has for candles. */
const ZONE = '@+08:00';
const ZONE_MINUTES = 8 * 60;
const DEPTH_DEFAULT_MS = 1_000;
const DEPTH_FAST_MS = 100;

/** Parses a stream name; null when there is no such stream. Names are case-sensitive. */
export function parseStreamName(name: string): StreamName | null {
  if (name === '!bookTicker') return { market: null, topic: { kind: 'bookTicker' } };
  const all = /^!([A-Za-z0-9_]{1,16})@arr$/.exec(name)?.[1];
  if (all !== undefined) {
    const topic = tickerTopic(all);
    return topic === null ? null : { market: null, topic };
  }
  const [, symbol, type = '', speed] = OF_MARKET.exec(name) ?? [];
  if (symbol === undefined) return null;
  const topic = topicOf(type, speed);
  return topic === null ? null : { market: symbol.toUpperCase(), topic };
}

/** `suffix` is how often a depth stream is sent, or the zone of candles. */
function topicOf(type: string, suffix: string | undefined): MarketTopic | null {
  if (type.startsWith('depth')) return suffix === ZONE ? null : depthTopic(type, suffix);
  if (suffix === undefined) return marketTopic(type);
  return suffix === ZONE ? klineTopic(type, ZONE_MINUTES) : null;
}

function marketTopic(type: string): MarketTopic | null {
  switch (type) {
    case 'trade':
    case 'aggTrade':
    case 'bookTicker':
    case 'avgPrice':
      return { kind: type };
    default:
      return klineTopic(type, 0) ?? tickerTopic(type);
  }
}

function tickerTopic(type: string): TickerTopic | null {
  if (type === 'miniTicker' || type === 'ticker') return { kind: type };
  const window = WINDOWS.find((one) => type === `ticker_${one}`);
  return window === undefined ? null : { kind: 'windowTicker', window };
}

function klineTopic(type: string, offset: number): MarketTopic | null {
  if (type === 'kline_1s') return { kind: 'second' };
  const interval = INTERVALS.find((one) => type === `kline_${one}`);
  return interval === undefined ? null : { kind: 'kline', interval, offset };
}

function depthTopic(type: string, speed: string | undefined): MarketTopic | null {
  const everyMs = speed === '@100ms' ? DEPTH_FAST_MS : DEPTH_DEFAULT_MS;
  if (type === 'depth') return { kind: 'depth', everyMs };
  const levels = [5, 10, 20].find((count) => type === `depth${count}`);
  return levels === undefined ? null : { kind: 'levels', levels, everyMs };
}
