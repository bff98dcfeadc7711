import type { Database } from '@assay/platform/db/database';
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

  /** Adds nothing for the user 0, so that the same is done for an unknown account. */
  async add(userId: number, event: Omit<AccountEvent, 'eventId'>): Promise<void> {
    const { at, kind, detail, network, place, userAgent } = event;
    await this.#database.pool.query(
      `insert into account_event (user_id, at, kind, detail, network, place, user_agent)
       select $1::bigint, $2, $3, $4, $5, $6, $7 where $1::bigint > 0`,
      [userId, at, kind, detail, network, place, userAgent],
    );
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
