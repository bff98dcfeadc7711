import type { Database } from '@assay/platform/db/database';

/** The latest browsers of an account that are remembered, and the latest networks. */
const REMEMBERED_MAX = 20;

/** Browsers and networks that have logged in to an account. */
export class DeviceStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** The one of these that has logged in to the account, a browser first; null when none has. */
  async known(accountKey: Buffer, keys: readonly Buffer[]): Promise<Buffer | null> {
    const { rows } = await this.#database.pool.query<{ device: Buffer }>(
      `select device_key as device from known_device
       where account_key = $1 and device_key = any ($2::bytea[])
       order by is_network, last_at desc limit 1`,
      [accountKey, keys],
    );
    return rows[0]?.device ?? null;
  }

  async remember(
    accountKey: Buffer,
    key: Buffer,
    kind: 'browser' | 'network',
    now: number,
  ): Promise<void> {
    const isNetwork = kind === 'network';
    await this.#database.pool.query(
      `insert into known_device (account_key, device_key, is_network, last_at)
       values ($1, $2, $3, $4)
       on conflict (account_key, device_key) do update set last_at = excluded.last_at`,
      [accountKey, key, isNetwork, now],
    );
    await this.#database.pool.query(
      `delete from known_device where account_key = $1 and device_key in
         (select device_key from known_device where account_key = $1 and is_network = $2
          order by last_at desc offset ${REMEMBERED_MAX})`,
      [accountKey, isNetwork],
    );
  }

  async forgetBefore(time: number): Promise<void> {
    await this.#database.pool.query('delete from known_device where last_at < $1', [time]);
  }
}
