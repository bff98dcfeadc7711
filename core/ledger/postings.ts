import { type Amount, joined } from './amount.ts';
import type { Purpose } from './purpose.ts';

/** The numbers of a posting, side by side: a batch's postings are read once, in order. */
enum Field {
  seq,
  from,
  to,
  low,
  high,
  purpose,
}
const STRIDE = 6;
const INITIAL_ROWS = 256;

/** Postings since the last drain, in order, without an object for each. */
export class Postings {
  /**
   * How often the list was drained; a change tells readers that the list starts from the beginning.
   */
  cleared = 0;
  #count = 0;
  #numbers = new Float64Array(INITIAL_ROWS * STRIDE);

  get count(): number {
    return this.#count;
  }

  /** The amount is passed as its two parts. */
  add(seq: number, from: number, to: number, low: number, high: number, purpose: Purpose): void {
    const at = this.#count * STRIDE;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at + Field.seq] = seq;
    numbers[at + Field.from] = from;
    numbers[at + Field.to] = to;
    numbers[at + Field.low] = low;
    numbers[at + Field.high] = high;
    numbers[at + Field.purpose] = purpose;
    this.#count += 1;
  }

  /** The command that caused it. */
  seq(row: number): number {
    return this.#numbers[row * STRIDE + Field.seq] as number;
  }

  /** Ids of the accounts, not slots. */
  from(row: number): number {
    return this.#numbers[row * STRIDE + Field.from] as number;
  }

  to(row: number): number {
    return this.#numbers[row * STRIDE + Field.to] as number;
  }

  amount(row: number): Amount {
    const low = this.#numbers[row * STRIDE + Field.low] as number;
    const high = this.#numbers[row * STRIDE + Field.high] as number;
    return high === 0 ? low : joined(high, low);
  }

  purpose(row: number): Purpose {
    return this.#numbers[row * STRIDE + Field.purpose] as Purpose;
  }

  clear(): void {
    this.#count = 0;
    this.cleared += 1;
  }

  #grow(): void {
    const grown = new Float64Array(this.#numbers.length * 2);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}
