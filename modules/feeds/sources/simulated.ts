import { SCALE } from '@assay/core/num/decimal';
import { type Candle, UNTRADED } from '../rules/candle.ts';
import { INDEX_POLICY, type Quote } from '../rules/index.ts';
import { type Level, MINUTE_MS } from '../rules/interval.ts';
import { profileOf } from './profiles.ts';
import { Noise, SimulatedPath } from './simulated-path.ts';
import { type ComponentHealth, type FeedIndex, type FeedSource, pairOf } from './source.ts';

/**
 * As many as the index rule wants of a real feed; odd, so that the median is a price of the market.
 */
const COMPONENTS = 3;
/** Each component strays from the path by about this, and quotes this far on both sides of it. */
const STRAY = 0.00015;
const STRAY_PERIOD_MS = 23_000;
const HALF_SPREAD = 0.0001;
/** Number of prices sampled inside a bar, evenly spread, besides its end. */
const SAMPLES_PER_BAR = 12;
/** How often the pace of trading is sampled in a bar that is longer than this many minutes. */
const STEPS_PER_BAR = 6;
/** Volumes are made up in steps of 1e-6. */
const VOLUME_STEPS = 1_000_000;
const UNITS_PER_VOLUME_STEP = 100n;

interface Line {
  readonly path: SimulatedPath;
  readonly strays: readonly Noise[];
  /** Units of 1e-8 in one step of the price. */
  readonly step: number;
}

/**
 * Prices for a machine without a network: several components that quote around a path which is a
 * function of time, of a seed and of the time of the first start. Whoever knows the seed can
 * compute every past and future price; until the operator publishes it, only its hash is public.
 */
export class SimulatedSource implements FeedSource {
  readonly kind = 'simulated';
  readonly policy = INDEX_POLICY;
  readonly weights = {};
  readonly #seed: string;
  readonly #origin: number;
  readonly #lines = new Map<string, Line>();
  #askedAt = 0;

  /** `origin` is the instant (ms) at which prices are those of the profiles. */
  constructor(seed: string, origin: number) {
    this.#seed = seed;
    this.#origin = origin;
  }

  async start(indices: readonly FeedIndex[]): Promise<void> {
    for (const index of indices) this.#lines.set(index.name, this.#lineOf(index));
  }

  async stop(): Promise<void> {}

  quotes(index: string, now: number): Quote[] {
    const line = this.#lines.get(index);
    if (line === undefined) return [];
    this.#askedAt = now;
    const price = line.path.price(now);
    return line.strays.map((stray, i) => {
      const middle = price * (1 + STRAY * stray.at(now));
      // Whole steps to both sides, so that the middle is a price that the market has.
      const steps = Math.max(1, Math.round((middle * HALF_SPREAD * 10 ** SCALE) / line.step));
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
    return line === undefined ? 0n : volumeUnits(line.path.volume(from, to));
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
      candles.push(candleOf(line, minute, level));
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

  /** Drawn under the name of the pair: prices go on as they were before indices had names. */
  #lineOf(index: FeedIndex): Line {
    const pair = pairOf(index);
    const strays = Array.from(
      { length: COMPONENTS },
      (_, i) => new Noise(`${this.#seed}|${pair}|stray ${i + 1}`, STRAY_PERIOD_MS),
    );
    const path = new SimulatedPath(this.#seed, pair, profileOf(index.base), this.#origin);
    return { path, strays, step: 10 ** (SCALE - index.decimals) };
  }
}

function candleOf(line: Line, minute: number, level: Level): Candle {
  const start = minute * MINUTE_MS;
  const length = level * MINUTE_MS;
  const open = snap(line.path.price(start), line.step);
  let high = open;
  let low = open;
  let close = open;
  for (let i = 1; i <= SAMPLES_PER_BAR; i += 1) {
    const at = start + (i * length) / SAMPLES_PER_BAR - (i === SAMPLES_PER_BAR ? 1 : 0);
    close = snap(line.path.price(at), line.step);
    if (close > high) high = close;
    if (close < low) low = close;
  }
  // A long bar's volume by fewer steps is as believable as by the minute, and less work.
  const step = Math.max(1, level / STEPS_PER_BAR) * MINUTE_MS;
  const referenceVolume = volumeUnits(line.path.volume(start, start + length, step));
  return { minute, open, high, low, close, ...UNTRADED, referenceVolume };
}

/** A price in units of 1e-8, on the market's steps and at least one of them. */
function snap(price: number, step: number): number {
  return Math.max(1, Math.round((price * 10 ** SCALE) / step)) * step;
}

function volumeUnits(volume: number): bigint {
  return BigInt(Math.round(volume * VOLUME_STEPS)) * UNITS_PER_VOLUME_STEP;
}
