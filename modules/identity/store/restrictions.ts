import type { Client, Database } from '@assay/platform/db/database';
import type { RestrictionKind } from '../schema/index.ts';

/** Something that limits an account; see rules/restrictions.ts for what. */
export interface Restriction {
  readonly restrictionId: number;
  readonly kind: RestrictionKind;
  readonly reason: string;
  readonly createdAt: number;
  /** Null: until it is lifted. */
  readonly expiresAt: number | null;
}

type NewRestriction = Pick<Restriction, 'kind' | 'reason' | 'expiresAt'> & {
  /** Which ways to prove oneself are the owner's: those of then; usually those of now. */
  readonly ownUntil?: number;
};

interface Lifting {
  readonly client?: Pick<Client, 'query'>;
  readonly placedBy?: number;
}

export class RestrictionStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** What limits a person now, the latest first. */
  async standing(userId: number, now: number): Promise<Restriction[]> {
    const { rows } = await this.#database.pool.query<Restriction>(
      `select restriction_id as "restrictionId", kind, reason, created_at as "createdAt",
         expires_at as "expiresAt"
       from restriction
       where user_id = $1 and lifted_at is null and (expires_at is null or expires_at > $2)
       order by restriction_id desc`,
      [userId, now],
    );
    return rows;
  }

  /** Places it, unless one of its kind stands that lasts as long. Returns whether it was placed. */
  async place(
    userId: number,
    restriction: NewRestriction,
    now: number,
    client: Pick<Client, 'query'> = this.#database.pool,
  ): Promise<boolean> {
    const { kind, reason, expiresAt, ownUntil = now } = restriction;
    const { rowCount } = await client.query(
      `insert into restriction (user_id, kind, reason, created_at, expires_at, own_until)
       select $1, $2, $3, $4, $5::bigint, $6::bigint where not exists
         (select from restriction where user_id = $1 and kind = $2 and reason = $3
            and lifted_at is null and (expires_at is null or expires_at >= $5::bigint)
            and (expires_at is not null or coalesce(own_until, created_at) <= $6::bigint))`,
      [userId, kind, reason, now, expiresAt, ownUntil],
    );
    return rowCount === 1;
  }

  /** Since when a way to prove oneself may be a thief's; null while none of these stands. */
  async ownUntil(userId: number, kinds: readonly string[]): Promise<number | null> {
    const { rows } = await this.#database.pool.query<{ time: number | null }>(
      `select min(coalesce(own_until, created_at)) as time from restriction
       where user_id = $1 and kind = any ($2::text[]) and lifted_at is null`,
      [userId, kinds],
    );
    return rows[0]!.time;
  }

  /**
   * Lifts what stands of these kinds, of what was placed by then; returns how many. The database
   * refuses the other kinds.
   */
  async lift(
    userId: number,
    kinds: readonly ('selfFreeze' | 'notMe' | 'staffFreeze')[],
    now: number,
    { client = this.#database.pool, placedBy = now }: Lifting = {},
  ): Promise<number> {
    const { rowCount } = await client.query(
      `update restriction set lifted_at = $3 where user_id = $1 and kind = any ($2::text[])
         and lifted_at is null and (expires_at is null or expires_at > $3) and created_at <= $4`,
      [userId, kinds, now, placedBy],
    );
    return rowCount ?? 0;
  }

  /** Ends such a hold before its time; the database refuses it for every other reason. */
  async endHold(
    userId: number,
    reason: 'factorsGivenUp',
    now: number,
    client: Pick<Client, 'query'>,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `update restriction set lifted_at = $3 where user_id = $1 and kind = 'withdrawalHold'
         and reason = $2 and lifted_at is null and expires_at > $3`,
      [userId, reason, now],
    );
    return (rowCount ?? 0) > 0;
  }

  /** Whose withdrawals are held for this reason now. */
  async heldFor(reason: 'factorsGivenUp', now: number): Promise<number[]> {
    const { rows } = await this.#database.pool.query<{ userId: number }>(
      `select distinct user_id as "userId" from restriction where kind = 'withdrawalHold'
         and reason = $1 and lifted_at is null and expires_at > $2 order by 1`,
      [reason, now],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Whether staff have stopped this person's withdrawals since then, whatever became of it. */
  async frozenByStaffSince(userId: number, since: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `select from restriction where user_id = $1 and kind = 'staffFreeze' and created_at > $2
       limit 1`,
      [userId, since],
    );
    return rowCount === 1;
  }

  async all(userId: number): Promise<object[]> {
    const { rows } = await this.#database.pool.query<object>(
      `select kind, reason, created_at as "createdAt", expires_at as "expiresAt",
         own_until as "ownUntil", lifted_at as "liftedAt" from restriction where user_id = $1 order by restriction_id`,
      [userId],
    );
    return rows;
  }
}
