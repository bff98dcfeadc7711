import { assert } from '@assay/core/num/integer';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { OptionQuote } from '../rules/quote.ts';
import type {
  EndedRow,
  endedOption,
  OpenRow,
  openOption,
  optionSeries,
  SeriesRow,
} from '../store/tables.ts';

/** What waits for a tick: an option for its entry, or a running one for its sale. */
export interface Ask {
  readonly seq: number;
  /** The tick comes later than this, and is none of those up to `afterN`. */
  readonly at: number;
  readonly afterN: number;
  readonly option: OpenRow;
}

/** How an option ends. */
export type Ending = Pick<
  EndedRow,
  'result' | 'reason' | 'exitPrice' | 'exitN' | 'paid' | 'seq' | 'endedAt'
>;

/** The options of one index in the orders in which ticks deal with them. */
interface OfIndex {
  /** By delay, the shortest first, and of one delay as they were asked: so come their ticks. */
  lines: { readonly delay: number; asks: Ask[] }[];
  /** By expiry, window and market. */
  readonly series: SeriesRow[];
}

/** Open options and their series, with the indexes by which they are found. */
export class OpenOptions {
  readonly series: ObjectTable<typeof optionSeries>;
  readonly #open: ObjectTable<typeof openOption>;
  readonly #ended: HistoryTable<typeof endedOption>;
  readonly #indexOf: (market: string) => string;
  readonly #byIndex = new Map<string, OfIndex>();
  readonly #bySeries = new Map<string, Set<OpenRow>>();
  readonly #byUser = new Map<number, Set<OpenRow>>();
  /** By market and expiry, and by market. */
  readonly #house = new Map<string, bigint>();
  /** Void series that have options to be paid back. */
  #voids: SeriesRow[] = [];

  constructor(
    open: ObjectTable<typeof openOption>,
    ended: HistoryTable<typeof endedOption>,
    series: ObjectTable<typeof optionSeries>,
    indexOf: (market: string) => string,
  ) {
    this.#open = open;
    this.#ended = ended;
    this.series = series;
    this.#indexOf = indexOf;
  }

