import type { ChangesOf, RowOf } from '@assay/core/schema/record';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { EndState } from '../schema/commands.ts';
import type { endedWithdrawal, withdrawal } from '../store/tables.ts';

export type OpenRow = RowOf<typeof withdrawal>;
export type EndedRow = RowOf<typeof endedWithdrawal>;

/** How a withdrawal ended. */
export type Ending = Pick<EndedRow, 'seq' | 'endedAt' | 'endedBy' | 'reason' | 'payout'> & {
  readonly state: EndState;
};

/** The open withdrawals, also by person; one that ends becomes history. */
export class OpenWithdrawals {
  readonly #open: ObjectTable<typeof withdrawal>;
  readonly #ended: HistoryTable<typeof endedWithdrawal>;
  readonly #ofUser = new Map<number, Set<OpenRow>>();

  constructor(open: ObjectTable<typeof withdrawal>, ended: HistoryTable<typeof endedWithdrawal>) {
    this.#open = open;
    this.#ended = ended;
  }

  get(id: number): OpenRow | undefined {
    return this.#open.get(id);
  }

  /** All of them by number. */
  rows(): readonly OpenRow[] {
    return this.#open.rows();
  }

  /** Those of a person by number. */
  of(userId: number): OpenRow[] {
    return [...(this.#ofUser.get(userId) ?? [])].sort((a, b) => a.id - b.id);
  }

  countOf(userId: number): number {
    return this.#ofUser.get(userId)?.size ?? 0;
  }

  /** What those of a person hold of an asset. */
  heldBy(userId: number, asset: number): bigint {
    let held = 0n;
    for (const row of this.#ofUser.get(userId) ?? []) if (row.asset === asset) held += row.amount;
    return held;
  }

  /** After the table was loaded. */
  loaded(): void {
    for (const row of this.#open.rows()) this.#index(row);
  }

  add(row: OpenRow): OpenRow {
    return this.#index(this.#open.insert(row));
  }

  change(row: OpenRow, changes: ChangesOf<typeof withdrawal>): void {
    this.#open.change(row, changes);
  }

  end(row: OpenRow, ending: Ending): EndedRow {
    const ended = { ...row, ...ending };
    this.#open.delete(row);
    const own = this.#ofUser.get(row.userId);
    own?.delete(row);
    if (own?.size === 0) this.#ofUser.delete(row.userId);
    this.#ended.add(ended);
    return ended;
  }

  #index(row: OpenRow): OpenRow {
    const own = this.#ofUser.get(row.userId);
    if (own === undefined) this.#ofUser.set(row.userId, new Set([row]));
    else own.add(row);
    return row;
  }
}
