import { HOUR } from '@assay/core/time';
import type { Client, Database } from '@assay/platform/db/database';
import type { EventKind } from '../schema/index.ts';

/** Something that happened to an account. */
export interface AccountEvent {
  readonly eventId: number;
  readonly at: number;
  readonly kind: EventKind;
  readonly detail: string;
  readonly network: string;
  readonly place: string;
  readonly userAgent: string;
}

/** When a person logs in, and by what. */
export interface Habits {
  /** The last log-in by a browser that was new to the person; null for none. */
  readonly newDeviceAt: number | null;
  /** The hour of the day, in UTC, of each log-in that is asked for. */
  readonly hours: readonly number[];
}

/** Which part of the log is wanted; times are inclusive. */
export interface LogQuery {
  readonly kind?: string | undefined;
  readonly before?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** The account log; rows are added only. */
export class EventStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /**
   * Adds nothing for the user 0, so that the same is done for an unknown account, and one failed
   * log-in an hour: strangers cause them.
   */
  async add(
    userId: number,
    event: Omit<AccountEvent, 'eventId'>,
    client: Pick<Client, 'query'> = this.#database.pool,
  ): Promise<void> {
    const { at, kind, detail, network, place, userAgent } = event;
    await client.query(
      `insert into account_event (user_id, at, kind, detail, network, place, user_agent)
       select $1::bigint, $2::bigint, $3::text, $4, $5, $6, $7
       where $1::bigint > 0 and not ($3::text = 'loginFailed' and exists (
         select from account_event
         where user_id = $1 and kind = 'loginFailed' and at > $2 - ${HOUR}))`,
      [userId, at, kind, detail, network, place, userAgent],
    );
  }

  async latest(userId: number, kind: EventKind) {
    const { rows } = await this.#database.pool.query<{ at: number; detail: string }>(
      `select at, detail from account_event where user_id = $1 and kind = $2
       order by at desc, event_id desc limit 1`,
      [userId, kind],
    );
    return rows[0] ?? null;
  }

  async happenedAfter(userId: number, kind: EventKind, at: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      'select from account_event where user_id = $1 and kind = $2 and at > $3 limit 1',
      [userId, kind, at],
    );
    return rowCount === 1;
  }

  /** Log-ins since then; of their hours those before `hoursBefore`. */
  async habits(userId: number, since: number, hoursBefore: number): Promise<Habits> {
    const { rows } = await this.#database.pool.query<Habits>(
      `select max(at) filter (where kind = 'newDevice') as "newDeviceAt",
         coalesce(array_agg((at / ${HOUR} % 24)::int) filter (where at < $3), '{}') as hours
       from account_event
       where user_id = $1 and kind in ('login', 'newDevice') and at >= $2`,
      [userId, since, hoursBefore],
    );
    return rows[0]!;
  }

  async list(userId: number, query: LogQuery): Promise<AccountEvent[]> {
    const { rows } = await this.#database.pool.query<AccountEvent>(
      `select event_id as "eventId", at, kind, detail, network, place, user_agent as "userAgent"
       from account_event
       where user_id = $1 and ($2::text is null or kind = $2)
         and ($3::bigint is null or event_id < $3)
         and ($4::bigint is null or at >= $4) and ($5::bigint is null or at <= $5)
       order by event_id desc limit $6`,
      [
        ...[userId, query.kind ?? null, query.before ?? null],
        ...[query.from ?? null, query.to ?? null, query.limit],
      ],
    );
    return rows;
  }
}
