import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';
import type { Phase } from '../schema/commands.ts';
import type { ResultRow } from './tables.ts';

type Reads = Database['pool'];

export interface Move {
  readonly phase: Phase;
  readonly at: number;
  readonly seq: number;
}

const COLUMNS = `launch_id AS "launchId", number, user_id AS "userId", lots, at, allotted, seq,
  paid_at AS "paidAt", first_ticket AS "firstTicket"`;

/** What of new coins is not in the engine's memory. */
export class LaunchReads {
  readonly #pool: Reads;
  readonly #realm: Realm;

  constructor(pool: Reads, realm: Realm) {
    this.#pool = pool;
    this.#realm = realm;
  }

  async moves(launchId: number): Promise<Move[]> {
    const { rows } = await this.#pool.query<Move>(
      `SELECT phase, at, seq FROM ${this.#realm}.launch_move WHERE launch_id = $1 ORDER BY seq, at`,
      [launchId],
    );
    return rows;
  }

  /** A page of the published file, by number: number, lots asked for, lots allotted. */
  async page(launchId: number, after: number, limit: number): Promise<[number, number, number][]> {
    const { rows } = await this.#pool.query<Pick<ResultRow, 'number' | 'lots' | 'allotted'>>(
      `SELECT number, lots, allotted FROM ${this.#realm}.launch_result
       WHERE launch_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
      [launchId, after, limit],
    );
    return rows.map(({ number, lots, allotted }) => [number, lots, allotted]);
  }

  /** What somebody got, the newest result first. */
  async resultsOf(userId: number, before: number, limit: number): Promise<ResultRow[]> {
    const { rows } = await this.#pool.query<ResultRow>(
      `SELECT ${COLUMNS} FROM ${this.#realm}.launch_result WHERE user_id = $1 AND launch_id < $2
       ORDER BY launch_id DESC LIMIT $3`,
      [userId, before, limit],
    );
    return rows;
  }

  async resultOf(launchId: number, userId: number): Promise<ResultRow | null> {
    const { rows } = await this.#pool.query<ResultRow>(
      `SELECT ${COLUMNS} FROM ${this.#realm}.launch_result
       WHERE user_id = $1 AND launch_id = $2`,
      [userId, launchId],
    );
    return rows[0] ?? null;
  }
}
