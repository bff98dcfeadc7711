import type { Client, Database } from '@assay/platform/db/database';

type Queryable = Pick<Client, 'query'>;

/** Hours of a day, as two people have published them. */
export interface CalendarDayVersion {
  readonly versionId: number;
  readonly calendar: string;
  readonly date: string;
  readonly before: string;
  readonly hours: string | null;
  readonly beginsAt: number;
  readonly reason: string;
  readonly signers: readonly number[];
  readonly publishedAt: number;
}

const COLUMNS = `version_id as "versionId", calendar, date, before, hours, begins_at as "beginsAt",
  reason, signers, published_at as "publishedAt"`;

/** An arbitrary number; the lock keeps two changes from not seeing one another. */
const LOCK = 4_217_735_253;

export class CalendarDayStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Every version, in the order in which they were published. */
  async all(client: Queryable = this.#database.pool): Promise<CalendarDayVersion[]> {
    const { rows } = await client.query<CalendarDayVersion>(
      `select ${COLUMNS} from calendar_day_version order by version_id`,
    );
    return rows;
  }

  /** As all(), and nobody else adds one until the transaction ends. */
  async locked(client: Queryable): Promise<CalendarDayVersion[]> {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    return this.all(client);
  }

  async add(client: Queryable, version: Omit<CalendarDayVersion, 'versionId'>): Promise<number> {
    const { calendar, date, before, hours, beginsAt, reason, signers, publishedAt } = version;
    const { rows } = await client.query<{ versionId: number }>(
      `insert into calendar_day_version
         (calendar, date, before, hours, begins_at, reason, signers, published_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning version_id as "versionId"`,
      [calendar, date, before, hours, beginsAt, reason, signers, publishedAt],
    );
    return rows[0]!.versionId;
  }
}
