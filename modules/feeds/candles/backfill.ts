import { REALMS } from '@assay/core/ledger/realm';
import { DAY, HOUR, type Level, minuteOf } from '../rules/interval.ts';
import type { FeedSource } from '../sources/source.ts';
import { sleep } from '../sources/wait.ts';
import type { CandleStore } from '../store/candles.ts';
import type { CandleBook } from './book.ts';
import type { Coverage, Range } from './coverage.ts';
import { CandleKeeper } from './keeper.ts';

/** Days of minutes that history has unless the settings say less. */
const HISTORY_DAYS = 30;
/** How far back each level of bars is asked for, in days; fewer days of minutes shorten all. */
const DEPTH_DAYS: readonly (readonly [level: Level, days: number])[] = [
  [1, HISTORY_DAYS],
  [HOUR, 365],
  [DAY, 5 * 365],
];
/** Days of one request to the source and one write to the database. */
const PIECE_DAYS: Readonly<Record<Level, number>> = { 1: 1, 15: 1, [HOUR]: 31, [DAY]: 366 };
const RETRY_MS = 30_000;
const ATTEMPTS = 20;

export interface BackfillDeps {
  readonly book: Pick<CandleBook, 'followers'>;
  readonly store: CandleStore;
  readonly coverage: Coverage;
  readonly source: FeedSource;
  /** Days of minutes; the coarser levels go back as much further as usual. */
  readonly days?: number | undefined;
  readonly log: { info(data: object, text: string): void; warn(data: object, text: string): void };
}

interface Piece {
  readonly level: Level;
  readonly range: Range;
}

/**
 * History before the days that are kept in memory: asked from the source newest first, in whole
 * days, so that a bar of any length comes from one source and equals the shorter bars in it.
 * Existing bars are never overwritten; covered ranges are never requested again.
 */
export class Backfill {
  readonly #deps: BackfillDeps;

  constructor(deps: BackfillDeps) {
    this.#deps = deps;
  }

  /**
   * Fills everything that is missing, unless the signal ends it; returns how many bars were got.
   */
  async run(indices: readonly string[], now: number, signal: AbortSignal): Promise<number> {
    const traded = await this.#tradedMarkets();
    let bars = 0;
    for (let attempt = 1; attempt <= ATTEMPTS && !signal.aborted; attempt += 1) {
      let failure: unknown = null;
      for (const piece of planPieces(now, this.#deps.days)) {
        for (const index of indices) {
          if (signal.aborted) return bars;
          if (this.#deps.coverage.has(index, piece.range)) continue;
          try {
            bars += await this.#fill(index, piece, traded);
          } catch (error) {
            failure = error;
          }
          // Yields to whatever waits for the event loop.
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      if (failure === null) return bars;
      this.#deps.log.warn({ err: failure }, 'some price history could not be had; trying again');
      await sleep(RETRY_MS, signal);
    }
    return bars;
  }

  async #fill(index: string, piece: Piece, traded: ReadonlySet<string>): Promise<number> {
    const { book, store, coverage, source } = this.#deps;
    const [from, to] = piece.range;
    const level = Math.max(piece.level, source.finest(index)) as Level;
    const candles = await source.history(index, level, from, to);
    await store.fillHistory(index, level, candles, piece.range);
    const followers = piece.level === 1 ? book.followers(index) : [];
    for (const market of followers.filter((one) => traded.has(one))) {
      for (const realm of REALMS) await store.foldTrades(realm, { market, index }, from, to);
    }
    coverage.note(index, piece.range);
    return candles.length;
  }

  /** Only after a long pause are there trades in days that must be filled. */
  async #tradedMarkets(): Promise<ReadonlySet<string>> {
    const markets = new Set<string>();
    for (const realm of REALMS) {
      for (const market of await this.#deps.store.tradedMarkets(realm, 0)) markets.add(market);
    }
    return markets;
  }
}

/** The ranges of history at `now`, newest first: minutes, then hours, then days. */
export function planPieces(now: number, minuteDays = HISTORY_DAYS): Piece[] {
  const today = Math.floor(minuteOf(now) / DAY) * DAY;
  const pieces: Piece[] = [];
  let end = CandleKeeper.windowStart(now);
  for (const [level, usual] of DEPTH_DAYS) {
    const days = Math.ceil((usual * minuteDays) / HISTORY_DAYS);
    const oldest = today - days * DAY;
    while (end > oldest) {
      const start = Math.max(oldest, end - PIECE_DAYS[level] * DAY);
      pieces.push({ level, range: [start, end] });
      end = start;
    }
  }
  return pieces;
}
