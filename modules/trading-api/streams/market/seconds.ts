import type { Socket } from '@assay/platform/streams/sockets';
import { type Bar, barEvent } from '../../market/bars.ts';
import { flatSecond, SECOND_MS, unitsOf, withTrade } from '../../market/seconds.ts';
import { type MarketBatch, type MarketSource, MarketStream } from './stream.ts';

/** A second is sent so long after its end, because its last trades are durable a moment later. */
const GRACE_MS = 250;
/** Trades of a second that was sent already are added to it when it is at most so old. */
const KEPT_SECONDS = 10;
/** After a longer sleep of this process the stream goes on with the present. */
const CATCH_UP_SECONDS = 60;

/** `<symbol>@kline_1s`: each second when it has ended, and once more should a trade come late. */
export class SecondStream extends MarketStream {
  readonly #market: string;
  /** Seconds with trades, the newest ones. */
  readonly #bars = new Map<number, Bar>();
  #timer: NodeJS.Timeout | null = null;
  #close: number | undefined;
  /** The second in which the stream began: its first trades are not known. */
  readonly #begun: number;
  /** The last second that was sent. */
  #sent: number;

  constructor(name: string, source: MarketSource, market: string) {
    super(name, source);
    this.#market = market;
    this.#begun = Math.floor(source.now() / SECOND_MS);
    this.#sent = this.#begun;
    const last = source.realm.orders.streams.lastTrade(market);
    this.#close = last && Number(unitsOf(last.price));
    this.#schedule();
  }

  override follow({ market, trades }: MarketBatch): void {
    if (market !== this.#market) return;
    const late = new Set<number>();
    for (const { trade } of trades) {
      const second = Math.floor(trade.at / SECOND_MS);
      if (second <= this.#begun || second <= this.#sent - KEPT_SECONDS) continue;
      this.#bars.set(second, withTrade(this.#bars.get(second), second, trade));
      if (second <= this.#sent) late.add(second);
    }
    for (const second of late) {
      const bar = this.#bars.get(second);
      if (bar === undefined) continue;
      if (second === this.#sent) this.#close = bar.close;
      this.readers.send(this.#event(bar));
    }
  }

  override stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** The first second follows at its end. */
  protected override sendInitial(_socket: Socket): void {}

  /** Wakes up after the end of the current second. */
  #schedule(): void {
    const wait = SECOND_MS - (this.source.now() % SECOND_MS) + GRACE_MS;
    this.#timer = setTimeout(() => {
      this.#send();
      this.#schedule();
    }, wait);
    this.#timer.unref();
  }

  #send(): void {
    const end = Math.floor((this.source.now() - GRACE_MS) / SECOND_MS);
    this.#sent = Math.max(this.#sent, end - CATCH_UP_SECONDS);
    while (this.#sent + 1 < end) {
      this.#sent += 1;
      const traded = this.#bars.get(this.#sent);
      const bar =
        traded ?? (this.#close === undefined ? null : flatSecond(this.#sent, this.#close));
      if (bar === null) continue;
      this.#close = bar.close;
      this.readers.send(this.#event(bar));
    }
    for (const second of this.#bars.keys()) {
      if (second < this.#sent - KEPT_SECONDS) this.#bars.delete(second);
    }
  }

  #event(bar: Bar): string {
    const k = barEvent(bar, this.#market, '1s', true);
    return JSON.stringify({ e: 'kline', E: this.source.now(), s: this.#market, k });
  }
}
