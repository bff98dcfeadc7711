import { type Database, transaction } from '@assay/platform/db/database';

/** What opens an account, and what only its owner had a use for. */
const OWNED = [
  ...['totp', 'passkey', 'recovery_code', 'security_answer', 'wallet', 'challenge'],
  'former_address',
];

/** Accounts that their owners want deleted. */
export class ClosingStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Whose deletion was asked for before, with something left to erase. */
  due(before: number): Promise<number[]> {
    return this.#users('deletion_requested_at <= $1 and cleared_at is null', before);
  }

  /** Whose account was closed before, with records left that law kept. */
  unkept(before: number): Promise<number[]> {
    return this.#users('closed_at <= $1 and cleared_at is not null and erased_at is null', before);
  }

  /** Takes away whatever opens the account; false when the request was withdrawn meanwhile. */
  close(userId: number, now: number): Promise<boolean> {
    return transaction(this.#database.pool, async (client) => {
      const { rowCount } = await client.query(
        `update person set closed_at = $2, phone = null, email = null, name = '',
           password_hash = null, phishing_code = '', trade_hash = null,
           guard_login = false, guard_trade = false, guard_funds = false,
           bank_name = '', bank_number = '', alipay_account = '', weixin_nickname = '',
           weixin_account = ''
         where user_id = $1 and deletion_requested_at is not null and closed_at is null`,
        [userId, now],
      );
      if (rowCount !== 1) return false;
      for (const table of OWNED) {
        await client.query(`delete from ${table} where user_id = $1`, [userId]);
      }
      return true;
    });
  }

  /** Notes that every part of the server has erased what no law keeps. */
  async cleared(userId: number, now: number): Promise<void> {
    await this.#database.pool.query(
      'update person set cleared_at = $2 where user_id = $1 and cleared_at is null',
      [userId, now],
    );
  }

  /** Of the person stays a number, to which postings belong that nobody can remove. */
  erase(userId: number, now: number): Promise<void> {
    return transaction(this.#database.pool, async (client) => {
      await client.query(
        `update person set erased_at = $2, country = '', agreed_at = null
         where user_id = $1 and cleared_at is not null`,
        [userId, now],
      );
      await client.query('delete from account_event where user_id = $1', [userId]);
    });
  }

  async #users(which: string, before: number): Promise<number[]> {
    const { rows } = await this.#database.pool.query<{ userId: number }>(
      `select user_id as "userId" from person where ${which} order by user_id`,
      [before],
    );
    return rows.map(({ userId }) => userId);
  }
}
