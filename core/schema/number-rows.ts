import { rowLayoutOf } from './layout.ts';
import type { RecordDeclaration } from './record.ts';

const INITIAL_ROWS = 64;

/** Rows of numbers that are only added: written once, read in order, then forgotten. */
export class NumberRows {
  numbers: Float64Array;
  readonly #size: number;
  #count = 0;

  constructor(declaration: RecordDeclaration, rows = INITIAL_ROWS) {
    this.#size = rowLayoutOf(declaration).size;
    this.numbers = new Float64Array(rows * this.#size);
  }

  get count(): number {
    return this.#count;
  }

  get(row: number, field: number): number {
    return this.numbers[row * this.#size + field]!;
  }

  set(row: number, field: number, value: number): void {
    this.numbers[row * this.#size + field] = value;
  }

  /** Adds a row, whose every field must be filled in, and returns its number. */
  add(): number {
    const row = this.#count;
    if (row * this.#size === this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.#count = row + 1;
    return row;
  }

  clear(): void {
    this.#count = 0;
  }
}
