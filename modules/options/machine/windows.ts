import { createHash } from 'node:crypto';
import { DAY } from '@assay/core/time';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { lineOf, missingOf } from '../rules/made-good.ts';
import type { EndedRow, optionWindow, WindowRow } from '../store/tables.ts';
import { compare, keyOf, type SeriesKey } from './open-options.ts';

/** For how long after its expiry a window can be declared wrong. */
const KEPT_MS = 30 * DAY;
/** Options of one part: as many as one command pays at most. */
export const PART_LINES = 200;
/** Old parts that go with each new one, so that they become fewer whatever their number is. */
const GONE_WITH_ONE = 2;

/** What settled windows would owe if they were wrong (decision 0116). */
export class SettledWindows {
  readonly #table: ObjectTable<typeof optionWindow>;
  /** The last part of each window, and what stands, the oldest first. */
  readonly #last = new Map<string, WindowRow>();
  #standing: WindowRow[] = [];
  /** Few, and mostly none, while the table has all windows of thirty days. */
  readonly #owed = new Set<WindowRow>();

  constructor(table: ObjectTable<typeof optionWindow>) {
    this.#table = table;
  }

  loaded(): void {
    for (const row of this.#table.rows()) {
      const last = this.#last.get(keyOf(row));
      if (last === undefined || last.part < row.part) this.#last.set(keyOf(row), row);
      if (row.declaredBy === null) this.#standing.push(row);
      else this.#owed.add(row);
    }
    this.#standing.sort(comparePart);
  }

  /** A window has its price. */
  settled(series: SeriesKey, at: number): void {
    this.#begin(series, 0, at);
  }

  /**
   * One of its options has ended. A window that an earlier build decided has no row, since what it
   * has paid is not known here.
   */
  ended(row: EndedRow, at: number): void {
    const missing = missingOf(row);
    let last = this.#last.get(keyOf(row));
    if (missing === 0 || last === undefined) return;
    if (last.count === PART_LINES) last = this.#begin(row, last.part + 1, at);
    this.#table.change(last, {
      count: last.count + 1,
      missing: last.missing + BigInt(missing),
      hash: hashOf(last.hash, lineOf(row)),
    });
  }

  /** It was taken into the test of independence. */
  counted({ market, expiresAt, windowMs }: SeriesKey, isRight: boolean, day: number): void {
    const first = this.#table.get(market, expiresAt, windowMs, 0);
    if (first === undefined) return;
    this.#table.change(first, { crowd: isRight ? 'right' : 'wrong', crowdDay: day });
  }

  /** The parts of windows that stand and have a moment of the span, the oldest first. */
  within(isOf: (market: string) => boolean, from: number, to: number, now: number): WindowRow[] {
    return this.#standing.filter(
      ({ market, expiresAt, windowMs }) =>
        expiresAt >= Math.max(from, now - KEPT_MS) && expiresAt - windowMs < to && isOf(market),
    );
  }

  /** They are wrong: what is missing to their options is owed. */
  declare(rows: readonly WindowRow[], seq: number): void {
    const wrong = new Set(rows);
    this.#standing = this.#standing.filter((row) => !wrong.has(row));
    for (const row of rows) {
      if (row.count === 0) this.remove(row);
      else {
        this.#table.change(row, { declaredBy: seq });
        this.#owed.add(row);
      }
    }
  }

  /** What is owed, the oldest first. */
  owed(): WindowRow[] {
    return [...this.#owed].sort(comparePart);
  }

  /** The owed part that has just these lines; null: there is none. */
  owedBy({ market, expiresAt, windowMs }: SeriesKey, part: number, lines: readonly string[]) {
    const row = this.#table.get(market, expiresAt, windowMs, part);
    if (row === undefined || row.declaredBy === null || lines.length !== row.count) return null;
    return lines.reduce(hashOf, '') === row.hash ? row : null;
  }

  #begin({ market, expiresAt, windowMs }: SeriesKey, part: number, at: number): WindowRow {
    const row = this.#table.insert({
      ...{ market, expiresAt, windowMs, part, count: 0, missing: 0n, hash: '' },
      ...{ crowd: '', crowdDay: 0, declaredBy: null },
    });
    this.#last.set(keyOf(row), row);
    let place = this.#standing.length;
    while (place > 0 && comparePart(this.#standing[place - 1]!, row) > 0) place -= 1;
    this.#standing.splice(place, 0, row);
    for (let gone = 0; gone < GONE_WITH_ONE; gone += 1) {
      const oldest = this.#standing[0];
      // A window that is settled late begins as old as that.
      const isGone = oldest !== undefined && oldest.expiresAt < at - KEPT_MS;
      if (!isGone || keyOf(oldest) === keyOf(row)) break;
      this.#standing.shift();
      this.remove(oldest);
    }
    return row;
  }

  /** A part is paid, or too old to be wrong. */
  remove(row: WindowRow): void {
    this.#table.delete(row);
    this.#owed.delete(row);
    if (this.#last.get(keyOf(row)) === row) this.#last.delete(keyOf(row));
  }
}

const hashOf = (before: string, line: string): string =>
  createHash('sha256').update(`${before}\n${line}`).digest('hex');

const comparePart = (one: WindowRow, other: WindowRow): number =>
  compare(one, other) || one.part - other.part;
