import type { Realm } from '@assay/core/ledger/realm';
import type { RowOf } from '@assay/core/schema/record';
import type { Database } from '@assay/platform/db/database';
import { readRows } from '@assay/platform/engine/tables/load';
import { lineOf } from '../rules/made-good.ts';
import {
  type EndedRow,
  endedOption,
  type MadeGoodRow,
  type MadeGoodSpan,
  madeGoodOption,
  optionDay,
  optionMadeGood,
  optionSettlement,
  optionVoid,
  type WindowRow,
} from './tables.ts';

type Reads = Database['pool'];
type SettlementRow = RowOf<typeof optionSettlement>;

const MOST_VOIDS = 50;

/** What of options is not in the engine's memory. */
export class OptionReads {
  readonly #pool: Reads;
  readonly #realm: Realm;

  constructor(pool: Reads, realm: Realm) {
    this.#pool = pool;
    this.#realm = realm;
  }

  async ended(id: number): Promise<EndedRow | undefined> {
    return (await readRows(this.#pool, this.#realm, endedOption, 'id', id))[0];
  }

  /** The options of a person that ended, the newest first. */
  async endedOf(userId: number, before: number, limit: number): Promise<EndedRow[]> {
    const { rows } = await this.#pool.query<{ id: number }>(
      `SELECT id FROM ${this.#realm}.ended_option WHERE user_id = $1 AND id < $2
       ORDER BY id DESC LIMIT $3`,
      [userId, before, limit],
    );
    const ids = rows.map(({ id }) => id);
    const found = await readRows(this.#pool, this.#realm, endedOption, 'id', ids);
    return found.sort((one, other) => other.id - one.id);
  }

  async settlement(
    market: string,
    expiresAt: number,
    windowMs: number,
  ): Promise<SettlementRow | undefined> {
    const { rows } = await this.#pool.query<{ seq: number }>(
      `SELECT seq FROM ${this.#realm}.option_settlement
       WHERE market = $1 AND expires_at = $2 AND window_ms = $3`,
      [market, expiresAt, windowMs],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const found = await readRows(this.#pool, this.#realm, optionSettlement, 'seq', first.seq);
    return found.find(
      (row) => row.market === market && row.expiresAt === expiresAt && row.windowMs === windowMs,
    );
  }

  /** Postings of a command from or to a range of accounts. */
  async postings(
    seq: number,
    from: number,
    to: number,
  ): Promise<{ from: number; to: number; amount: number; purpose: number }[]> {
    const { rows } = await this.#pool.query<{
      from: number;
      to: number;
      amount: number;
      purpose: number;
    }>(
      `SELECT from_account AS "from", to_account AS "to", amount, purpose
       FROM ${this.#realm}.posting WHERE seq = $1
         AND (from_account BETWEEN $2 AND $3 OR to_account BETWEEN $2 AND $3)`,
      [seq, from, to],
    );
    return rows;
  }

  async days(since: number): Promise<RowOf<typeof optionDay>[]> {
    const { rows } = await this.#pool.query<{ day: number }>(
      `SELECT DISTINCT day FROM ${this.#realm}.option_day WHERE day >= $1 ORDER BY day DESC`,
      [since],
    );
    const days = rows.map(({ day }) => day);
    const found = await readRows(this.#pool, this.#realm, optionDay, 'day', days);
    return found.sort((one, other) => other.day - one.day);
  }

  async voided(): Promise<RowOf<typeof optionVoid>[]> {
    const { rows } = await this.#pool.query<{ seq: number }>(
      `SELECT seq FROM ${this.#realm}.option_void ORDER BY seq DESC LIMIT $1`,
      [MOST_VOIDS],
    );
    const seqs = rows.map(({ seq }) => seq);
    const found = await readRows(this.#pool, this.#realm, optionVoid, 'seq', seqs);
    return found.sort((one, other) => other.seq - one.seq);
  }

  /** Spans whose settled windows were declared wrong, the newest first. */
  async madeGoodSpans(seqs?: readonly number[]): Promise<MadeGoodSpan[]> {
    const { rows } = await this.#pool.query<{ seq: number }>(
      `SELECT DISTINCT seq FROM ${this.#realm}.option_made_good
       WHERE $1::bigint[] IS NULL OR seq = ANY ($1) ORDER BY seq DESC LIMIT $2`,
      [seqs ?? null, MOST_VOIDS],
    );
    const found = await readRows(
      this.#pool,
      this.#realm,
      optionMadeGood,
      'seq',
      rows.map(({ seq }) => seq),
    );
    return found.sort((one, other) => other.seq - one.seq || one.asset - other.asset);
  }

  /** What was paid for those of some options whose windows were wrong. */
  async madeGood(ids: readonly number[]): Promise<MadeGoodRow[]> {
    return readRows(this.#pool, this.#realm, madeGoodOption, 'id', ids);
  }

  /** The options to which a part of a window owes something, as the engine has hashed them. */
  async linesOf(
    { market, expiresAt, windowMs, part }: WindowRow,
    length: number,
  ): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: number }>(
      `SELECT id FROM ${this.#realm}.ended_option
       WHERE market = $1 AND expires_at = $2 AND window_ms = $3
         AND result IN ('won', 'lost', 'tied') AND paid < stake + fee
       ORDER BY id LIMIT $4 OFFSET $5`,
      [market, expiresAt, windowMs, length, part * length],
    );
    const ids = rows.map(({ id }) => id);
    const found = await readRows(this.#pool, this.#realm, endedOption, 'id', ids);
    return found.sort((one, other) => one.id - other.id).map(lineOf);
  }

  /**
   * The fees of options that ended in the commands after..upTo, were not void and not made good,
   * by person; of these people alone, if given.
   */
  async keptFees(
    after: number,
    upTo: number,
    users?: readonly number[],
  ): Promise<{ readonly userId: number; readonly market: string; readonly fee: bigint }[]> {
    const ofThem = users === undefined ? '' : 'AND user_id = ANY ($3)';
    const { rows } = await this.#pool.query<{ userId: number; market: string; fee: string }>(
      `SELECT user_id AS "userId", market, sum(fee)::text AS fee FROM ${this.#realm}.ended_option
       WHERE seq > $1 AND seq <= $2 AND result <> 'void' AND fee > 0
         AND voucher_id IS NULL ${ofThem}
         AND NOT EXISTS (SELECT FROM ${this.#realm}.made_good_option m WHERE m.id = ended_option.id)
       GROUP BY user_id, market ORDER BY user_id, market`,
      [after, upTo, ...(users === undefined ? [] : [users])],
    );
    return rows.map(({ fee, ...row }) => ({ ...row, fee: BigInt(fee) }));
  }

