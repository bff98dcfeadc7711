import { DAY } from '@assay/core/time';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { DayRow, EndedRow, optionDay } from '../store/tables.ts';

const COUNTS = { won: 0, lost: 0, tied: 0, voided: 0, sold: 0, crowdRight: 0, crowdWrong: 0 };
const SUMS = { stakes: 0n, fees: 0n, paid: 0n, theory: 0n, refunded: 0n };
const COLUMN = { won: 'won', lost: 'lost', tied: 'tied', void: 'voided', sold: 'sold' } as const;

/** Public statistics, counted as options end. */
export class Days {
  readonly #table: ObjectTable<typeof optionDay>;

  constructor(table: ObjectTable<typeof optionDay>) {
    this.#table = table;
  }

  ended(option: EndedRow): void {
    const { market, result, endedAt, stake, fee, paid, payout } = option;
    const row = this.#row(market, endedAt);
    const column = COLUMN[result];
    const count = { [column]: row[column] + 1 } as Partial<DayRow>;
    if (result === 'void') {
      this.#table.change(row, { ...count, refunded: row.refunded + BigInt(paid) });
      return;
    }
    // Half a unit more or less: the payout is halved downwards.
    const isSettled = result !== 'sold';
    const theory = isSettled ? BigInt(stake + fee - Math.floor(payout / 2)) : 0n;
    this.#table.change(row, {
      ...count,
      stakes: row.stakes + BigInt(stake),
      fees: row.fees + BigInt(fee),
      paid: row.paid + BigInt(paid),
      theory: row.theory + theory,
    });
  }

  /** @returns the day on which it counts */
  crowd(market: string, at: number, isRight: boolean): number {
    const row = this.#row(market, at);
    this.#crowd(row, isRight, 1);
    return row.day;
  }

  /** A window that was wrong says nothing of results. */
  uncount(market: string, day: number, isRight: boolean): void {
    this.#crowd(this.#row(market, day * DAY), isRight, -1);
  }

  /** What is paid for a wrong window counts on the day on which it is paid. */
  madeGood(market: string, at: number, amount: number): void {
    const row = this.#row(market, at);
    this.#table.change(row, { paid: row.paid + BigInt(amount) });
  }

  #crowd(row: DayRow, isRight: boolean, by: number): void {
    const { crowdRight, crowdWrong } = row;
    const change = isRight ? { crowdRight: crowdRight + by } : { crowdWrong: crowdWrong + by };
    this.#table.change(row, change);
  }

  #row(market: string, at: number): DayRow {
    const day = Math.floor(at / DAY);
    return this.#table.get(market, day) ?? this.#table.insert({ market, day, ...COUNTS, ...SUMS });
  }
}
