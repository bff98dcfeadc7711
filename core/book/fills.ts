/** What happens when an order meets an order of the same owner. */
export const SELF_TRADE = {
  /** Taker and maker trade. */
  none: 0,
  /** The taker ends; its remaining lots must not be rested. */
  expireTaker: 1,
  /** The maker is removed and the taker continues. */
  expireMaker: 2,
  /** The maker is removed and the taker ends. */
  expireBoth: 3,
  /** Both are reduced by the smaller quantity without a trade; an order with nothing left ends. */
  decrement: 4,
} as const;
export type SelfTradeMode = (typeof SELF_TRADE)[keyof typeof SELF_TRADE];

/** Kinds of rows of the fills. */
export const FILL = {
  /** The maker traded `lots` at `price`. */
  trade: 0,
  /** Self-trade prevention removed the maker; `lots` is what it had left. No trade. */
  selfExpired: 1,
  /** Self-trade prevention reduced maker and taker by `lots`. No trade. */
  selfDecremented: 2,
} as const;
export type FillKind = (typeof FILL)[keyof typeof FILL];

const INITIAL_ROWS = 64;

/**
 * The rows of the last match, in order of execution: row i is kind[i], slot[i] and so on, for
 * i < count. The arrays are reused by the next match and replaced when they grow, so callers must
 * read them through the book after each match and keep no reference.
 */
export class Fills {
  count = 0;
  kind = new Uint8Array(INITIAL_ROWS);
  /** The maker's slot, which may be free already; Book says how long it stays readable. */
  slot = new Int32Array(INITIAL_ROWS);
  /** The maker's order id. */
  id = new Float64Array(INITIAL_ROWS);
  /** The maker's price in ticks, which is the price of the trade. */
  price = new Float64Array(INITIAL_ROWS);
  /** Lots traded, expired or decremented, by kind. Always above zero. */
  lots = new Float64Array(INITIAL_ROWS);
  /** The maker's lots left after this row; 0 means that the maker has left the book. */
  left = new Float64Array(INITIAL_ROWS);

  push(kind: FillKind, slot: number, id: number, price: number, lots: number, left: number): void {
    const row = this.count;
    if (row === this.kind.length) this.#grow();
    this.kind[row] = kind;
    this.slot[row] = slot;
    this.id[row] = id;
    this.price[row] = price;
    this.lots[row] = lots;
    this.left[row] = left;
    this.count = row + 1;
  }

  #grow(): void {
    const size = this.kind.length * 2;
    this.kind = copied(this.kind, new Uint8Array(size));
    this.slot = copied(this.slot, new Int32Array(size));
    this.id = copied(this.id, new Float64Array(size));
    this.price = copied(this.price, new Float64Array(size));
    this.lots = copied(this.lots, new Float64Array(size));
    this.left = copied(this.left, new Float64Array(size));
  }
}

/** Copies `source` to the front of `target`: used to grow typed arrays. */
export function copied<T extends { set(source: T): void }>(source: T, target: T): T {
  target.set(source);
  return target;
}
