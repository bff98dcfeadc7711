import type { Role } from '@assay/core/approval/rights';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import { OWN_ACCOUNTS_MAX } from '../rules.ts';

/** A member of staff as stored. */
export interface Member {
  readonly operatorId: number;
  readonly person: number;
  readonly name: string;
  readonly roles: Role[];
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Whether they have a factor to come back with. */
  readonly enrolled: boolean;
  /** Whether it is a passkey, without which one only reads. */
  readonly signs: boolean;
  /** The customer accounts that this person has. */
  readonly accounts: number[];
}

/** A member of staff in the list, with when they were last here. */
export interface ListedMember extends Member {
  readonly lastSeenAt: number | null;
}

/** The customer accounts of the person of an `operator o`. */
export const ACCOUNTS_OF_PERSON = `array(select user_id from staff_account a
    where a.person_id = o.person_id order by user_id)`;

const MEMBER = `o.operator_id as "operatorId", o.person_id as person, o.name, o.roles,
  o.created_at as "createdAt", o.ended_at as "endedAt",
  exists (select from operator_passkey f where f.operator_id = o.operator_id) as signs,
  exists (select from operator_passkey f where f.operator_id = o.operator_id)
    or exists (select from operator_totp f
      where f.operator_id = o.operator_id and f.confirmed_at is not null) as enrolled,
  ${ACCOUNTS_OF_PERSON} as accounts`;

/** Who the staff are is decided by one at a time. */
const FOUNDERS_LOCK = 4_217_735_246;

type Queries = Pick<PoolClient, 'query'>;

/** Members of staff, and the persons that they are. */
export class StaffStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async list(client: Queries = this.#database.pool): Promise<ListedMember[]> {
    const { rows } = await client.query<ListedMember>(
      `select ${MEMBER}, (select max(last_seen_at) from operator_session s
         where s.operator_id = o.operator_id) as "lastSeenAt"
       from operator o order by o.operator_id`,
    );
    return rows;
  }

  /** The same, which nobody changes before this transaction ends. */
  async listLocked(client: Queries): Promise<ListedMember[]> {
    await client.query('select pg_advisory_xact_lock($1)', [FOUNDERS_LOCK]);
    return this.list(client);
  }

  async member(operatorId: number, client: Queries = this.#database.pool): Promise<Member | null> {
    const { rows } = await client.query<Member>(
      `select ${MEMBER} from operator o where operator_id = $1`,
      [operatorId],
    );
    return rows[0] ?? null;
  }

  async hasPerson(person: number, client: Queries): Promise<boolean> {
    const { rowCount } = await client.query('select from staff_person where person_id = $1', [
      person,
    ]);
    return rowCount === 1;
  }

  /** Makes an account of staff; `person` null: of somebody new. */
  async add(
    client: Queries,
    made: { name: string; person: number | null; roles: readonly Role[]; now: number },
  ): Promise<number> {
    const { rows } = await client.query<{ id: number }>(
      `with fresh as (
         insert into staff_person (created_at) select $4::bigint where $2::bigint is null
         returning person_id)
       insert into operator (name, person_id, roles, created_at)
       values ($1, coalesce($2::bigint, (select person_id from fresh)), $3, $4)
       returning operator_id as id`,
      [made.name, made.person, made.roles, made.now],
    );
    return rows[0]!.id;
  }

  /** Adds an account to those that a person has; false when they have too many. */
  async addAccount(person: number, userId: number, now: number): Promise<boolean> {
    const { pool } = this.#database;
    await pool.query(
      `insert into staff_account (person_id, user_id, since)
       select $1, $2, $3 where $4 > (select count(*) from staff_account where person_id = $1)
       on conflict do nothing`,
      [person, userId, now, OWN_ACCOUNTS_MAX],
    );
    const { rowCount } = await pool.query(
      'select from staff_account where person_id = $1 and user_id = $2',
      [person, userId],
    );
    return rowCount === 1;
  }

  /** Says which accounts a person has, and that they have no others. */
  async setAccounts(
    client: Queries,
    person: number,
    accounts: readonly number[],
    now: number,
  ): Promise<void> {
    await client.query(
      'delete from staff_account where person_id = $1 and user_id <> all ($2::bigint[])',
      [person, accounts],
    );
    await client.query(
      `insert into staff_account (person_id, user_id, since)
       select $1, unnest($2::bigint[]), $3 on conflict do nothing`,
      [person, accounts, now],
    );
  }

  async setRoles(client: Queries, operatorId: number, roles: readonly Role[]): Promise<void> {
    await client.query('update operator set roles = $2 where operator_id = $1', [
      operatorId,
      roles,
    ]);
  }

  /** Takes factors, sessions and links of a member away, who comes back by a new link. */
  async reinvite(client: Queries, operatorId: number, now: number): Promise<void> {
    for (const sql of [
      'delete from operator_passkey where operator_id = $1',
      'delete from operator_totp where operator_id = $1',
      'delete from operator_link where operator_id = $1 and used_at is null',
    ]) {
      await client.query(sql, [operatorId]);
    }
    await client.query(
      'update operator_session set ended_at = $2 where operator_id = $1 and ended_at is null',
      [operatorId, now],
    );
  }

  /**
   * Those of the first members who have never set up a factor, until two have; members that are
   * missing are made. Empty ever after.
   */
  async founders(
    missing: readonly { readonly name: string; readonly roles: readonly Role[] }[],
    now: number,
  ): Promise<{ readonly operatorId: number; readonly name: string }[]> {
    return transaction(this.#database.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [FOUNDERS_LOCK]);
      const read = () =>
        client.query<{ operatorId: number; name: string; isEnrolled: boolean }>(
          `select operator_id as "operatorId", name, enrolled_at is not null as "isEnrolled"
           from operator where ended_at is null or enrolled_at is not null order by operator_id`,
        );
      const { rows: known } = await read();
      for (const { name, roles } of missing.slice(known.length)) {
        await this.add(client, { name, roles, person: null, now });
      }
      const { rows } = await read();
      const enrolled = rows.filter(({ isEnrolled }) => isEnrolled).length;
      const waiting = rows.filter(({ isEnrolled }) => !isEnrolled);
      return waiting.slice(0, Math.max(0, missing.length - enrolled));
    });
  }

  /**
   * Ends an account with its sessions and links, unless something speaks against it; `record` does
   * what belongs to the same transaction.
   */
  async end<R>(
    operatorId: number,
    now: number,
    refusalOf: (members: readonly Member[]) => R | null,
    record: (client: Queries) => Promise<void>,
  ): Promise<R | null> {
    return transaction(this.#database.pool, async (client) => {
      const refusal = refusalOf(await this.listLocked(client));
      if (refusal !== null) return refusal;
      await this.#end(client, operatorId, now);
      await record(client);
      return null;
    });
  }

  async #end(client: Queries, operatorId: number, now: number): Promise<void> {
    await client.query(
      `with gone as (
         update operator set ended_at = $2 where operator_id = $1 and ended_at is null
         returning operator_id),
       closed as (
         update operator_session set ended_at = $2 from gone
         where operator_session.operator_id = gone.operator_id
           and operator_session.ended_at is null),
       unlinked as (
         delete from operator_link using gone
         where operator_link.operator_id = gone.operator_id and used_at is null)
       select operator_id from gone`,
      [operatorId, now],
    );
  }
}
