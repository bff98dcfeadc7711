import {
  bucketStart,
  type Candle,
  DAY,
  flatCandle,
  MINUTE_MS,
  minuteOf,
  shortestMinutes,
} from '@assay/modules/feeds';
import type { Interval } from '@assay/modules/feeds/schema';
import type { Socket } from '@assay/platform/streams/sockets';
import { barEvent, barOf, closeTimeOf } from '../../market/bars.ts';
import { Throttle } from '../throttle.ts';
import { type MarketSource, MarketStream } from './stream.ts';

const EVERY_MS = 250;
/** A candle is closed so long after its end, when its last trades are durable. */
const GRACE_MS = 250;
/** A timer of more than this many ms would fire at once. */
const TIMER_MAX_MS = 60 * 60 * 1000;
/** After a longer sleep of this process the stream goes on with the present. */
const CATCH_UP_CANDLES = 100;

/**
 * `<symbol>@kline_<interval>`: the open candle as it changes, and once more when it closes. No
 * candle is left out: one without a price is flat.
 */
export class CandleStream extends MarketStream {
  readonly #market: string;
  readonly #interval: Interval;
  /** Minutes that the clock by which candles start is ahead of UTC. */
  readonly #offset: number;
  readonly #throttle: Throttle;
  #timer: NodeJS.Timeout | null = null;
  #last: Candle | null = null;
  #sent = '';

  constructor(
    name: string,
    source: MarketSource,
    market: string,
    interval: Interval,
    offset: number,
  ) {
    super(name, source);
    this.#market = market;
    this.#interval = interval;
    this.#offset = offset;
    this.#throttle = new Throttle(EVERY_MS, () => this.#send());
    this.#schedule();
  }

  override moved(market: string): void {
    if (market === this.#market) this.#throttle.schedule();
  }

  override stop(): void {
    this.#throttle.stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  protected override sendInitial(socket: Socket): void {
    const candle = this.#current();
    if (candle === null) return;
    // The close of a candle is reported when somebody has received the open one.
    this.#last ??= candle;
    this.readers.sendTo(socket, this.#event(this.#text(candle, false)));
  }

  /** Closes the candle at its end, also when nothing moves. */
  #schedule(): void {
    const now = this.source.now();
    const start = bucketStart(this.#interval, minuteOf(now), this.#offset);
    const end = this.#closeAt(flatCandle(start, 0)) + 1;
    const wait = Math.min(end - now + GRACE_MS, TIMER_MAX_MS);
    this.#timer = setTimeout(() => {
      this.#throttle.schedule();
      this.#schedule();
    }, wait);
    this.#timer.unref();
  }

  #send(): void {
    const candle = this.#current();
    if (candle === null) return;
    for (const ended of this.#endedBefore(candle)) {
      this.readers.send(this.#event(this.#text(ended, true)));
    }
    this.#last = candle;
    const text = this.#text(candle, false);
    if (text === this.#sent) return;
    this.#sent = text;
    this.readers.send(this.#event(text));
  }

  /** The candles from the last one that was sent on that have ended since, each whole. */
  *#endedBefore(candle: Candle): Generator<Candle> {
    let open = this.#last;
    for (let i = 0; i < CATCH_UP_CANDLES; i += 1) {
      if (open === null || open.minute >= candle.minute) return;
      const closeAt = this.#closeAt(open);
      // The final candle contains the trades between the last event and its close.
      const ended = this.#at(closeAt);
      const final: Candle = ended?.minute === open.minute ? ended : open;
      yield final;
      open = flatCandle(minuteOf(closeAt + 1), final.close);
    }
  }

  /** The growing candle; flat before its first price. */
  #current(): Candle | null {
    const now = this.source.now();
    const candle = this.#at(now);
    // Of longer intervals the days before are read first; then the candle is known at once.
    if (candle !== null || shortestMinutes(this.#interval) > DAY) return candle;
    const start = bucketStart(this.#interval, minuteOf(now), this.#offset);
    const before = this.#last ?? this.#at(start * MINUTE_MS - 1);
    return before && flatCandle(start, before.close);
  }

  #at(at: number): Candle | null {
    const { realm, feed } = this.source.realm;
    return feed.reader.current(realm, this.#market, this.#interval, at, this.#offset);
  }

  #closeAt(candle: Candle): number {
    return closeTimeOf(candle, this.#interval, this.#offset);
  }

  #text(candle: Candle, closed: boolean): string {
    const bar = barOf(candle, this.#interval, this.#offset);
    return JSON.stringify(barEvent(bar, this.#market, this.#interval, closed));
  }

  #event(k: string): string {
    return `{"e":"kline","E":${this.source.now()},"s":"${this.#market}","k":${k}}`;
  }
}
