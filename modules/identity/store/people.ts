import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';

/** A person as stored. `phone` is E.164, `email` lower case. */
export interface Person {
  readonly userId: number;
  readonly createdAt: number;
  readonly country: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly passwordHash: string | null;
  /** When the person last set the password; a new hash of the same one is not a change. */
  readonly passwordChangedAt: number | null;
  readonly name: string;
  readonly invitationCode: string;
  readonly referrerId: number | null;
  readonly demoOnly: boolean;
  readonly phishingCode: string;
  readonly guardLogin: boolean;
  readonly guardTrade: boolean;
  readonly guardFunds: boolean;
  readonly hasTradePassword: boolean;
  readonly deletionRequestedAt: number | null;
  /** When nobody could enter any longer, because the person asked for it. */
  readonly closedAt: number | null;
  /** In which language they are written to when no request of theirs says it; may be empty. */
  readonly language: string;
  /** Where they are paid; '' where they have not said. */
  readonly bankName: string;
  readonly bankNumber: string;
  readonly alipayAccount: string;
  readonly weixinNickname: string;
  readonly weixinAccount: string;
}

/** A person to be added; the id comes from the sequence. */
export interface NewPerson {
  readonly createdAt: number;
  readonly country: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly invitationCode: string;
  readonly demoOnly: boolean;
  readonly language: string;
}

export interface Registration {
  readonly person: NewPerson;
  readonly codeId: string;
  /** The inviter's code; empty for none. */
  readonly invitedBy: string;
}

const COLUMNS = `user_id as "userId", created_at as "createdAt", country, phone, email,
  password_hash as "passwordHash", password_changed_at as "passwordChangedAt", name,
  invitation_code as "invitationCode", referrer_id as "referrerId", demo_only as "demoOnly",
  phishing_code as "phishingCode", guard_login as "guardLogin", guard_trade as "guardTrade",
  guard_funds as "guardFunds", trade_hash is not null as "hasTradePassword",
  deletion_requested_at as "deletionRequestedAt", closed_at as "closedAt",
  language, bank_name as "bankName", bank_number as "bankNumber",
  alipay_account as "alipayAccount", weixin_nickname as "weixinNickname",
  weixin_account as "weixinAccount"`;

const UNIQUE_VIOLATION = '23505';

/** Rolls back a transaction with a refusal instead of a fault. */
class Refused extends Error {
  readonly code: 'codeWrong' | 'invitationUnknown' | 'taken' | 'again';

  constructor(code: Refused['code']) {
    super(code);
    this.code = code;
  }
}