  /** Makes the indexes again after a load. */
  loaded(): void {
    for (const row of this.series.rows()) {
      this.#ofIndex(this.#indexOf(row.market)).series.push(row);
      this.#addHouse(row, row.house);
      if (row.state === 'void' && row.count > 0) this.#voids.push(row);
    }
    for (const { series } of this.#byIndex.values()) series.sort(compare);
    this.#voids.sort(compare);
    const asks: Ask[] = [];
    for (const option of this.#open.rows()) {
      this.#file(option);
      const ask = askOf(option);
      if (ask !== null) asks.push(ask);
    }
    asks.sort((one, other) => one.seq - other.seq);
    for (const ask of asks) this.#addAsk(ask);
  }

  get(id: number): OpenRow | undefined {
    return this.#open.get(id);
  }

  rows(): readonly OpenRow[] {
    return this.#open.rows();
  }

  of(userId: number): readonly OpenRow[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  countOf(userId: number): number {
    return this.#byUser.get(userId)?.size ?? 0;
  }

  /** The options of a series, oldest first. */
  in(series: SeriesRow): Iterable<OpenRow> {
    return this.#bySeries.get(keyOf(series)) ?? [];
  }

  seriesOf({ market, expiresAt, windowMs }: Pick<OpenRow, 'market' | 'expiresAt' | 'windowMs'>) {
    return this.series.get(market, expiresAt, windowMs);
  }

  /** Indices with options that need ticks, by name. */
  followed(): string[] {
    return [...this.#byIndex]
      .filter(([, { lines, series }]) => lines.length + series.length > 0)
      .map(([index]) => index)
      .sort();
  }

  isFollowed(index: string): boolean {
    const of = this.#byIndex.get(index);
    return of !== undefined && of.lines.length + of.series.length > 0;
  }

  /** What the house has in escrow for a market: of one expiry, or of all. */
  house(market: string, expiresAt: number | null): bigint {
    return this.#house.get(`${market} ${expiresAt ?? 'all'}`) ?? 0n;
  }

  add(row: OpenRow): OpenRow {
    const option = this.#open.insert(row);
    this.#file(option);
    const { market, expiresAt, windowMs, needed, payout, fee, stake, acceptedAt } = option;
    const escrow = BigInt(payout + fee);
    const house = BigInt(payout - stake);
    this.#addHouse(option, house);
    const series = this.seriesOf(option);
    if (series === undefined) {
      this.#addSeries({
        ...{ market, expiresAt, windowMs, escrow, house, count: 1, needed },
        ...{ openedAt: acceptedAt, net: 0n, state: 'open', price: null, reason: '' },
      });
    } else {
      this.series.change(series, {
        escrow: series.escrow + escrow,
        house: series.house + house,
        count: series.count + 1,
      });
    }
    this.#ask(option);
    return option;
  }

  /** From its entry tick on it runs. */
  enter(option: OpenRow, tick: { readonly n: number; readonly at: number; price: bigint }): void {
    const { n: entryN, at: entryAt, price: entryPrice } = tick;
    this.#open.change(option, { state: 'running', entryN, entryAt, entryPrice });
  }

  sell(option: OpenRow, sale: { seq: number; at: number; afterN: number; least: number }): void {
    const { seq: saleSeq, at: saleAt, afterN: saleAfterN, least: saleLeast } = sale;
    this.#open.change(option, { state: 'selling', saleSeq, saleAt, saleAfterN, saleLeast });
    this.#ask(option);
  }

  /** The tick gave less than it must bring: the option goes on. */
  keep(option: OpenRow): void {
    const none = { saleSeq: null, saleAt: null, saleAfterN: null, saleLeast: null };
    this.#open.change(option, { state: 'running', ...none });
  }

  end(option: OpenRow, ending: Ending): EndedRow {
    // A plain copy with fields that no ended option has: leaving them out costs three times that.
    const row: EndedRow = { ...option, ...ending };
    this.#ended.add(row);
    this.#open.delete(option);
    this.#bySeries.get(keyOf(option))?.delete(option);
    const own = this.#byUser.get(option.userId);
    own?.delete(option);
    if (own?.size === 0) this.#byUser.delete(option.userId);
    const series = this.seriesOf(option);
    assert(series !== undefined, `option ${option.id} has a series`);
    this.#addHouse(option, BigInt(option.stake - option.payout));
    const sign = ending.result === 'won' ? 1n : ending.result === 'lost' ? -1n : 0n;
    this.series.change(series, {
      escrow: series.escrow - BigInt(option.payout + option.fee),
      house: series.house - BigInt(option.payout - option.stake),
      count: series.count - 1,
      net: series.net + sign * BigInt(option.stake),
    });
    return row;
  }

  /** What waits for ticks of an index, in lines of which each has its ticks in its order. */
  asks(index: string): readonly (readonly Ask[])[] {
    return this.#byIndex.get(index)?.lines.map(({ asks }) => asks) ?? [];
  }

  /** Takes what was asked first, of each line; what has ended since is skipped by whoever asks. */
  dropAsks(index: string, counts: readonly number[]): void {
    const of = this.#byIndex.get(index);
    if (of === undefined) return;
    for (const [i, line] of of.lines.entries()) line.asks = line.asks.slice(counts[i]);
    of.lines = of.lines.filter(({ asks }) => asks.length > 0);
  }

  /** The series of an index that expires first. */
  first(index: string): SeriesRow | undefined {
    return this.#byIndex.get(index)?.series[0];
  }

  /** The series of an index whose window has a moment of the span. */
  within(index: string, from: number, to: number): SeriesRow[] {
    return (this.#byIndex.get(index)?.series ?? []).filter(
      ({ expiresAt, windowMs, state }) =>
        state === 'open' && expiresAt >= from && expiresAt - windowMs < to,
    );
  }

  removeFirst(index: string): void {
    const series = this.#byIndex.get(index)?.series.shift();
    assert(series !== undefined && series.count === 0, 'a series that goes is empty');
    this.#bySeries.delete(keyOf(series));
    this.series.delete(series);
  }

  /** Void series with options to be paid back, by expiry. */
  get voids(): readonly SeriesRow[] {
    return this.#voids;
  }

  addVoids(series: readonly SeriesRow[]): void {
    this.#voids.push(...series.filter(({ count }) => count > 0));
    this.#voids.sort(compare);
  }

  dropVoid(): void {
    this.#voids.shift();
  }

  #addSeries(row: SeriesRow): void {
    const kept = this.series.insert(row);
    const { series } = this.#ofIndex(this.#indexOf(row.market));
    let [low, high] = [0, series.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(series[middle]!, kept) < 0) low = middle + 1;
      else high = middle;
    }
    series.splice(low, 0, kept);
  }

  #addHouse({ market, expiresAt }: Pick<OpenRow, 'market' | 'expiresAt'>, amount: bigint): void {
    for (const key of [`${market} ${expiresAt}`, `${market} all`]) {
      const sum = (this.#house.get(key) ?? 0n) + amount;
      if (sum === 0n) this.#house.delete(key);
      else this.#house.set(key, sum);
    }
  }

  #ask(option: OpenRow): void {
    const ask = askOf(option);
    if (ask !== null) this.#addAsk(ask);
  }

  #addAsk(ask: Ask): void {
    const { lines } = this.#ofIndex(this.#indexOf(ask.option.market));
    const delay = delayOf(ask.option);
    const line = lines.find((one) => one.delay === delay);
    if (line !== undefined) {
      line.asks.push(ask);
      return;
    }
    lines.push({ delay, asks: [ask] });
    lines.sort((one, other) => one.delay - other.delay);
  }

  #file(option: OpenRow): void {
    put(this.#bySeries, keyOf(option), option);
    put(this.#byUser, option.userId, option);
  }

  #ofIndex(index: string): OfIndex {
    let of = this.#byIndex.get(index);
    if (of === undefined) {
      of = { lines: [], series: [] };
      this.#byIndex.set(index, of);
    }
    return of;
  }
}

