import type { Realm } from '@assay/core/ledger/realm';
import type { Candle } from '../rules/candle.ts';
import { type Interval, longestOf, minuteOf } from '../rules/interval.ts';
import type { CandleBook } from './book.ts';
import { openingFrom } from './span.ts';

/** Candles of one page, about. */
const PAGE_CANDLES = 25;
/** Pages in memory: 100,000 candles, some 50 MB with the texts that readers keep beside them. */
const PAGES_MAX = 4_000;

/** Which candles: of a market as a realm sees it, by a clock so many minutes ahead of UTC. */
export interface Series {
  readonly realm: Realm;
  readonly market: string;
  readonly interval: Interval;
  readonly offset: number;
}

/** The candles that open in [from, to), all of which have ended. */
export interface Page {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** Differs once a minute of them has changed. */
  readonly version: string;
}

/**
 * Candles that have ended and were read before, by pages. They are the same objects at each read,
 * so that what is made of one, such as its text, can be kept with it. A page that has changed since
 * in the minutes in memory is read again; when history was filled in, all are.
 */
export class EndedCandles {
  readonly #book: CandleBook;
  /** Rises whenever history was filled in. */
  #filled = 0;
  readonly #pages = new Map<string, { version: string; candles: readonly Candle[] }>();

  constructor(book: CandleBook) {
    this.#book = book;
  }

  /** The whole pages within [start, end), oldest first. */
  pagesIn({ realm, market, interval, offset }: Series, start: number, end: number, now: number) {
    const span = PAGE_CANDLES * longestOf(interval);
    const last = Math.min(end, minuteOf(now));
    const pages: Page[] = [];
    for (let n = Math.floor(start / span); n * span < last; n += 1) {
      const from = openingFrom(interval, n * span, offset);
      const to = openingFrom(interval, (n + 1) * span, offset);
      if (from < start || to > last) continue;
      const version = `${this.#filled} ${this.#book.lastChange(realm, market, from, to)}`;
      pages.push({ key: `${realm}|${market}|${interval}|${offset}|${n}`, from, to, version });
    }
    return pages;
  }

  get({ key, version }: Page): readonly Candle[] | undefined {
    const page = this.#pages.get(key);
    if (page?.version !== version) return undefined;
    // Moved to the end: the first is the one that was not used for the longest time.
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page.candles;
  }

  put({ key, version }: Page, candles: readonly Candle[]): void {
    this.#pages.delete(key);
    if (this.#pages.size >= PAGES_MAX) this.#pages.delete(this.#pages.keys().next().value ?? '');
    this.#pages.set(key, { version, candles });
  }

  clear(): void {
    // What is being read now is of the time before.
    this.#filled += 1;
    this.#pages.clear();
  }
}
