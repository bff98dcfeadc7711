import { OrderBook, Side } from 'nodejs-order-book';
import type { Flow } from './flow.ts';
import { OP } from './flow.ts';

/**
 * The npm package nodejs-order-book on the same commands. Its ids are strings, created in advance.
 */
export class Peer {
  readonly #book = new OrderBook();
  readonly #ids: string[] = [];
  volume = 0;

  constructor(flow: Flow, to: number) {
    for (let at = 0; at < to; at += 1) this.#ids.push(String(flow.id[at]));
  }

  drive(flow: Flow, from: number, to: number): void {
    const book = this.#book;
    for (let at = from; at < to; at += 1) {
      const id = this.#ids[at]!;
      const kind = flow.op[at]!;
      if (kind === OP.cancel || kind === OP.move) book.cancel(id);
      if (kind === OP.cancel) continue;
      const side = flow.side[at] === 0 ? Side.BUY : Side.SELL;
      const size = flow.lots[at]!;
      const result =
        kind === OP.market
          ? book.market({ side, size })
          : book.limit({ id, side, size, price: flow.price[at]! });
      for (const done of result.done) {
        if (done.id !== id) this.volume += (done as { size: number }).size;
      }
      if (result.partial !== null && result.partial.id !== id) {
        this.volume += result.partialQuantityProcessed;
      }
    }
  }

  /** Best bid, best ask and resting lots, which must agree with ours. */
  outcome(): number[] {
    const [asks, bids] = this.#book.depth();
    const lots = [...asks, ...bids].reduce((sum, level) => sum + level[1], 0);
    const bid = Math.max(...bids.map((level) => level[0]));
    const ask = Math.min(...asks.map((level) => level[0]));
    return [bid, ask, lots];
  }
}
