import type { Client, Database } from '@assay/platform/db/database';

/** A wallet that logs in to an account. The address is in lower case. */
export interface Wallet {
  readonly address: string;
  readonly userId: number;
  readonly name: string;
  readonly createdAt: number;
}

export class WalletStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async of(userId: number): Promise<Wallet[]> {
    const { rows } = await this.#database.pool.query<Wallet>(
      `select address, user_id as "userId", name, created_at as "createdAt"
       from wallet where user_id = $1 order by created_at`,
      [userId],
    );
    return rows;
  }

  async ownerOf(address: string): Promise<number | null> {
    const { rows } = await this.#database.pool.query<{ userId: number }>(
      'select user_id as "userId" from wallet where address = $1',
      [address],
    );
    return rows[0]?.userId ?? null;
  }

  async used(address: string, now: number): Promise<void> {
    await this.#database.pool.query('update wallet set last_used_at = $2 where address = $1', [
      address,
      now,
    ]);
  }

  /** False when somebody has it already. */
  async add(
    { address, userId, name, createdAt }: Wallet,
    client: Pick<Client, 'query'>,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `insert into wallet (address, user_id, name, created_at)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [address, userId, name, createdAt],
    );
    return rowCount === 1;
  }

  async remove(userId: number, address: string, client: Pick<Client, 'query'>): Promise<boolean> {
    const { rowCount } = await client.query(
      'delete from wallet where user_id = $1 and address = $2',
      [userId, address],
    );
    return rowCount === 1;
  }
}
