import type { Realm } from '@assay/core/ledger/realm';
import type { Database, PoolClient } from '@assay/platform/db/database';

/** A stop that staff ordered and that has not ended. */
export interface EmergencyStop {
  readonly realm: Realm;
  /** What is stopped; see rules.ts. */
  readonly subject: string;
  /** Why, as everybody reads it. */
  readonly reason: string;
  readonly startedAt: number;
  readonly until: number;
  readonly renewals: number;
}

/** What two people go on with; without a reason of its own it has that of the stop before. */
interface Again extends Pick<EmergencyStop, 'realm' | 'subject'> {
  readonly reason?: string | undefined;
}

const STOP = 'realm, subject, reason, started_at as "startedAt", until, renewals';

/** All SQL of the module. */
export class StopStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async active(): Promise<EmergencyStop[]> {
    const { rows } = await this.#database.pool.query<EmergencyStop>(
      `select ${STOP} from emergency_stop where ended_at is null order by started_at, stop_id`,
    );
    return rows;
  }

  /** False when it is stopped already. */
  async start(stop: Omit<EmergencyStop, 'renewals'>): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `insert into emergency_stop (realm, subject, reason, started_at, until)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [stop.realm, stop.subject, stop.reason, stop.startedAt, stop.until],
    );
    return rowCount === 1;
  }

  /** Whether such a stop has ended since then. */
  async endedSince(realm: Realm, subject: string, since: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `select from emergency_stop where realm = $1 and subject = $2 and ended_at > $3 limit 1`,
      [realm, subject, since],
    );
    return rowCount === 1;
  }

  /** False when it is not stopped, or no longer. */
  async extend(
    client: PoolClient,
    { realm, subject, reason }: Again,
    until: number,
    now: number,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `update emergency_stop
       set until = $3, renewals = renewals + 1, reason = coalesce($5, reason)
       where realm = $1 and subject = $2 and ended_at is null and until > $4`,
      [realm, subject, until, now, reason],
    );
    return rowCount === 1;
  }

  /** Begins another stop after one that has ended since then; false when there is none. */
  async startAgain(
    client: PoolClient,
    { realm, subject, reason }: Again,
    { since, now, until }: { readonly since: number; readonly now: number; readonly until: number },
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `insert into emergency_stop (realm, subject, reason, started_at, until)
       select realm, subject, coalesce($3, reason), $4::bigint, $5::bigint from emergency_stop
       where realm = $1 and subject = $2 and ended_at > $6
       order by ended_at desc limit 1
       on conflict do nothing`,
      [realm, subject, reason, now, until, since],
    );
    return rowCount === 1;
  }

  async end(realm: Realm, subject: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update emergency_stop set ended_at = $3
       where realm = $1 and subject = $2 and ended_at is null`,
      [realm, subject, now],
    );
    return rowCount === 1;
  }
}
