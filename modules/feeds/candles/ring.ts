import type { Candle } from '../rules/candle.ts';
import { DAY } from '../rules/interval.ts';

/**
 * Minutes that a ring keeps: today and yesterday whole, whatever the hour, with an hour to spare,
 * so that each candle up to a day that is still growing, and the last 24 hours, are in memory.
 */
const CAPACITY = 2 * DAY + 60;

/** A trade as a ring counts it; amounts in units of 1e-8. */
export interface RingTrade {
  readonly id: number;
  readonly price: number;
  readonly quantity: bigint;
  readonly quote: bigint;
  readonly takerBuys: boolean;
}

/**
 * The last two days of one series, a candle a minute, in typed arrays: 24-hour figures and the
 * growing candles of every interval are folded from it on demand, in microseconds.
 */
export class MinuteRing {
  /** Minutes changed since they were last written. */
  readonly dirty = new Set<number>();

  readonly #minute = new Float64Array(CAPACITY).fill(-1);
  readonly #open = new Float64Array(CAPACITY);
  readonly #high = new Float64Array(CAPACITY);
  readonly #low = new Float64Array(CAPACITY);
  readonly #close = new Float64Array(CAPACITY);
  readonly #volume = new BigInt64Array(CAPACITY);
  readonly #quoteVolume = new BigInt64Array(CAPACITY);
  readonly #buyVolume = new BigInt64Array(CAPACITY);
  readonly #buyQuoteVolume = new BigInt64Array(CAPACITY);
  readonly #referenceVolume = new BigInt64Array(CAPACITY);
  readonly #trades = new Uint32Array(CAPACITY);
  readonly #firstTrade = new Float64Array(CAPACITY);
  /** The number of the last change of each minute. */
  readonly #changedBy = new Float64Array(CAPACITY);
  #changes = 0;
  #newest = -1;

  /** The latest minute that has a candle, -1 when there is none. */
  get newest(): number {
    return this.#newest;
  }

  /** The first minute that the ring can hold beside the newest. */
  static windowStart(minute: number): number {
    return minute - CAPACITY + 1;
  }

  /** Adds a price of the index to its minute; false when the minute is too old for the ring. */
  addPrice(minute: number, price: number): boolean {
    return this.#add(minute, price) >= 0;
  }

