import type { ChangesOf } from '@assay/core/schema/record';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { Wishes } from '../rules/allocation.ts';
import type { LaunchTerms } from '../schema/commands.ts';
import type { LaunchRow, launch, SubscriptionRow, subscription } from '../store/tables.ts';

/** The subscriptions of one project: by number, and by person. */
interface Book {
  /** At number - 1; a subscription that was withdrawn or is done leaves its place empty. */
  readonly byNumber: (SubscriptionRow | undefined)[];
  readonly byUser: Map<number, SubscriptionRow>;
}

/** Projects and their subscriptions, with the indexes by which they are found. */
export class Launches {
  readonly #launches: ObjectTable<typeof launch>;
  readonly #subscriptions: ObjectTable<typeof subscription>;
  readonly #books = new Map<number, Book>();
  readonly #byUser = new Map<number, Set<SubscriptionRow>>();
  /** Terms never change, so each is read once. */
  readonly #terms = new Map<number, LaunchTerms>();

  constructor(launches: ObjectTable<typeof launch>, table: ObjectTable<typeof subscription>) {
    this.#launches = launches;
    this.#subscriptions = table;
  }

  /** Makes the indexes again after a load. */
  loaded(): void {
    for (const { id, lastNumber } of this.#launches.rows()) {
      this.#books.set(id, { byNumber: new Array(lastNumber).fill(undefined), byUser: new Map() });
    }
    for (const row of this.#subscriptions.rows()) this.#file(row);
  }

  /** All projects, the oldest first. */
  rows(): readonly LaunchRow[] {
    return this.#launches.rows();
  }

  get(id: number): LaunchRow | undefined {
    return this.#launches.get(id);
  }

  terms({ id, terms }: Pick<LaunchRow, 'id' | 'terms'>): LaunchTerms {
    const known = this.#terms.get(id) ?? (JSON.parse(terms) as LaunchTerms);
    this.#terms.set(id, known);
    return known;
  }

  add(row: LaunchRow): LaunchRow {
    this.#books.set(row.id, { byNumber: [], byUser: new Map() });
    return this.#launches.insert(row);
  }

  change(row: LaunchRow, changes: ChangesOf<typeof launch>): void {
    this.#launches.change(row, changes);
  }

  /** The subscription with this number; undefined where there is none any more. */
  at(launchId: number, number: number): SubscriptionRow | undefined {
    return this.#book(launchId).byNumber[number - 1];
  }

  of(launchId: number, userId: number): SubscriptionRow | undefined {
    return this.#book(launchId).byUser.get(userId);
  }

  allOf(userId: number): readonly SubscriptionRow[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  subscriptions(): readonly SubscriptionRow[] {
    return this.#subscriptions.rows();
  }

  /** What was asked for, by number. */
  wishes(launchId: number): Wishes {
    const { byNumber } = this.#book(launchId);
    return { length: byNumber.length, at: (index) => byNumber[index]?.lots ?? 0 };
  }

  /** More of somebody; a first subscription gets the next number. */
  subscribe(project: LaunchRow, userId: number, lots: number, at: number): SubscriptionRow {
    const { id: launchId, totalLots } = project;
    const known = this.of(launchId, userId);
    this.change(project, { totalLots: totalLots + lots });
    if (known !== undefined) {
      this.#subscriptions.change(known, { lots: known.lots + lots });
      return known;
    }
    const number = project.lastNumber + 1;
    this.change(project, { lastNumber: number, people: project.people + 1 });
    const row = { launchId, number, userId, lots, at, allotted: null, released: 0n };
    const kept = this.#subscriptions.insert({ ...row, firstTicket: null });
    this.#file(kept);
    return kept;
  }

  /** Less of somebody; who has nothing left is no longer in it. */
  withdraw(project: LaunchRow, row: SubscriptionRow, lots: number): void {
    this.change(project, { totalLots: project.totalLots - lots });
    if (lots < row.lots) {
      this.#subscriptions.change(row, { lots: row.lots - lots });
      return;
    }
    this.change(project, { people: project.people - 1 });
    this.remove(row);
  }

  /** The list of a lottery is closed: from here on its tickets have numbers. */
  numberTickets(row: SubscriptionRow, firstTicket: number): void {
    this.#subscriptions.change(row, { firstTicket });
  }

  settle(row: SubscriptionRow, allotted: number, released: bigint): void {
    this.#subscriptions.change(row, { allotted, released });
  }

  /** Whatever is still due to it goes to somebody else from here on. */
  give(row: SubscriptionRow, userId: number): void {
    this.#unfile(row);
    this.#subscriptions.change(row, { userId });
    this.#file(row);
  }

  remove(row: SubscriptionRow): void {
    this.#unfile(row);
    this.#subscriptions.delete(row);
  }

  #file(row: SubscriptionRow): void {
    const { byNumber, byUser } = this.#book(row.launchId);
    byNumber[row.number - 1] = row;
    byUser.set(row.userId, row);
    const own = this.#byUser.get(row.userId) ?? new Set();
    this.#byUser.set(row.userId, own.add(row));
  }

  #unfile(row: SubscriptionRow): void {
    const { byNumber, byUser } = this.#book(row.launchId);
    byNumber[row.number - 1] = undefined;
    if (byUser.get(row.userId) === row) byUser.delete(row.userId);
    const own = this.#byUser.get(row.userId);
    own?.delete(row);
    if (own?.size === 0) this.#byUser.delete(row.userId);
  }

  #book(launchId: number): Book {
    return this.#books.get(launchId)!;
  }
}
