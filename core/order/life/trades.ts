/** Numbers of a trade, side by side: they are written once and read in order. */
enum Layout {
  size = 16,
}
export enum TradeField {
  market,
  id,
  seq,
  at,
  ticks,
  lots,
  takerSide,
  takerOrder,
  makerOrder,
  takerUser,
  makerUser,
  takerFee,
  makerFee,
  /** The taker's and the maker's totals after this trade, for reports of each fill. */
  takerFilled,
  makerFilled,
}

const INITIAL_ROWS = 64;

/** The trades of one batch, in the order in which they happened. */
export class Trades {
  #numbers: Float64Array;
  #count = 0;

  constructor(rows = INITIAL_ROWS) {
    this.#numbers = new Float64Array(rows * Layout.size);
  }

  get count(): number {
    return this.#count;
  }

  get(row: number, field: TradeField): number {
    return this.#numbers[row * Layout.size + field] as number;
  }

  /** Adds a row, to be filled in whole, and answers its number. */
  add(): number {
    const row = this.#count;
    if (row * Layout.size === this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#count = row + 1;
    return row;
  }

  clear(): void {
    this.#count = 0;
  }

  set(row: number, field: TradeField, value: number): void {
    this.#numbers[row * Layout.size + field] = value;
  }
}
