import type { Transfer } from '@assay/platform/chain/transfers';
import type { Database } from '@assay/platform/db/database';

/** How far unknown tokens were looked for, and what of them came. */
export class UnknownStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /** Addresses of people on a chain, in their order, after this one. */
  async addresses(chainId: number, after: string, limit: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ address: string }>(
      `select address from deposit_address where chain_id = $1 and address > $2
       order by address limit $3`,
      [chainId, after, limit],
    );
    return rows.map(({ address }) => address);
  }

  /** Up to which block other tokens were looked for; null before the first look. */
  async searched(chainId: number): Promise<number | null> {
    const { rows } = await this.#pool.query<{ number: number | null }>(
      'select searched_number as number from deposit_chain where chain_id = $1',
      [chainId],
    );
    return rows[0]?.number ?? null;
  }

  async setSearched(chainId: number, number: number): Promise<void> {
    await this.#pool.query('update deposit_chain set searched_number = $2 where chain_id = $1', [
      chainId,
      number,
    ]);
  }

  /** Writes down what came of other tokens, of which nobody is notified. Returns whose is new. */
  async addUnknown(chainId: number, found: readonly Transfer[], at: number): Promise<number[]> {
    const column = <T>(of: (one: Transfer) => T) => found.map(of);
    const { rows } = await this.#pool.query<{ userId: number }>(
      `insert into deposit (chain_id, transaction_hash, place, user_id, address, sender, token,
         amount, block_number, state, reason, seen_at, changed_at, notified_at)
       select $1, t.hash, t.place, a.user_id, t.address, t.sender, t.token, t.amount, t.block,
         'recovery', 'unknownToken', $9, $9, $9
       from unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::numeric[],
         $8::bigint[]) t (hash, place, address, sender, token, amount, block)
       join deposit_address a on a.chain_id = $1 and a.address = t.address
       on conflict do nothing returning user_id as "userId"`,
      [
        chainId,
        column(({ transaction: hash }) => hash),
        column(({ place }) => place),
        column(({ recipient }) => recipient),
        column(({ sender }) => sender),
        column(({ token }) => token),
        column(({ amount }) => amount.toString()),
        column(({ block }) => block),
        at,
      ],
    );
    return rows.map(({ userId }) => userId);
  }
}
