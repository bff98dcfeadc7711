import { assert } from '@assay/core/num/integer';
import { MAX_OPEN_LOANS } from '../rules/index.ts';
import type { LoanRow } from '../store/tables.ts';

type Of = Pick<LoanRow, 'userId' | 'application'>;

/** Whose loans are open, and of which applications, so that no command goes over all of them. */
export class LoanIndex {
  readonly #counts = new Map<number, number>();
  readonly #applications = new Set<string>();

  countOf(userId: number): number {
    return this.#counts.get(userId) ?? 0;
  }

  has(application: string): boolean {
    return this.#applications.has(application);
  }

  add({ userId, application }: Of): void {
    this.#counts.set(userId, this.countOf(userId) + 1);
    this.#applications.add(application);
  }

  remove({ userId, application }: Of): void {
    const count = this.countOf(userId) - 1;
    if (count === 0) this.#counts.delete(userId);
    else this.#counts.set(userId, count);
    this.#applications.delete(application);
  }

  load(rows: readonly Of[]): void {
    this.#counts.clear();
    this.#applications.clear();
    for (const row of rows) this.add(row);
  }

  /** It says of all rows what they say themselves. */
  audit(rows: readonly Of[]): void {
    const fresh = new LoanIndex();
    fresh.load(rows);
    assert(this.#counts.size === fresh.#counts.size, 'each person with a loan is counted');
    for (const [userId, count] of fresh.#counts) {
      assert(this.countOf(userId) === count, `${userId} has ${count} loans`);
      assert(count <= MAX_OPEN_LOANS, `${count} open loans of ${userId}`);
    }
    const isSame = rows.every(({ application }) => this.has(application));
    assert(isSame && this.#applications.size === rows.length, 'each application is known once');
  }
}