  /** Adds a trade to its minute; false when the minute is too old for the ring. */
  addTrade(minute: number, { id, price, quantity, quote, takerBuys }: RingTrade): boolean {
    const i = this.#add(minute, price);
    if (i < 0) return false;
    if (this.#trades[i] === 0) this.#firstTrade[i] = id;
    this.#volume[i] = (this.#volume[i] as bigint) + quantity;
    this.#quoteVolume[i] = (this.#quoteVolume[i] as bigint) + quote;
    if (takerBuys) {
      this.#buyVolume[i] = (this.#buyVolume[i] as bigint) + quantity;
      this.#buyQuoteVolume[i] = (this.#buyQuoteVolume[i] as bigint) + quote;
    }
    this.#trades[i] = (this.#trades[i] as number) + 1;
    return true;
  }

  /** The slot of the minute with the price in it, -1 when it is too old. */
  #add(minute: number, price: number): number {
    if (minute < MinuteRing.windowStart(this.#newest)) return -1;
    const i = minute % CAPACITY;
    if (this.#minute[i] !== minute) {
      this.#minute[i] = minute;
      this.#open[i] = price;
      this.#high[i] = price;
      this.#low[i] = price;
      this.#volume[i] = 0n;
      this.#quoteVolume[i] = 0n;
      this.#buyVolume[i] = 0n;
      this.#buyQuoteVolume[i] = 0n;
      this.#referenceVolume[i] = 0n;
      this.#trades[i] = 0;
      this.#firstTrade[i] = 0;
    }
    if (price > (this.#high[i] as number)) this.#high[i] = price;
    if (price < (this.#low[i] as number)) this.#low[i] = price;
    this.#close[i] = price;
    if (minute > this.#newest) this.#newest = minute;
    this.#mark(i);
    this.dirty.add(minute);
    return i;
  }

  /** Sets the reference volume of a minute that is there. */
  setReferenceVolume(minute: number, volume: bigint): void {
    if (!this.has(minute) || this.referenceVolume(minute) === volume) return;
    this.#referenceVolume[minute % CAPACITY] = volume;
    this.#mark(minute % CAPACITY);
    this.dirty.add(minute);
  }

  /** Replaces a whole minute; the caller decides whether it must be written. */
  put(candle: Candle): boolean {
    const { minute } = candle;
    if (minute < MinuteRing.windowStart(this.#newest)) return false;
    const i = minute % CAPACITY;
    this.#minute[i] = minute;
    this.#open[i] = candle.open;
    this.#high[i] = candle.high;
    this.#low[i] = candle.low;
    this.#close[i] = candle.close;
    this.#volume[i] = candle.volume;
    this.#quoteVolume[i] = candle.quoteVolume;
    this.#buyVolume[i] = candle.takerBuyVolume;
    this.#buyQuoteVolume[i] = candle.takerBuyQuoteVolume;
    this.#referenceVolume[i] = candle.referenceVolume;
    this.#trades[i] = candle.trades;
    this.#firstTrade[i] = candle.firstTrade;
    if (minute > this.#newest) this.#newest = minute;
    this.#mark(i);
    return true;
  }

  /** The number of the last change of a minute in [from, to), 0 when the ring has none of them. */
  lastChange(from: number, to: number): number {
    let last = 0;
    const oldest = Math.max(from, MinuteRing.windowStart(this.#newest));
    for (let minute = oldest; minute < to && minute <= this.#newest; minute += 1) {
      if (this.has(minute)) last = Math.max(last, this.#changedBy[minute % CAPACITY] as number);
    }
    return last;
  }

  #mark(i: number): void {
    this.#changes += 1;
    this.#changedBy[i] = this.#changes;
  }

  has(minute: number): boolean {
    return minute >= 0 && this.#minute[minute % CAPACITY] === minute;
  }

  get(minute: number): Candle | null {
    return this.has(minute) ? this.#read(minute % CAPACITY, minute) : null;
  }

  /** Highest price of a minute that the ring has; the four below likewise. */
  high(minute: number): number {
    return this.#high[minute % CAPACITY] as number;
  }

  low(minute: number): number {
    return this.#low[minute % CAPACITY] as number;
  }

  open(minute: number): number {
    return this.#open[minute % CAPACITY] as number;
  }

  close(minute: number): number {
    return this.#close[minute % CAPACITY] as number;
  }

  volume(minute: number): bigint {
    return this.#volume[minute % CAPACITY] as bigint;
  }

  quoteVolume(minute: number): bigint {
    return this.#quoteVolume[minute % CAPACITY] as bigint;
  }

  takerBuyVolume(minute: number): bigint {
    return this.#buyVolume[minute % CAPACITY] as bigint;
  }

  takerBuyQuoteVolume(minute: number): bigint {
    return this.#buyQuoteVolume[minute % CAPACITY] as bigint;
  }

  referenceVolume(minute: number): bigint {
    return this.#referenceVolume[minute % CAPACITY] as bigint;
  }

  trades(minute: number): number {
    return this.#trades[minute % CAPACITY] as number;
  }

  firstTrade(minute: number): number {
    return this.#firstTrade[minute % CAPACITY] as number;
  }

  #read(i: number, minute: number): Candle {
    return {
      minute,
      open: this.#open[i] as number,
      high: this.#high[i] as number,
      low: this.#low[i] as number,
      close: this.#close[i] as number,
      volume: this.#volume[i] as bigint,
      quoteVolume: this.#quoteVolume[i] as bigint,
      takerBuyVolume: this.#buyVolume[i] as bigint,
      takerBuyQuoteVolume: this.#buyQuoteVolume[i] as bigint,
      referenceVolume: this.#referenceVolume[i] as bigint,
      trades: this.#trades[i] as number,
      firstTrade: this.#firstTrade[i] as number,
    };
  }
}

/**
 * Folds the minutes `from` to `to` (exclusive) of two rings into one candle that starts at `from`:
 * of each minute the traded one where there were trades, else the index's, and each volume from
 * its own ring. Null when both are empty there.
 */
export function foldRings(
  index: MinuteRing | null,
  trades: MinuteRing | null,
  from: number,
  to: number,
): Candle | null {
  let open = 0;
  let high = 0;
  let low = 0;
  let close = 0;
  let volume = 0n;
  let quoteVolume = 0n;
  let takerBuyVolume = 0n;
  let takerBuyQuoteVolume = 0n;
  let referenceVolume = 0n;
  let count = 0;
  let firstTrade = 0;
  for (let minute = from; minute < to; minute += 1) {
    const ring = trades?.has(minute) ? trades : index?.has(minute) ? index : null;
    if (ring === null) continue;
    if (close === 0) {
      open = ring.open(minute);
      high = ring.high(minute);
      low = ring.low(minute);
    } else {
      if (ring.high(minute) > high) high = ring.high(minute);
      if (ring.low(minute) < low) low = ring.low(minute);
    }
    close = ring.close(minute);
    volume += ring.volume(minute);
    if (index?.has(minute)) referenceVolume += index.referenceVolume(minute);
    quoteVolume += ring.quoteVolume(minute);
    takerBuyVolume += ring.takerBuyVolume(minute);
    takerBuyQuoteVolume += ring.takerBuyQuoteVolume(minute);
    count += ring.trades(minute);
    if (firstTrade === 0) firstTrade = ring.firstTrade(minute);
  }
  if (close === 0) return null;
  const taker = { takerBuyVolume, takerBuyQuoteVolume };
  const volumes = { volume, quoteVolume, ...taker, referenceVolume };
  return { minute: from, open, high, low, close, ...volumes, trades: count, firstTrade };
}