/** What an option keeps of its quote; the rest follows from it. */
export function pickQuote(quote: OptionQuote) {
  const { market, direction, termMs, stake, payoutPpm, payout, feePpm, fee } = quote;
  const { windowMs, needed, tickMs, version, spotN, spot, issuedAt, tickDelayMs = null } = quote;
  return {
    ...{ market, direction, termMs, stake, payoutPpm, payout, feePpm, fee },
    ...{ windowMs, needed, tickMs, version, spotN, spot, issuedAt, tickDelayMs },
  };
}

/** So long after it was asked no tick counts, so that nobody has seen the one that does. */
export function delayOf({ tickDelayMs }: Pick<OpenRow, 'tickDelayMs'>): number {
  return tickDelayMs ?? 0;
}

function askOf(option: OpenRow): Ask | null {
  const { state, id, acceptedAt, afterN, saleSeq, saleAt, saleAfterN } = option;
  const delay = delayOf(option);
  if (state === 'waiting') return { seq: id, at: acceptedAt + delay, afterN, option };
  if (saleSeq === null || saleAt === null || saleAfterN === null) return null;
  return { seq: saleSeq, at: saleAt + delay, afterN: saleAfterN, option };
}

function put<K>(map: Map<K, Set<OpenRow>>, key: K, option: OpenRow): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([option]));
  else set.add(option);
}

/** What one window is known by. */
export type SeriesKey = Pick<SeriesRow, 'market' | 'expiresAt' | 'windowMs'>;

export function keyOf({ market, expiresAt, windowMs }: SeriesKey): string {
  return `${market} ${expiresAt} ${windowMs}`;
}

/** The earliest first. */
export function compare(one: SeriesKey, other: SeriesKey): number {
  const time = one.expiresAt - other.expiresAt || one.windowMs - other.windowMs;
  if (time !== 0) return time;
  return one.market < other.market ? -1 : one.market > other.market ? 1 : 0;
}
