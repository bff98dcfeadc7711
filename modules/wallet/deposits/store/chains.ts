import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';

export interface DepositToken {
  /** In small letters; null for the chain's own coin. */
  readonly contract: string | null;
  readonly asset: string;
  readonly decimals: number;
  /** In units of 1e-8. */
  readonly minimum: bigint;
  readonly isOpen: boolean;
}

/** A chain on which people deposit. What is in the settings, its nodes, is not here. */
export interface DepositChain {
  readonly chainId: number;
  readonly name: string;
  /** The beginning of the address of a page about a transaction; empty: there is none. */
  readonly explorer: string;
  readonly confirmations: number;
  readonly withdrawalConfirmations: number;
  readonly minutes: number;
  readonly isTest: boolean;
  readonly isOpen: boolean;
  readonly tokens: readonly DepositToken[];
}

type ChainRow = Omit<DepositChain, 'tokens'>;
type TokenRow = Omit<DepositToken, 'minimum'> & {
  readonly chainId: number;
  readonly minimum: number;
};

/** The rows of chains and tokens. */
export class ChainStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  async all(): Promise<DepositChain[]> {
    const chains = await this.#pool.query<ChainRow>(
      `select chain_id as "chainId", name, explorer, confirmations,
         withdrawal_confirmations as "withdrawalConfirmations", minutes,
         is_test as "isTest", is_open as "isOpen"
       from deposit_chain order by is_test, chain_id`,
    );
    const tokens = await this.#pool.query<TokenRow>(
      `select chain_id as "chainId", contract, asset, decimals, minimum, is_open as "isOpen"
       from deposit_token order by contract is null, asset`,
    );
    return chains.rows.map((chain) => ({
      ...chain,
      tokens: tokens.rows
        .filter(({ chainId }) => chainId === chain.chainId)
        .map(({ chainId: _, minimum, ...token }) => ({ ...token, minimum: BigInt(minimum) })),
    }));
  }

  /** Adds a chain with its tokens, unless there is one: what staff changed stays. */
  addNew(chain: DepositChain, at: number): Promise<void> {
    return transaction(this.#pool, async (client) => {
      if (await writeChain(client, chain, at, 'on conflict do nothing')) {
        for (const token of chain.tokens) await this.setToken(client, chain.chainId, token, at);
      }
    });
  }

  /** Adds a chain or changes what is known of it; its tokens stay. */
  async setChain(client: PoolClient, chain: ChainRow, at: number): Promise<void> {
    await writeChain(
      client,
      chain,
      at,
      `on conflict (chain_id) do update set name = excluded.name, explorer = excluded.explorer,
         confirmations = excluded.confirmations, minutes = excluded.minutes,
         withdrawal_confirmations = excluded.withdrawal_confirmations,
         is_open = excluded.is_open, changed_at = excluded.changed_at`,
    );
  }

  /**
   * Adds a token, or changes its minimum and whether it is offered: what a contract counts does
   * not change. False when there is no such chain, or the token is there with other decimals.
   */
  async setToken(
    client: PoolClient,
    chainId: number,
    { contract, asset, decimals, minimum, isOpen }: DepositToken,
    at: number,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `insert into deposit_token (chain_id, contract, asset, decimals, minimum, is_open, changed_at)
       select $1, $2, $3, $4, $5, $6, $7
       where exists (select from deposit_chain where chain_id = $1) and not exists (
         select from deposit_token where chain_id = $1 and
           (contract is not distinct from $2) <> (asset = $3))
       on conflict (chain_id, contract) do update set
         minimum = excluded.minimum, is_open = excluded.is_open, changed_at = excluded.changed_at
       where deposit_token.decimals = excluded.decimals`,
      [chainId, contract, asset, decimals, minimum.toString(), isOpen, at],
    );
    return rowCount === 1;
  }
}

/** Returns whether a row was written. */
async function writeChain(
  client: PoolClient,
  chain: ChainRow,
  at: number,
  onConflict: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into deposit_chain (chain_id, name, explorer, confirmations,
       withdrawal_confirmations, minutes, is_test, is_open, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) ${onConflict}`,
    [
      ...[chain.chainId, chain.name, chain.explorer, chain.confirmations],
      ...[chain.withdrawalConfirmations, chain.minutes, chain.isTest, chain.isOpen, at],
    ],
  );
  return rowCount === 1;
}
