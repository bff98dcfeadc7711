import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { type Candle, MINUTE_MS } from '@assay/modules/feeds';
import type { Interval } from '@assay/modules/feeds/schema';
import type { Socket } from '@assay/platform/streams/sockets';
import { closeTimeOf } from '../../market/candles.ts';
import { Throttle } from '../throttle.ts';
import { type MarketSource, MarketStream } from './stream.ts';

const EVERY_MS = 250;

/** `<symbol>@kline_<interval>`: the open candle as it changes, and once more when it closes. */
export class CandleStream extends MarketStream {
  readonly #market: string;
  readonly #interval: Interval;
  readonly #throttle: Throttle;
  #last: Candle | null = null;
  #sent = '';

  constructor(name: string, source: MarketSource, market: string, interval: Interval) {
    super(name, source);
    this.#market = market;
    this.#interval = interval;
    this.#throttle = new Throttle(EVERY_MS, () => this.#send());
  }

  override moved(market: string): void {
    if (market === this.#market) this.#throttle.schedule();
  }

  override stop(): void {
    this.#throttle.stop();
  }

  protected override sendInitial(socket: Socket): void {
    const candle = this.#at(this.source.now());
    if (candle === null) return;
    // The close of a candle is reported when somebody has received the open one.
    this.#last ??= candle;
    this.readers.sendTo(socket, this.#event(this.#text(candle, false)));
  }

  #send(): void {
    const candle = this.#at(this.source.now());
    if (candle === null) return;
    const before = this.#last;
    this.#last = candle;
    if (before !== null && before.minute !== candle.minute) {
      // The final candle contains the trades between the last event and its close.
      const ended = this.#at(closeTimeOf(before, this.#interval));
      const final = ended?.minute === before.minute ? ended : before;
      this.readers.send(this.#event(this.#text(final, true)));
    }
    const text = this.#text(candle, false);
    if (text === this.#sent) return;
    this.#sent = text;
    this.readers.send(this.#event(text));
  }

  #at(at: number): Candle | null {
    const { realm, feed } = this.source.realm;
    return feed.reader.current(realm, this.#market, this.#interval, at);
  }

  #event(candle: string): string {
    return `{"e":"kline","E":${this.source.now()},"s":"${this.#market}","k":${candle}}`;
  }

  #text(candle: Candle, closed: boolean): string {
    const traded = candle.trades > 0;
    const amount = (units: bigint) => formatDecimal(units, SCALE);
    const price = (units: number) => formatSafe(units, SCALE);
    return JSON.stringify({
      t: candle.minute * MINUTE_MS,
      T: closeTimeOf(candle, this.#interval),
      s: this.#market,
      i: this.#interval,
      f: traded ? candle.firstTrade : -1,
      L: traded ? candle.firstTrade + candle.trades - 1 : -1,
      o: price(candle.open),
      c: price(candle.close),
      h: price(candle.high),
      l: price(candle.low),
      v: amount(candle.volume),
      n: candle.trades,
      x: closed,
      q: amount(candle.quoteVolume),
      V: amount(candle.takerBuyVolume),
      Q: amount(candle.takerBuyQuoteVolume),
      B: '0',
    });
  }
}
