import { type Candle, joinCandles, UNTRADED } from '../rules/candle.ts';
import { INDEX_POLICY, type IndexPolicy, type Quote } from '../rules/index.ts';
import { DAY, HOUR, LEVELS, type Level, MINUTE_MS, minuteOf } from '../rules/interval.ts';
import { type Bars, readBarFolder } from './bar-file.ts';
import { type ComponentHealth, type FeedIndex, type FeedSource, pairOf } from './source.ts';

export interface ReplayOptions {
  readonly folder: string;
  /** Bars of the file in one bar of time; 1 is as it was. */
  readonly speed: number;
  /** When this replay began, in ms: bars before it are history, bars after it are played. */
  readonly anchorAt: number;
}

/** A recording is one source; there are no others to compare it with. */
const REPLAY_POLICY: IndexPolicy = { ...INDEX_POLICY, minSources: 1 };
const SOURCE = 'replay';
const WEEK = 7 * DAY;
/** A replay starts within the middle half of its file: the rest is history and what is to come. */
const MARGIN = 0.25;

interface Line {
  readonly bars: Bars;
  readonly finest: Level;
  /** Wall minutes minus file minutes at the anchor. */
  readonly shift: number;
}

/**
 * Plays recorded bars as if they happened now. Where the file allows, its clock is moved by whole
 * weeks (else days, hours, minutes), so that bars stay on their minute, hour and weekday. Inside a
 * bar the price goes open, low, high, close (high first in a falling bar), a quarter of the time
 * each. At the end of the file it starts over.
 */
