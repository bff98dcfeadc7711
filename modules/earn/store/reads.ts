import type { Realm } from '@assay/core/ledger/realm';
import { columnsOf } from '@assay/core/schema/record';
import type { Database } from '@assay/platform/db/database';
import type { BookedDay } from '../rules.ts';
import { type DayRow, type EndedRow, endedEarn } from './tables.ts';

type Reads = Database['pool'];
type StoredDay = Omit<DayRow, 'paid' | 'principal'> & Record<'paid' | 'principal', string>;

/** The columns of an ended term by the names of its fields. */
const ENDED = columnsOf(endedEarn)
  .map(({ name, field }) => `${name} AS "${field}"`)
  .join(', ');

/** The last ended term that was shown. */
export interface EndedCursor {
  readonly seq: number;
  readonly id: number;
  readonly term: number;
}

/** What of earn products is not in the engine's memory. */
export class EarnReads {
  readonly #pool: Reads;
  readonly #realm: Realm;

  constructor(pool: Reads, realm: Realm) {
    this.#pool = pool;
    this.#realm = realm;
  }

  /** The latest ended terms of an order, newest first; it may renew for ever. */
  async terms(id: number, limit: number): Promise<EndedRow[]> {
    const { rows } = await this.#pool.query<EndedRow>(
      `SELECT ${ENDED} FROM ${this.#realm}.ended_earn WHERE id = $1 ORDER BY term DESC LIMIT $2`,
      [id, limit],
    );
    return rows;
  }

  /** Ended terms of a person, newest first. */
  async endedOf(userId: number, before: EndedCursor | null, limit: number): Promise<EndedRow[]> {
    const { seq, id, term } = before ?? { seq: Number.MAX_SAFE_INTEGER, id: 0, term: 0 };
    const { rows } = await this.#pool.query<EndedRow>(
      `SELECT ${ENDED} FROM ${this.#realm}.ended_earn
       WHERE user_id = $1 AND seq <= $2 AND (seq, id, term) < ($2, $3, $4)
       ORDER BY seq DESC, id DESC, term DESC LIMIT $5`,
      [userId, seq, id, term, limit],
    );
    return rows;
  }

  /** What ended terms of a person have brought, by asset, less what redemptions have cost. */
  async incomeOf(userId: number): Promise<{ readonly asset: number; readonly income: bigint }[]> {
    const { rows } = await this.#pool.query<{ asset: number; income: string }>(
      `SELECT asset, income::text FROM ${this.#realm}.earn_income
       WHERE user_id = $1 ORDER BY asset`,
      [userId],
    );
    return rows.map(({ asset, income }) => ({ asset, income: BigInt(income) }));
  }

  /** What a day has brought to orders that ended with it. */
  async endedOn(
    userId: number,
    day: number,
  ): Promise<{ readonly asset: number; readonly amount: bigint }[]> {
    const { rows } = await this.#pool.query<{ asset: number; amount: string }>(
      `SELECT e.asset, sum(a.amount)::text AS amount FROM ${this.#realm}.ended_earn e
       JOIN ${this.#realm}.earn_accrual a ON a.order_id = e.id AND a.day = $2
       WHERE e.user_id = $1 AND e.first_day <= $2 AND e.first_day + e.days > $2
       GROUP BY e.asset ORDER BY e.asset`,
      [userId, day],
    );
    return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
  }

  /** The latest booked days of an order, oldest first. */
  async accruals(
    orderId: number,
    limit: number,
  ): Promise<{ readonly day: number; readonly amount: number }[]> {
    const { rows } = await this.#pool.query<{ day: number; amount: number }>(
      `SELECT day, amount FROM ${this.#realm}.earn_accrual WHERE order_id = $1
       ORDER BY day DESC LIMIT $2`,
      [orderId, limit],
    );
    return rows.reverse();
  }

  /** The booked days of a product from `since` on, oldest first. */
  async days(product: string, since: number): Promise<DayRow[]> {
    const { rows } = await this.#pool.query<StoredDay>(
      `SELECT product, day, paid::text, principal::text, orders FROM ${this.#realm}.earn_day
       WHERE product = $1 AND day >= $2 ORDER BY day`,
      [product, since],
    );
    return rows.map((row) => ({
      ...row,
      paid: BigInt(row.paid),
      principal: BigInt(row.principal),
    }));
  }

  /** Of every product the booked days from `since` on, oldest first. */
  async lastDays(since: number): Promise<ReadonlyMap<string, readonly BookedDay[]>> {
    const { rows } = await this.#pool.query<{ product: string; paid: string; principal: string }>(
      `SELECT product, paid::text, principal::text FROM ${this.#realm}.earn_day WHERE day >= $1
       ORDER BY product, day`,
      [since],
    );
    const days = new Map<string, BookedDay[]>();
    for (const { product, paid, principal } of rows) {
      const own = days.get(product) ?? [];
      own.push({ paid: BigInt(paid), principal: BigInt(principal) });
      days.set(product, own);
    }
    return days;
  }
}
