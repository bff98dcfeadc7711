import { MAX_WINDOW_MS } from '@assay/core/option/window';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { FollowTicks } from '../schema/commands.ts';
import type { optionFeed, optionTick, TickRow } from '../store/tables.ts';

/** The most ticks of one command: an hour of one a second comes in twelve. */
export const MAX_TICKS = 300;

const PRICE = /^[1-9][0-9]{0,15}$/;

/** How far the tick logs were followed, and the ticks that options may still need. */
export class FollowedTicks {
  readonly #feeds: ObjectTable<typeof optionFeed>;
  readonly #table: ObjectTable<typeof optionTick>;
  /** By index, in the order of the log. */
  readonly #ticks = new Map<string, TickRow[]>();

  constructor(feeds: ObjectTable<typeof optionFeed>, table: ObjectTable<typeof optionTick>) {
    this.#feeds = feeds;
    this.#table = table;
  }

  loaded(): void {
    for (const tick of this.#table.rows()) this.#of(tick.index).push(tick);
  }

  /** The last tick that was followed; its number is 0 before the first. */
  last(index: string): { readonly n: number; readonly at: number; readonly hash: string } {
    return this.#feeds.get(index) ?? { n: 0, at: 0, hash: '' };
  }

  /** Begins to follow an index, from the tick that the engine knows. */
  begin(index: string, n: number): void {
    const feed = this.#feeds.get(index);
    if (feed === undefined) this.#feeds.insert({ index, n, at: 0, hash: '' });
    else if (n > feed.n) this.#feeds.change(feed, { n, hash: '' });
  }

  /** What is wrong with a part of the log; null: nothing. */
  refuse({ index, ticks, head, silentUntil }: FollowTicks): 'badTicks' | 'outOfOrder' | null {
    if (!Array.isArray(ticks) || ticks.length > MAX_TICKS || typeof head !== 'string') {
      return 'badTicks';
    }
    if (!isTime(silentUntil) || (ticks.length === 0 && silentUntil === 0)) return 'badTicks';
    let { n } = this.last(index);
    let at = 0;
    for (const tick of ticks as readonly (FollowTicks['ticks'][number] | null)[]) {
      if (tick === null || typeof tick !== 'object' || !isTime(tick.at)) return 'badTicks';
      const isPrice =
        typeof tick.price === 'string' && (tick.price === '' || PRICE.test(tick.price));
      if (!isPrice) return 'badTicks';
      n += 1;
      // The times of a log never go back.
      if (tick.n !== n || tick.at < at) return 'outOfOrder';
      at = tick.at;
    }
    return null;
  }

  follow({ index, ticks, head, silentUntil }: FollowTicks): void {
    const feed = this.#feeds.get(index)!;
    const list = this.#of(index);
    for (const { n, at, price } of ticks) {
      // What comes after all of a time that was said to be silent counts for nobody.
      if (price !== '' && at >= feed.at)
        list.push(this.#table.insert({ index, n, at, price: BigInt(price) }));
    }
    const last = ticks.at(-1);
    const at = Math.max(feed.at, last?.at ?? 0, silentUntil);
    this.#feeds.change(feed, last === undefined ? { at } : { n: last.n, at, hash: head });
  }

  /** The first tick after a time and a number. */
  firstAfter(index: string, at: number, n: number): TickRow | undefined {
    const list = this.#of(index);
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const tick = list[middle]!;
      if (tick.at <= at || tick.n <= n) low = middle + 1;
      else high = middle;
    }
    return list[low];
  }

  /** The ticks of a window: after its beginning, up to and with its end. */
  within(index: string, after: number, to: number): TickRow[] {
    return this.#of(index).filter(({ at }) => at > after && at <= to);
  }

  /** Forgets what no window needs any more; all of it when nothing is followed. */
  prune(index: string, isFollowed: boolean): void {
    const list = this.#of(index);
    const before = isFollowed ? this.last(index).at - MAX_WINDOW_MS : Number.POSITIVE_INFINITY;
    let gone = 0;
    for (const tick of list) {
      if (tick.at > before) break;
      this.#table.delete(tick);
      gone += 1;
    }
    if (gone > 0) this.#ticks.set(index, list.slice(gone));
  }

  #of(index: string): TickRow[] {
    let list = this.#ticks.get(index);
    if (list === undefined) {
      list = [];
      this.#ticks.set(index, list);
    }
    return list;
  }
}

function isTime(at: unknown): at is number {
  return Number.isSafeInteger(at) && (at as number) >= 0;
}