  /** What options of a person that ended up to a command have made, by market. */
  async resultOf(
    userId: number,
    upTo: number,
  ): Promise<{ readonly market: string; readonly result: bigint }[]> {
    const { rows } = await this.#pool.query<{ market: string; result: string }>(
      `SELECT market, sum(result)::text AS result FROM (
         SELECT market, CASE WHEN voucher_id IS NULL THEN paid - stake - fee
           WHEN result IN ('won', 'sold') THEN greatest(paid - stake, 0) ELSE 0 END AS result
         FROM ${this.#realm}.ended_option WHERE user_id = $1 AND seq <= $2
         UNION ALL
         SELECT market, own FROM ${this.#realm}.made_good_option WHERE user_id = $1 AND seq <= $2
       ) AS made GROUP BY market`,
      [userId, upTo],
    );
    return rows.map(({ market, result }) => ({ market, result: BigInt(result) }));
  }

  /** Stakes of a person that count as turnover: of options that ended and were not void. */
  async turnoverOf(userId: number): Promise<{ readonly market: string; readonly stake: bigint }[]> {
    const { rows } = await this.#pool.query<{ market: string; stake: string }>(
      `SELECT market, sum(stake)::text AS stake FROM ${this.#realm}.ended_option
       WHERE user_id = $1 AND result <> 'void' AND voucher_id IS NULL GROUP BY market`,
      [userId],
    );
    return rows.map(({ market, stake }) => ({ market, stake: BigInt(stake) }));
  }
}
