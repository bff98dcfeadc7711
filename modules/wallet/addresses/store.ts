import type { Client, Database } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';

type Queryable = Pick<Client, 'query'>;

export interface KeptAddress {
  readonly addressId: number;
  readonly userId: number;
  readonly asset: string;
  readonly chainId: number;
  readonly address: string;
  readonly memo: string;
  readonly remark: string;
  readonly addedAt: number;
  readonly isStrict: boolean;
}

export type NewAddress = Omit<KeptAddress, 'addressId'>;

/** What the book holds of somebody, and may not hold. */
export type AddRefusal = 'tooManyAddresses' | 'addressKnown';

const ADDRESS = `address_id as "addressId", user_id as "userId", asset, chain_id as "chainId",
  address, memo, remark, added_at as "addedAt", is_strict as "isStrict"`;

export interface Switch {
  readonly isOn: boolean;
  readonly changedAt: number;
  readonly takesEffectAt: number;
}

/** All SQL of the address book. */
export class AddressStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  async list(userId: number, client: Queryable = this.#pool): Promise<KeptAddress[]> {
    const { rows } = await client.query<KeptAddress>(
      `select ${ADDRESS} from withdrawal_address where user_id = $1 and removed_at is null
       order by address_id desc`,
      [userId],
    );
    return rows;
  }

  /** Adds one unless there are too many, or it is there; one after the other for each person. */
  add(row: NewAddress, most: number): Promise<KeptAddress | AddRefusal> {
    return transaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK, row.userId % LOCKS]);
      const own = await this.list(row.userId, client);
      const same = (one: KeptAddress) =>
        one.asset === row.asset && one.chainId === row.chainId && one.memo === row.memo;
      if (own.some((one) => one.address === row.address && same(one))) return 'addressKnown';
      if (own.length >= most) return 'tooManyAddresses';
      const { rows } = await client.query<KeptAddress>(
        `insert into withdrawal_address
           (user_id, asset, chain_id, address, memo, remark, added_at, is_strict)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${ADDRESS}`,
        [
          ...[row.userId, row.asset, row.chainId, row.address, row.memo, row.remark],
          ...[row.addedAt, row.isStrict],
        ],
      );
      return rows[0]!;
    });
  }

  /** False: this person has no such address. */
  async remove(userId: number, addressId: number, at: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update withdrawal_address set removed_at = greatest($3, added_at)
       where user_id = $1 and address_id = $2 and removed_at is null`,
      [userId, addressId, at],
    );
    return rowCount === 1;
  }

  /**
   * Every address that this person has had to do with: of the book, and what deposits came from.
   */
  async everUsed(userId: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ address: string }>(
      `select address from withdrawal_address where user_id = $1
       union select sender from deposit where user_id = $1 and sender <> ''
       union select address from deposit where user_id = $1`,
      [userId],
    );
    return rows.map(({ address }) => address);
  }

  /** The switch as it was last changed; null: never. */
  async lastSwitch(userId: number): Promise<Switch | null> {
    const { rows } = await this.#pool.query<Switch>(
      `select is_on as "isOn", changed_at as "changedAt", takes_effect_at as "takesEffectAt"
       from withdrawal_whitelist where user_id = $1 order by changed_at desc limit 1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  async addSwitch(userId: number, { isOn, changedAt, takesEffectAt }: Switch): Promise<void> {
    await this.#pool.query(
      `insert into withdrawal_whitelist (user_id, is_on, changed_at, takes_effect_at)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [userId, isOn, changedAt, takesEffectAt],
    );
  }

  /** For the download; those that were removed too. */
  async everything(userId: number): Promise<object[]> {
    const { rows } = await this.#pool.query<object>(
      `select ${ADDRESS}, removed_at as "removedAt" from withdrawal_address where user_id = $1
       order by address_id`,
      [userId],
    );
    return rows;
  }

  /** Each change of the switch, for the download. */
  async switches(userId: number): Promise<Switch[]> {
    const { rows } = await this.#pool.query<Switch>(
      `select is_on as "isOn", changed_at as "changedAt", takes_effect_at as "takesEffectAt"
       from withdrawal_whitelist where user_id = $1 order by changed_at`,
      [userId],
    );
    return rows;
  }

  async erase(userId: number): Promise<void> {
    await this.#pool.query('delete from withdrawal_address where user_id = $1', [userId]);
  }

  async reads(userId: number): Promise<{ version: number; at: number }[]> {
    const { rows } = await this.#pool.query<{ version: number; at: number }>(
      'select version, at from withdrawal_rules_read where user_id = $1 order by at, version',
      [userId],
    );
    return rows;
  }

  /** Once for each version; when it was said first. */
  async addRead(userId: number, version: number, digest: string, at: number): Promise<number> {
    await this.#pool.query(
      `insert into withdrawal_rules_read (user_id, version, digest, at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [userId, version, digest, at],
    );
    const own = (await this.reads(userId)).find((one) => one.version === version);
    return own?.at ?? at;
  }
}

/** An arbitrary number of locks, of which each person has one. */
const LOCK = 1_482_117;
const LOCKS = 2 ** 31;
