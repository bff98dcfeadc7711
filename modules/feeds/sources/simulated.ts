import { SCALE } from '@assay/core/num/decimal';
import { isOpen, nextOpening, type SessionCalendar } from '@assay/core/session/calendar';
import { type Candle, UNTRADED } from '../rules/candle.ts';
import { INDEX_POLICY, type IndexPolicy, type Quote } from '../rules/index.ts';
import { type Level, MINUTE_MS } from '../rules/interval.ts';
import { type CalendarOf, calendarOf, classOf } from '../rules/symbols.ts';
import { type MadeUpPrice, madeUpPrice } from './made-up-prices.ts';
import { Noise } from './simulated-path.ts';
import { type ComponentHealth, type FeedIndex, type FeedSource, pairOf } from './source.ts';

/**
 * As many as the index rule wants of a real feed; odd, so that the median is a price of the market.
 */
const COMPONENTS = 3;
/** Each component strays from the path by about this, and quotes this far on both sides of it. */
const COIN_QUOTES = { stray: 0.00015, halfSpread: 0.0001 };
/** Coins move some five times as much as what else is priced. */
const OTHER_QUOTES = { stray: 0.00003, halfSpread: 0.00002 };
const STRAY_PERIOD_MS = 23_000;
/** Number of prices sampled inside a bar, evenly spread, besides its end. */
const SAMPLES_PER_BAR = 12;
/** How often the pace of trading is sampled in a bar that is longer than this many minutes. */
const STEPS_PER_BAR = 6;
/** Volumes are made up in steps of 1e-6. */
const VOLUME_STEPS = 1_000_000;
const UNITS_PER_VOLUME_STEP = 100n;

interface Line {
  readonly path: MadeUpPrice;
  readonly strays: readonly Noise[];
  readonly shape: typeof COIN_QUOTES;
  readonly calendar: SessionCalendar;
  /** Units of 1e-8 in one step of the price. */
  readonly step: number;
}

/**
 * Prices for a machine without a network: several components that quote around a path which is a
 * function of time, of a seed and of the time of the first start. Whoever knows the seed can
 * compute every past and future price; until the operator publishes it, only its hash is public.
 * The path goes on while a session is closed, and nobody sees it: the next session opens elsewhere.
 */
export class SimulatedSource implements FeedSource {
  readonly kind = 'simulated';
  readonly weights = {};
  readonly #seed: string;
  readonly #origin: number;
  readonly #calendarOf: CalendarOf;
  readonly #lines = new Map<string, Line>();
  #askedAt = 0;

  /** `origin` is the instant (ms) at which prices are those of the profiles. */
  constructor(seed: string, origin: number, of: CalendarOf = calendarOf) {
    this.#seed = seed;
    this.#origin = origin;
    this.#calendarOf = of;
  }

  async start(indices: readonly FeedIndex[]): Promise<void> {
    for (const index of indices) this.#lines.set(index.name, this.#lineOf(index));
  }

  async stop(): Promise<void> {}

  policyOf(): IndexPolicy {
    return INDEX_POLICY;
  }

  quotes(index: string, now: number): Quote[] {
    const line = this.#lines.get(index);
    if (line === undefined) return [];
    this.#askedAt = now;
    if (!isOpen(line.calendar, now)) return [];
    const price = line.path.price(now);
    return line.strays.map((stray, i) => {
      const middle = price * (1 + line.shape.stray * stray.at(now));
      // Whole steps to both sides, so that the middle is a price that the market has.
      const aside = middle * line.shape.halfSpread * 10 ** SCALE;
      const steps = Math.max(1, Math.round(aside / line.step));
      const around = snap(middle, line.step) + steps * line.step;
      const bid = BigInt(around - 2 * steps * line.step);
      const ask = BigInt(around);
      const at = now - i * 90;
      const source = `simulated-${i + 1}`;
      return { source, index, bid, ask, last: null, at };
    });
  }

  volume(index: string, from: number, to: number): bigint {
    const line = this.#lines.get(index);
    if (line === undefined || !isOpen(line.calendar, from)) return 0n;
    return volumeUnits(line.path.volume(from, to));
  }

  finest(): Level {
    return 1;
  }

  async history(index: string, level: Level, from: number, to: number): Promise<Candle[]> {
    const line = this.#lines.get(index);
    if (line === undefined) return [];
    const candles: Candle[] = [];
    const first = Math.ceil(from / level) * level;
    for (let minute = first; minute < to; minute += level) {
      const candle = candleOf(line, minute, level);
      if (candle !== null) candles.push(candle);
    }
    return candles;
  }

  health(): ComponentHealth[] {
    return Array.from({ length: COMPONENTS }, (_, i) => ({
      source: `simulated-${i + 1}`,
      heardAt: this.#askedAt,
      failing: '',
    }));
  }

  #lineOf(index: FeedIndex): Line {
    const of = this.#calendarOf;
    const pair = pairOf(index);
    const strays = Array.from(
      { length: COMPONENTS },
      (_, i) => new Noise(`${this.#seed}|${pair}|stray ${i + 1}`, STRAY_PERIOD_MS),
    );
    return {
      path: madeUpPrice(this.#seed, index, this.#origin),
      strays,
      shape: classOf(index.name) === 'coin' ? COIN_QUOTES : OTHER_QUOTES,
      // Days are published while it runs.
      get calendar() {
        return of(index.name);
      },
      step: 10 ** (SCALE - index.decimals),
    };
  }
}

/** The bar of what was open in it; null when nothing was. */
function candleOf(line: Line, minute: number, level: Level): Candle | null {
  const start = minute * MINUTE_MS;
  const length = level * MINUTE_MS;
  const opening = openingIn(line.calendar, start, start + length);
  if (opening === null) return null;
  const open = snap(line.path.price(opening), line.step);
  let high = open;
  let low = open;
  let close = open;
  let seen = 0;
  for (let i = 1; i <= SAMPLES_PER_BAR; i += 1) {
    const at = start + (i * length) / SAMPLES_PER_BAR - (i === SAMPLES_PER_BAR ? 1 : 0);
    // A session begins and ends with a minute, so a minute that opens is open to its end.
    if (level > 1 && !isOpen(line.calendar, at)) continue;
    close = snap(line.path.price(at), line.step);
    if (close > high) high = close;
    if (close < low) low = close;
    seen += 1;
  }
  // A long bar's volume by fewer steps is as believable as by the minute, and less work.
  const step = Math.max(1, level / STEPS_PER_BAR) * MINUTE_MS;
  const whole = line.path.volume(start, start + length, step);
  const referenceVolume = volumeUnits((whole * seen) / SAMPLES_PER_BAR);
  return { minute, open, high, low, close, ...UNTRADED, referenceVolume };
}

/** The first instant of a span in which the market is open; null when there is none. */
function openingIn(calendar: SessionCalendar, from: number, to: number): number | null {
  if (isOpen(calendar, from)) return from;
  // Within a minute nothing opens.
  const opening = to - from <= MINUTE_MS ? null : nextOpening(calendar, from);
  return opening === null || opening >= to ? null : opening;
}

/** A price in units of 1e-8, on the market's steps and at least one of them. */
function snap(price: number, step: number): number {
  return Math.max(1, Math.round((price * 10 ** SCALE) / step)) * step;
}

function volumeUnits(volume: number): bigint {
  return BigInt(Math.round(volume * VOLUME_STEPS)) * UNITS_PER_VOLUME_STEP;
}