export class People {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async byId(userId: number): Promise<Person | null> {
    const { rows } = await this.#database.pool.query<Person>(
      `select ${COLUMNS} from person where user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  async byAccount(kind: 'phone' | 'email', account: string): Promise<Person | null> {
    const { rows } = await this.#database.pool.query<Person>(
      `select ${COLUMNS} from person where ${kind === 'phone' ? 'phone' : 'email'} = $1`,
      [account],
    );
    return rows[0] ?? null;
  }

  /**
   * Uses up the code and adds the person, both or neither. `codeWrong`: the code was used in the
   * meantime. `taken`: somebody else has the phone or address by now. `again`: the invitation code
   * made for the new person exists already; make another.
   */
  async register(registration: Registration): Promise<Person | Refused['code']> {
    try {
      return await transaction(this.#database.pool, (client) => register(client, registration));
    } catch (err) {
      if (err instanceof Refused) return err.code;
      const { code, constraint } = err as { code?: string; constraint?: string };
      if (code !== UNIQUE_VIOLATION) throw err;
      return constraint === 'person_invitation_code_key' ? 'again' : 'taken';
    }
  }

  /** Adds the owner of a visitor's virtual account; null when the invitation code is taken. */
  async addVisitor(createdAt: number, invitationCode: string): Promise<Person | null> {
    const { rows } = await this.#database.pool.query<Person>(
      `insert into person (created_at, country, invitation_code, demo_only)
       values ($1, '', $2, true) on conflict (invitation_code) do nothing returning ${COLUMNS}`,
      [createdAt, invitationCode],
    );
    return rows[0] ?? null;
  }

  /** Undoes `addVisitor`, before the visitor has a session or an account. */
  async removeVisitor(userId: number): Promise<void> {
    await this.#database.pool.query('delete from person where user_id = $1 and demo_only', [
      userId,
    ]);
  }

  /** Notes that these visitors' accounts were ended. */
  async endVisitors(userIds: readonly number[], now: number): Promise<void> {
    await this.#database.pool.query(
      `update person set lost_at = $2
       where user_id = any($1) and demo_only and lost_at is null`,
      [userIds, now],
    );
  }

  async setLanguage(userId: number, language: string): Promise<void> {
    await this.#database.pool.query('update person set language = $2 where user_id = $1', [
      userId,
      language,
    ]);
  }

  /** Stores a new hash of the same password, with current parameters. */
  async rehash(userId: number, before: string, after: string): Promise<void> {
    await this.#database.pool.query(
      'update person set password_hash = $3 where user_id = $1 and password_hash = $2',
      [userId, before, after],
    );
  }

  /** In a transaction: other changes of this person wait for its end. */
  async lock(userId: number, client: Pick<PoolClient, 'query'>): Promise<void> {
    await client.query('select from person where user_id = $1 for update', [userId]);
  }

  /** Replaces the password that was set at `before`; false when another change came first. */
  async changePassword(
    userId: number,
    before: number | null,
    after: string,
    now: number,
    client: Pick<PoolClient, 'query'>,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `update person set password_hash = $3, password_changed_at = $4
       where user_id = $1 and password_changed_at is not distinct from $2::bigint`,
      [userId, before, after, now],
    );
    return rowCount === 1;
  }

  /** In a transaction: uses up the code and sets the password; false when the code was used. */
  async resetPassword(
    userId: number,
    codeId: string,
    after: string,
    now: number,
    client: Pick<PoolClient, 'query'>,
  ): Promise<boolean> {
    if (!(await useCode(client, codeId, now))) return false;
    await client.query(
      'update person set password_hash = $2, password_changed_at = $3 where user_id = $1',
      [userId, after, now],
    );
    return true;
  }

  /** Whether anybody has a password. */
  async havePasswords(): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      'select from person where password_hash is not null limit 1',
    );
    return rowCount === 1;
  }

  /** Public figures: the numbers of registered people and of their countries. */
  async figures(): Promise<{ people: number; countries: number }> {
    const { rows } = await this.#database.pool.query<{ people: number; countries: number }>(
      `select count(*) as people, count(distinct country) as countries
       from person where not demo_only and closed_at is null`,
    );
    return rows[0]!;
  }
}

async function register(client: PoolClient, registration: Registration): Promise<Person> {
  const { person, codeId, invitedBy } = registration;
  if (!(await useCode(client, codeId, person.createdAt))) throw new Refused('codeWrong');
  const referrerId = invitedBy === '' ? null : await referrerOf(client, invitedBy);
  const { rows } = await client.query<Person>(
    `insert into person (created_at, country, phone, email, password_hash, password_changed_at,
       invitation_code, referrer_id, agreed_at, language)
     values ($1, $2, $3, $4, $5, $1, $6, $7, $1, $8) returning ${COLUMNS}`,
    [
      person.createdAt,
      person.country,
      person.phone,
      person.email,
      person.passwordHash,
      person.invitationCode,
      referrerId,
      person.language,
    ],
  );
  return rows[0]!;
}

/** Of several uses of a code the row lock lets one through; the others wait and find it used. */
async function useCode(
  client: Pick<PoolClient, 'query'>,
  codeId: string,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update verification_code set used_at = $2
     where code_id = $1 and used_at is null and expires_at > $2`,
    [codeId, now],
  );
  return rowCount === 1;
}

async function referrerOf(client: PoolClient, invitationCode: string): Promise<number> {
  const { rows } = await client.query<{ userId: number }>(
    'select user_id as "userId" from person where invitation_code = $1 and not demo_only',
    [invitationCode],
  );
  const referrer = rows[0];
  if (referrer === undefined) throw new Refused('invitationUnknown');
  return referrer.userId;
}
