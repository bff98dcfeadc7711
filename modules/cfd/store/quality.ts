import type { Realm } from '@assay/core/ledger/realm';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import type { Executed, QualityRow } from '../rules/quality.ts';

type Pool = Pick<Database, 'pool'>;
type Queryable = Pick<PoolClient, 'query'>;

/** Receipts that one run of the job reads at most, but for those of one command. */
const SLICE = 2_000;

/** A receipt with the name and the size of its contract, as it is counted. */
export type Counted = Executed & { readonly seq: number };

type Stored = Record<keyof Counted, string | number>;

/** Sums of the quality of execution in one realm. */
export class QualityStore {
  readonly #db: Pool;
  readonly #realm: Realm;

  constructor(db: Pool, realm: Realm) {
    this.#db = db;
    this.#realm = realm;
  }

  /**
   * Hands out the receipts that are not counted yet, of whole commands, and adds what `count` makes
   * of them: sums and progress change in one transaction, under the lock of the progress, so that
   * nothing is counted twice. How many there were.
   */
  counting(count: (receipts: readonly Counted[]) => readonly QualityRow[]): Promise<number> {
    return transaction(this.#db.pool, async (client) => {
      const { rows } = await client.query<{ seq: number }>(
        `SELECT seq FROM ${this.#realm}.cfd_quality_progress FOR UPDATE`,
      );
      const receipts = await this.#after(client, rows[0]?.seq ?? 0);
      const last = receipts.at(-1);
      if (last === undefined) return 0;
      await this.#add(client, count(receipts));
      await client.query(`UPDATE ${this.#realm}.cfd_quality_progress SET seq = $1`, [last.seq]);
      return receipts.length;
    });
  }

  /** Adds what was not a receipt: orders that were refused. */
  async add(rows: readonly QualityRow[]): Promise<void> {
    await this.#add(this.#db.pool, rows);
  }

  /** Sums of somebody, or of all, from a month on; the latest month first. */
  async read(userId: number, month: number): Promise<QualityRow[]> {
    const { rows } = await this.#db.pool.query<
      Omit<QualityRow, 'betterBy' | 'worseBy'> & { betterBy: string; worseBy: string }
    >(
      `SELECT user_id AS "userId", month, contract, ending, reason, count, measured, better, worse,
         better_by::text AS "betterBy", worse_by::text AS "worseBy", timed,
         wait_ms::float8 AS "waitMs", longest_ms AS "longestMs", within_1s AS "within1s",
         within_2s AS "within2s", within_5s AS "within5s"
       FROM ${this.#realm}.cfd_quality WHERE user_id = $1 AND month >= $2
       ORDER BY month DESC, contract, ending, reason`,
      [userId, month],
    );
    return rows.map((row) => ({
      ...row,
      betterBy: BigInt(row.betterBy),
      worseBy: BigInt(row.worseBy),
    }));
  }

  async #after(client: Queryable, seq: number): Promise<Counted[]> {
    const read = async (where: string, values: readonly unknown[]) => {
      const { rows } = await client.query<Stored>(
        `SELECT r.seq, r.user_id AS "userId", r.kind, r.why, c.symbol AS contract,
           c.contract_size::text AS "contractSize", r.side, r.lots::text, r.price, r.reference,
           r.asked_at AS "askedAt", r.tick_at AS "tickAt", r.at,
           r.conversion_price AS "conversionPrice", c.conversion_way AS "conversionWay"
         FROM ${this.#realm}.cfd_receipt r JOIN ${this.#realm}.cfd_contract c ON c.id = r.contract
         ${where}`,
        [...values],
      );
      return rows.map(countedRow);
    };
    const rows = await read('WHERE r.seq > $1 ORDER BY r.seq, r.n LIMIT $2', [seq, SLICE]);
    if (rows.length < SLICE) return rows;
    const last = rows.at(-1)!.seq;
    const rest = await read('WHERE r.seq = $1 ORDER BY r.n', [last]);
    return [...rows.filter((row) => row.seq < last), ...rest];
  }

  async #add(client: Queryable, rows: readonly QualityRow[]): Promise<void> {
    if (rows.length === 0) return;
    // In one order, so that two who add never wait for each other in a circle.
    const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const column = (name: keyof QualityRow) => sorted.map((row) => String(row[name]));
    await client.query(
      `INSERT INTO ${this.#realm}.cfd_quality AS q (user_id, month, contract, ending, reason,
         count, measured, better, worse, better_by, worse_by, timed, wait_ms, longest_ms,
         within_1s, within_2s, within_5s)
       SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[],
         $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::numeric[], $11::numeric[],
         $12::bigint[], $13::numeric[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])
       ON CONFLICT (user_id, month, contract, ending, reason) DO UPDATE SET
         count = q.count + excluded.count, measured = q.measured + excluded.measured,
         better = q.better + excluded.better, worse = q.worse + excluded.worse,
         better_by = q.better_by + excluded.better_by, worse_by = q.worse_by + excluded.worse_by,
         timed = q.timed + excluded.timed, wait_ms = q.wait_ms + excluded.wait_ms,
         longest_ms = greatest(q.longest_ms, excluded.longest_ms),
         within_1s = q.within_1s + excluded.within_1s, within_2s = q.within_2s + excluded.within_2s,
         within_5s = q.within_5s + excluded.within_5s`,
      [
        ...(['userId', 'month', 'contract', 'ending', 'reason', 'count'] as const).map(column),
        ...(['measured', 'better', 'worse', 'betterBy', 'worseBy', 'timed'] as const).map(column),
        ...(['waitMs', 'longestMs', 'within1s', 'within2s', 'within5s'] as const).map(column),
      ],
    );
  }
}

const keyOf = ({ userId, month, contract, ending, reason }: QualityRow) =>
  [String(userId).padStart(16, '0'), month, contract, ending, reason].join(' ');

function countedRow(row: Stored): Counted {
  const { lots, contractSize } = row;
  return { ...row, lots: BigInt(lots), contractSize: BigInt(contractSize) } as unknown as Counted;
}
