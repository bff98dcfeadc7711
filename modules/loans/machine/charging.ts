import { PriceQueue } from '@assay/core/position/price-queue';
import type { Turn } from '@assay/core/schema/turn';
import { DAY } from '@assay/core/time';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import {
  chargeDay,
  daysBegun,
  isOverdue,
  isSpent,
  type Loan,
  type LoanBooks,
  loanOf,
  owedOf,
  type Parts,
} from '../rules/index.ts';
import type { EndedLoanRow, LoanRow, loan, loanDay } from '../store/tables.ts';
import type { LoanProducts } from './products.ts';

/** Charges each day of each loan once, in its order, also long after it has begun. */
export class Charging {
  readonly #open: ObjectTable<typeof loan>;
  readonly #days: HistoryTable<typeof loanDay>;
  readonly #products: LoanProducts;
  /** What follows from the terms of open loans. */
  readonly #loans = new Map<number, Loan>();
  /** Signed ones by when their next day begins. */
  #due = new PriceQueue(1);

  constructor(
    open: ObjectTable<typeof loan>,
    days: HistoryTable<typeof loanDay>,
    products: LoanProducts,
  ) {
    this.#open = open;
    this.#days = days;
    this.#products = products;
  }

  forget(loanId: number): void {
    this.#loans.delete(loanId);
    this.#due.remove(loanId);
  }

  /** Begins again with the rows that are there. */
  load(): void {
    this.#loans.clear();
    this.#due = new PriceQueue(1);
    for (const row of this.#open.rows()) this.#wait(row);
  }

  /** The loan whose day has begun first and is not charged. */
  first(at: number): LoanRow | undefined {
    const id = this.#due.reached(at);
    return id === undefined ? undefined : this.#open.get(id);
  }

  #wait({ id, issuedAt, days }: LoanRow): void {
    if (issuedAt > 0) this.#due.set(id, issuedAt + days * DAY + 1);
  }

  loanOf({ id, product, version, amount }: LoanRow | EndedLoanRow): Loan {
    const known = this.#loans.get(id);
    if (known !== undefined) return known;
    const terms = this.#products.get(product, version);
    if (terms === undefined) throw new Error(`loan ${id} has no terms`);
    const made = loanOf({ ...terms, amount });
    this.#loans.set(id, made);
    return made;
  }

  /** How many days of it have begun and are not charged. */
  lacks({ issuedAt, days }: LoanRow, at: number): number {
    return issuedAt === 0 ? 0 : daysBegun(issuedAt, at) - days;
  }

  /** What is owed once everything is charged that has begun; changes nothing. */
  owedAt(row: LoanRow, at: number): Parts {
    const one = this.loanOf(row);
    let books = booksOf(row);
    for (let n = this.lacks(row, at); n > 0 && !isSpent(one, books); n -= 1) {
      books = chargeDay(one, books).books;
    }
    return owedOf(one, books);
  }

  /** Charges days that have begun, at most so many; how many it were. */
  charge(row: LoanRow, { seq, at }: Turn, most = Number.POSITIVE_INFINITY): number {
    const one = this.loanOf(row);
    const lacks = this.lacks(row, at);
    let books = booksOf(row);
    let count = 0;
    for (; count < lacks && count < most && !isSpent(one, books); count += 1) {
      const { books: after, charge } = chargeDay(one, books);
      this.#days.add({ loanId: row.id, day: books.days, ...charge, seq });
      books = after;
    }
    // Days that cost nothing any more are counted without a row.
    if (count < most && isSpent(one, books)) books = { ...books, days: row.days + lacks };
    if (books.days > row.days) {
      const state = isOverdue(one, books) ? 'overdue' : 'issued';
      this.#open.change(row, { ...books, state });
      this.#wait(row);
    }
    return count;
  }
}

export function booksOf(row: LoanRow): LoanBooks {
  const { days, repaid, interest, interestPaid, penalty, penaltyPaid, interestDue } = row;
  return { days, repaid, interest, interestPaid, penalty, penaltyPaid, interestDue };
}
