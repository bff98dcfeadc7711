import type { Candle } from '../rules/candle.ts';
import type { IndexPolicy, Quote } from '../rules/index.ts';
import type { Level } from '../rules/interval.ts';

export type SourceKind = 'live' | 'replay' | 'simulated';

/** An index that prices are wanted for. */
export interface FeedIndex {
  /** BTC-USDT */
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of its prices; what is made up is made up in these. */
  readonly decimals: number;
}

/** A market whose candles are kept, and the index that it follows. */
export interface FeedMarket {
  readonly market: string;
  readonly index: string;
}

/** How recordings and seeds name an index: BTCUSDT. */
export function pairOf({ base, quote }: Pick<FeedIndex, 'base' | 'quote'>): string {
  return `${base}${quote}`;
}

/** How one component is doing: for `getFeedStatus` and the log. */
export interface ComponentHealth {
  readonly source: string;
  /** When it last sent anything; 0 for never. */
  readonly heardAt: number;
  /** A short class of its last failure since then, never a message from outside; "" when well. */
  readonly failing: string;
}

/**
 * Where prices come from. `quotes` is asked once a second for each index and must answer from
 * memory; whatever waits for a network does so on its own time.
 */
export interface FeedSource {
  readonly kind: SourceKind;
  /** The figures of the rule by which an index is made of its quotes. */
  policyOf(index: string): IndexPolicy;
  readonly weights: Readonly<Record<string, number>>;
  /** Begins to gather for these indices. Never throws for want of a network. */
  start(indices: readonly FeedIndex[]): Promise<void>;
  stop(): Promise<void>;
  /** The latest quote of each component, at most one a component; empty when it has none. */
  quotes(index: string, now: number): Quote[];
  /**
   * Base quantity traded there in a span of ms, in units of 1e-8; 0 when the source does not know.
   */
  volume(index: string, from: number, to: number): bigint;
  /** The finest level of bars that `history` has for the index. */
  finest(index: string): Level;
  /**
   * Bars of past time, oldest first, that open in minutes `from` to `to` (exclusive). Gaps are
   * gaps. Throws when they could be had but not now, so that the caller tries again.
   */
  history(index: string, level: Level, from: number, to: number): Promise<Candle[]>;
  health(): ComponentHealth[];
}
