import { assert } from '@assay/core/num/integer';
import type { ChangesOf, RowOf } from '@assay/core/schema/record';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { feeVoucher } from './tables.ts';

type Voucher = RowOf<typeof feeVoucher>;

/** Of a task's vouchers, in units of 1e-8: what they have given, and what open ones can give. */
interface Sum {
  paid: bigint;
  open: bigint;
}

/**
 * All vouchers, with what follows from them: whose they are, which are open, and what those of each
 * task have given. It changes with the rows, so that nobody goes over those that have ended.
 */
export class KeptVouchers {
  readonly #table: ObjectTable<typeof feeVoucher>;
  readonly #ofUser = new Map<number, Voucher[]>();
  readonly #open = new Map<number, Voucher>();
  readonly #sums = new Map<number, Sum>();

  constructor(table: ObjectTable<typeof feeVoucher>) {
    this.#table = table;
  }

  /** After the rows were loaded. */
  loaded(): void {
    for (const index of [this.#ofUser, this.#open, this.#sums]) index.clear();
    for (const row of this.rows()) this.#add(row);
  }

  get(voucherId: number): Voucher | undefined {
    return this.#table.get(voucherId);
  }

  rows(): readonly Voucher[] {
    return this.#table.rows();
  }

  /** Those of a person, in the order in which they were taken. */
  of(userId: number): readonly Voucher[] {
    return this.#ofUser.get(userId) ?? [];
  }

  /** Those that can still give something, by number. */
  open(): Voucher[] {
    return [...this.#open.values()].sort((a, b) => a.voucherId - b.voucherId);
  }

  sumOf(taskId: number): Readonly<Sum> {
    return this.#sums.get(taskId) ?? { paid: 0n, open: 0n };
  }

  insert(row: Voucher): Voucher {
    const kept = this.#table.insert(row);
    this.#add(kept);
    return kept;
  }

  change(row: Voucher, changes: ChangesOf<typeof feeVoucher>): void {
    this.#count(row, -1n);
    this.#table.change(row, changes);
    this.#count(row, 1n);
  }

  audit(): void {
    const sums = new Map<number, Sum>();
    let open = 0;
    for (const row of this.rows()) {
      count(sums, row, 1n);
      if (row.endedAt === null) open += 1;
      assert(
        this.#open.has(row.voucherId) === (row.endedAt === null),
        'what has not ended is open',
      );
    }
    assert(open === this.#open.size, 'what is open is there');
    for (const [taskId, { paid, open: left }] of sums) {
      const kept = this.sumOf(taskId);
      assert(kept.paid === paid && kept.open === left, `task ${taskId} has its sums`);
    }
  }

  #add(row: Voucher): void {
    const own = this.#ofUser.get(row.userId);
    if (own === undefined) this.#ofUser.set(row.userId, [row]);
    else own.push(row);
    this.#count(row, 1n);
  }

  #count(row: Voucher, by: 1n | -1n): void {
    count(this.#sums, row, by);
    if (row.endedAt === null && by > 0n) this.#open.set(row.voucherId, row);
    else this.#open.delete(row.voucherId);
  }
}

function count(sums: Map<number, Sum>, row: Voucher, by: 1n | -1n): void {
  const { taskId, amount, remaining, endedAt } = row;
  const sum = sums.get(taskId) ?? { paid: 0n, open: 0n };
  sum.paid += by * BigInt(amount - remaining);
  if (endedAt === null) sum.open += by * BigInt(remaining);
  sums.set(taskId, sum);
}