export class ReplaySource implements FeedSource {
  readonly kind = 'replay';
  readonly weights = {};
  readonly #options: ReplayOptions;
  readonly #lines = new Map<string, Line>();
  #askedAt = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** @throws BadBarFile when the folder holds nothing that can be played */
  async start(indices: readonly FeedIndex[]): Promise<void> {
    if (indices.every(({ name }) => this.#lines.has(name))) return;
    const wanted = new Map(indices.map((index) => [pairOf(index), index.name]));
    const anchor = minuteOf(this.#options.anchorAt);
    for (const bars of await readBarFolder(this.#options.folder)) {
      const index = wanted.get(bars.pair);
      const known = this.#lines.get(index ?? '');
      if (index === undefined || (known && known.bars.length <= bars.length)) continue;
      const finest = LEVELS.find((level) => level % bars.length === 0);
      if (finest === undefined) continue;
      this.#lines.set(index, { bars, finest, shift: anchor - startOf(bars, anchor) });
    }
  }

  async stop(): Promise<void> {}

  policyOf(): IndexPolicy {
    return REPLAY_POLICY;
  }

  /** The wall time in ms at which the file's minute is played, at speed 1. */
  wallTime(index: string, fileMinute: number): number {
    return (fileMinute + (this.#lines.get(index)?.shift ?? 0)) * MINUTE_MS;
  }

  quotes(index: string, now: number): Quote[] {
    const line = this.#lines.get(index);
    if (line === undefined) return [];
    this.#askedAt = now;
    const time = this.#fileTime(line, now);
    const i = barAt(line.bars, Math.floor(time / MINUTE_MS));
    if (i < 0) return [];
    const elapsed = time - (line.bars.minute[i] as number) * MINUTE_MS;
    const quarter = Math.floor((4 * elapsed) / (line.bars.length * MINUTE_MS));
    const last = BigInt(priceIn(line.bars, i, quarter));
    return [{ source: SOURCE, index, bid: null, ask: null, last, at: now }];
  }

  volume(index: string, from: number, to: number): bigint {
    const line = this.#lines.get(index);
    if (line === undefined) return 0n;
    const start = this.#fileTime(line, from);
    const end = start + Math.round((to - from) * this.#options.speed);
    let sum = 0n;
    let at = start;
    while (at < end) {
      const minute = Math.floor(at / MINUTE_MS);
      const i = barAt(line.bars, minute);
      const until = Math.min(end, i < 0 ? (minute + 1) * MINUTE_MS : barEnd(line.bars, i));
      if (i >= 0) sum += volumeUntil(line.bars, i, until) - volumeUntil(line.bars, i, at);
      at = until;
    }
    return sum;
  }

  finest(index: string): Level {
    return this.#lines.get(index)?.finest ?? 1;
  }

  async history(index: string, level: Level, from: number, to: number): Promise<Candle[]> {
    const line = this.#lines.get(index);
    if (line === undefined || level < line.finest) return [];
    const { bars, shift } = line;
    // Played at another speed, what came after the anchor did not happen minute by minute.
    const anchor = minuteOf(this.#options.anchorAt);
    const end = this.#options.speed === 1 ? to : Math.min(to, anchor);
    const candles: Candle[] = [];
    for (let i = firstFrom(bars, from - shift); i < bars.minute.length; i += 1) {
      const minute = (bars.minute[i] as number) + shift;
      const start = Math.floor(minute / level) * level;
      if (minute >= end) break;
      const last = candles[candles.length - 1];
      const bar = { ...barCandle(bars, i), minute: start };
      if (last?.minute === start) candles[candles.length - 1] = joinCandles(last, bar, start);
      else if (start >= from) candles.push(bar);
    }
    return candles;
  }

  health(): ComponentHealth[] {
    return [{ source: SOURCE, heardAt: this.#askedAt, failing: '' }];
  }

  /** The moment of the file that is played at a wall time. */
  #fileTime(line: Line, at: number): number {
    const { anchorAt, speed } = this.#options;
    const start = (line.bars.minute[0] as number) * MINUTE_MS;
    const span = barEnd(line.bars, line.bars.minute.length - 1) - start;
    const time = anchorAt - line.shift * MINUTE_MS + (at - anchorAt) * speed - start;
    return start + (((Math.floor(time) % span) + span) % span);
  }
}

/** The file minute to play at the anchor: near the middle, apart from it by the roundest time. */
function startOf(bars: Bars, anchor: number): number {
  const first = bars.minute[0] as number;
  const span = (bars.minute[bars.minute.length - 1] as number) + bars.length - first;
  const middle = first + span / 2;
  const near = (unit: number) => anchor - Math.round((anchor - middle) / unit) * unit;
  const roundest = [WEEK, DAY, HOUR].find((unit) => Math.abs(near(unit) - middle) <= span * MARGIN);
  return near(roundest ?? bars.length);
}

/** The bar that contains a file minute, -1 in a gap. */
function barAt(bars: Bars, minute: number): number {
  const i = firstFrom(bars, minute + 1) - 1;
  return i >= 0 && minute < (bars.minute[i] as number) + bars.length ? i : -1;
}

/** The first bar that opens at `minute` or later. */
function firstFrom(bars: Bars, minute: number): number {
  let low = 0;
  let high = bars.minute.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars.minute[middle] as number) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}

function barEnd(bars: Bars, i: number): number {
  return ((bars.minute[i] as number) + bars.length) * MINUTE_MS;
}

function priceIn(bars: Bars, i: number, quarter: number): number {
  if (quarter <= 0) return bars.open[i] as number;
  if (quarter >= 3) return bars.close[i] as number;
  const rises = (bars.close[i] as number) >= (bars.open[i] as number);
  const lowFirst = rises === (quarter === 1);
  return (lowFirst ? bars.low[i] : bars.high[i]) as number;
}

/** What of the bar's volume was traded by a moment in it; sums of differences are exact. */
function volumeUntil(bars: Bars, i: number, time: number): bigint {
  const elapsed = time - (bars.minute[i] as number) * MINUTE_MS;
  return ((bars.volume[i] as bigint) * BigInt(elapsed)) / BigInt(bars.length * MINUTE_MS);
}

function barCandle(bars: Bars, i: number): Candle {
  return {
    minute: bars.minute[i] as number,
    open: bars.open[i] as number,
    high: bars.high[i] as number,
    low: bars.low[i] as number,
    close: bars.close[i] as number,
    referenceVolume: bars.volume[i] as bigint,
    ...UNTRADED,
  };
}
