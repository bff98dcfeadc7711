import { assert } from '@assay/core/num/integer';
import type { RowOf } from '@assay/core/schema/record';
import type { RefusedWith } from '@assay/core/schema/registry';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { Cluster } from './schema/commands.ts';
import type { clusterMember } from './store/tables.ts';

type Row = RowOf<typeof clusterMember>;

/** Accounts that one cluster has at most: what one command goes through. */
export const MOST_MEMBERS = 1_000;

/** Accounts that are taken for one person. */
export class Clusters {
  readonly #table: ObjectTable<typeof clusterMember>;
  readonly #members = new Map<number, Row[]>();

  constructor(table: ObjectTable<typeof clusterMember>) {
    this.#table = table;
  }

  /** Fills what is kept beside the rows, which were loaded. */
  index(): void {
    this.#members.clear();
    for (const row of this.#table.rows()) this.#add(row);
  }

  areSame(one: number, other: number): boolean {
    const clusterId = this.#table.get(one)?.clusterId;
    return clusterId !== undefined && clusterId === this.#table.get(other)?.clusterId;
  }

  /** The others that are taken for the same person. */
  peersOf(userId: number): number[] {
    const row = this.#table.get(userId);
    const all = row === undefined ? [] : this.#members.get(row.clusterId)!;
    return all.flatMap((one) => (one.userId === userId ? [] : [one.userId]));
  }

  /** Every account that is in one. */
  members(): readonly Row[] {
    return this.#table.rows();
  }

  join(
    userId: number,
    withUserId: number,
    at: number,
  ): Cluster | RefusedWith<'alreadyJoined' | 'clusterFull'> {
    if (this.areSame(userId, withUserId)) return { refusal: 'alreadyJoined' };
    const size = this.#sizeOf(userId) + this.#sizeOf(withUserId);
    if (size > MOST_MEMBERS) return { refusal: 'clusterFull' };
    const rows = [...this.#rowsOf(userId, at), ...this.#rowsOf(withUserId, at)];
    return { clusterId: this.#name(rows), members: rows.length };
  }

  /** False when the account is in none; the last one of a cluster leaves with the one before. */
  leave(userId: number): boolean {
    const row = this.#table.get(userId);
    if (row === undefined) return false;
    const others = this.#members.get(row.clusterId)!.filter((one) => one !== row);
    this.#members.delete(row.clusterId);
    this.#table.delete(row);
    if (others.length === 1) this.#table.delete(others[0]!);
    else this.#name(others);
    return true;
  }

  audit(): void {
    let counted = 0;
    for (const [clusterId, rows] of this.#members) {
      counted += rows.length;
      const lowest = Math.min(...rows.map(({ userId }) => userId));
      const isWhole = lowest === clusterId && rows.every((row) => row.clusterId === clusterId);
      assert(isWhole && rows.length > 1, `cluster ${clusterId} has its members`);
      assert(rows.length <= MOST_MEMBERS, `cluster ${clusterId} is bounded`);
    }
    assert(counted === this.#table.rows().length, 'every member is in a cluster');
  }

  /** Makes these one cluster, by the lowest number of theirs: nobody outside of it has that. */
  #name(rows: readonly Row[]): number {
    const clusterId = Math.min(...rows.map(({ userId }) => userId));
    for (const row of rows) this.#members.delete(row.clusterId);
    for (const row of rows) {
      if (row.clusterId !== clusterId) this.#table.change(row, { clusterId });
      this.#add(row);
    }
    return clusterId;
  }

  #sizeOf(userId: number): number {
    const row = this.#table.get(userId);
    return row === undefined ? 1 : this.#members.get(row.clusterId)!.length;
  }

  /** The members of somebody's cluster; somebody alone becomes one. */
  #rowsOf(userId: number, at: number): readonly Row[] {
    const row = this.#table.get(userId);
    if (row !== undefined) return this.#members.get(row.clusterId)!;
    return [this.#table.insert({ userId, clusterId: userId, joinedAt: at })];
  }

  #add(row: Row): void {
    const rows = this.#members.get(row.clusterId);
    if (rows === undefined) this.#members.set(row.clusterId, [row]);
    else rows.push(row);
  }
}
