import type { Socket } from '@assay/platform/streams/sockets';
import { best } from '../../market/tickers.ts';
import { Throttle } from '../throttle.ts';
import { type MarketBatch, type MarketSource, MarketStream } from './stream.ts';

type PriceAndQuantity = readonly [string, string];

/**
 * `<symbol>@depth`: levels that changed, with their new quantities, in a chain without gaps: `U` is
 * one more than the `u` of the event before, and `u` is the `lastUpdateId` of a REST snapshot taken
 * now.
 */
export class DepthStream extends MarketStream {
  readonly #market: string;
  readonly #throttle: Throttle;
  readonly #changed = [new Map<string, string>(), new Map<string, string>()] as const;
  #last: number;

  constructor(name: string, source: MarketSource, market: string, everyMs: number) {
    super(name, source);
    this.#market = market;
    this.#last = seqOf(source, market);
    this.#throttle = new Throttle(everyMs, () => this.#send());
  }

  override follow({ levels }: MarketBatch): void {
    if (levels.length === 0) return;
    for (const [side, price, quantity] of levels) this.#changed[side].set(price, quantity);
    this.#throttle.schedule();
  }

  override stop(): void {
    this.#throttle.stop();
  }

  #send(): void {
    const [bids, asks] = this.#changed;
    const first = this.#last + 1;
    this.#last = seqOf(this.source, this.#market);
    this.readers.send(
      JSON.stringify({
        e: 'depthUpdate',
        E: this.source.now(),
        s: this.#market,
        U: first,
        u: this.#last,
        b: [...bids],
        a: [...asks],
      }),
    );
    bids.clear();
    asks.clear();
  }
}

/** The sequence number of the last command that the published book contains. */
function seqOf({ realm }: MarketSource, market: string): number {
  return realm.orders.streams.depth(market, 1)?.seq ?? 0;
}

/** `<symbol>@depth5` and so on: all of the best levels, sent when they may have changed. */
export class LevelsStream extends MarketStream {
  readonly #market: string;
  readonly #count: number;
  readonly #throttle: Throttle;

  constructor(
    name: string,
    source: MarketSource,
    market: string,
    { levels, everyMs }: { readonly levels: number; readonly everyMs: number },
  ) {
    super(name, source);
    this.#market = market;
    this.#count = levels;
    this.#throttle = new Throttle(everyMs, () => this.readers.send(this.#event()));
  }

  override follow({ levels }: MarketBatch): void {
    if (levels.length > 0) this.#throttle.schedule();
  }

  override stop(): void {
    this.#throttle.stop();
  }

  protected override sendInitial(socket: Socket): void {
    this.readers.sendTo(socket, this.#event());
  }

  #event(): string {
    const depth = this.source.realm.orders.streams.depth(this.#market, this.#count);
    const pairs = (side: readonly (readonly string[])[] = []) =>
      side.map(([price = '', quantity = '']): PriceAndQuantity => [price, quantity]);
    const [bids, asks] = [pairs(depth?.bids), pairs(depth?.asks)];
    return JSON.stringify({ lastUpdateId: depth?.seq ?? 0, bids, asks });
  }
}

/** `<symbol>@bookTicker`, and `!bookTicker` for all markets: best bid and ask. */
export class BestStream extends MarketStream {
  readonly #last = new Map<string, string>();

  override follow({ market, levels }: MarketBatch): void {
    if (levels.length === 0) return;
    const text = this.#text(market);
    if (this.#last.get(market) === text) return;
    this.#last.set(market, text);
    this.readers.send(this.#event(market, text));
  }

  protected override sendInitial(socket: Socket): void {
    for (const market of this.source.realm.board.symbols()) {
      if (covers(this.readers.name, market)) {
        this.readers.sendTo(socket, this.#event(market, this.#text(market)));
      }
    }
  }

  #text(market: string): string {
    const { bidPrice, bidQty, askPrice, askQty } = best(this.source.realm, market);
    return JSON.stringify({ s: market, b: bidPrice, B: bidQty, a: askPrice, A: askQty });
  }

  #event(market: string, text: string): string {
    return `{"u":${seqOf(this.source, market)},${text.slice(1)}`;
  }
}

/** Whether a stream covers this market: it is the market's own, or one of all markets. */
function covers(name: string, market: string): boolean {
  return name.startsWith('!') || name.startsWith(`${market.toLowerCase()}@`);
}
