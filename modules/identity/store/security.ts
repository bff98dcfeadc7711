import type { Client, Database } from '@assay/platform/db/database';
import type { ReceivingField } from '../rules/index.ts';
import { TRADE_LOCK_AFTER, TRADE_PAUSE_AFTER, TRADE_PAUSE_MS } from '../rules/trade-password.ts';

export interface Guards {
  readonly login: boolean;
  readonly trade: boolean;
  readonly funds: boolean;
}

/** Where a person is paid, by the names of the specification. */
export type Receiving = Partial<Record<ReceivingField, string | undefined>>;

/** Wrong trade passwords since the last right one. */
export interface TradeTries {
  readonly failures: number;
  readonly failedAt: number;
  readonly isSet: boolean;
}

interface FormerAddress {
  readonly kind: 'phone' | 'email';
  readonly value: string;
}

/** In a transaction with the hold that follows from the change. */
type Querying = Pick<Client, 'query'>;

/** What a person has set about the security of the account, beside factors. */
export class SecurityStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async setGuards(userId: number, { login, trade, funds }: Guards, client: Querying) {
    await client.query(
      'update person set guard_login = $2, guard_trade = $3, guard_funds = $4 where user_id = $1',
      [userId, login, trade, funds],
    );
  }

  async setPhishingCode(userId: number, phishingCode: string): Promise<void> {
    await this.#database.pool.query('update person set phishing_code = $2 where user_id = $1', [
      userId,
      phishingCode,
    ]);
  }

  async setName(userId: number, name: string): Promise<void> {
    await this.#database.pool.query('update person set name = $2 where user_id = $1', [
      userId,
      name,
    ]);
  }

  /** Changes what is given; the rest stays. */
  async setReceiving(userId: number, given: Receiving, client: Querying): Promise<void> {
    const { bank_name, bank_number, alipay_account, weixin_nickname, weixin_account } = given;
    await client.query(
      `update person set bank_name = coalesce($2, bank_name),
         bank_number = coalesce($3, bank_number), alipay_account = coalesce($4, alipay_account),
         weixin_nickname = coalesce($5, weixin_nickname),
         weixin_account = coalesce($6, weixin_account)
       where user_id = $1`,
      [userId, bank_name, bank_number, alipay_account, weixin_nickname, weixin_account],
    );
  }

  /** False when somebody else has the address or number by now. */
  async setAccount(
    userId: number,
    kind: 'phone' | 'email',
    value: string,
    now: number,
    client: Querying,
  ): Promise<boolean> {
    const column = kind === 'phone' ? 'phone' : 'email';
    const { rows } = await client.query(
      `with before as (select ${column} as value from person where user_id = $1),
         changed as (update person set ${column} = $2 where user_id = $1
           and not exists (select from person where ${column} = $2) returning user_id),
         kept as (insert into former_address (user_id, kind, value, replaced_at)
           select user_id, '${column}', value, $3 from changed, before where value is not null
           on conflict (user_id, value) do update set replaced_at = excluded.replaced_at)
       select user_id from changed`,
      [userId, value, now],
    );
    return rows.length === 1;
  }

  /** Where a person was reached before and is not now. */
  async formerAddresses(userId: number): Promise<FormerAddress[]> {
    const { rows } = await this.#database.pool.query<FormerAddress>(
      `select kind, value from former_address f where user_id = $1
         and not exists (select from person p where p.user_id = $1
           and f.value in (p.email, p.phone)) order by replaced_at, value`,
      [userId],
    );
    return rows;
  }

  /** Forgets those that were replaced before, but for persons with a freeze of their own. */
  async forgetAddresses(before: number): Promise<void> {
    await this.#database.pool.query(
      `delete from former_address f where replaced_at < $1
         and not exists (select from restriction r where r.user_id = f.user_id
           and r.kind in ('selfFreeze', 'notMe') and r.lifted_at is null)`,
      [before],
    );
  }

  async tradeTries(userId: number): Promise<TradeTries> {
    const { rows } = await this.#database.pool.query<TradeTries>(
      `select trade_failures as failures, trade_failed_at as "failedAt",
         trade_hash is not null as "isSet" from person where user_id = $1`,
      [userId],
    );
    return rows[0] ?? { failures: 0, failedAt: 0, isSet: false };
  }

  /**
   * Takes a try before the trade password is compared, so that tries at once gain nothing, and
   * returns the hash; null while there is none to take.
   */
  async takeTradeTry(userId: number, now: number): Promise<string | null> {
    const { rows } = await this.#database.pool.query<{ hash: string }>(
      `update person set trade_failures = trade_failures + 1, trade_failed_at = $2
       where user_id = $1 and trade_hash is not null and trade_failures < ${TRADE_LOCK_AFTER}
         and (trade_failures < ${TRADE_PAUSE_AFTER} or trade_failed_at + ${TRADE_PAUSE_MS} <= $2)
       returning trade_hash as hash`,
      [userId, now],
    );
    return rows[0]?.hash ?? null;
  }

  async forgetTradeTries(userId: number): Promise<void> {
    await this.#database.pool.query('update person set trade_failures = 0 where user_id = $1', [
      userId,
    ]);
  }

  /** Sets the trade password and forgives wrong ones; `first`: only where none is set. */
  async setTradeHash(
    userId: number,
    hash: string,
    { first, now }: { readonly first: boolean; readonly now: number },
    client: Querying,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `update person set trade_hash = $2, trade_changed_at = $3, trade_failures = 0
       where user_id = $1 and (trade_hash is null) = $4`,
      [userId, hash, now, first],
    );
    return rowCount === 1;
  }

  async setAnswer(userId: number, question: number, hash: string, now: number): Promise<void> {
    await this.#database.pool.query(
      `insert into security_answer (user_id, question, answer_hash, changed_at)
       values ($1, $2, $3, $4) on conflict (user_id, question)
       do update set answer_hash = excluded.answer_hash, changed_at = excluded.changed_at`,
      [userId, question, hash, now],
    );
  }

  async questions(userId: number): Promise<number[]> {
    const { rows } = await this.#database.pool.query<{ question: number }>(
      'select question from security_answer where user_id = $1 order by question',
      [userId],
    );
    return rows.map(({ question }) => question);
  }

  /** Notes or takes back the request for deletion; the first time stands. */
  async setDeletion(userId: number, at: number | null): Promise<number | null> {
    const { rows } = await this.#database.pool.query<{ at: number | null }>(
      `update person set deletion_requested_at =
         case when $2::bigint is null then null else coalesce(deletion_requested_at, $2) end
       where user_id = $1 returning deletion_requested_at as at`,
      [userId, at],
    );
    return rows[0]?.at ?? null;
  }
}
