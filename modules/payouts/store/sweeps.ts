import type { Database } from '@assay/platform/db/database';
import type { Hex } from './outgoing.ts';

/** An address of ours that people have sent to, which may have something. */
export interface Sweepable {
  readonly address: Hex;
  readonly token: Hex | null;
  /** In the tree of addresses. */
  readonly position: number;
}

/** Addresses for deposits, as the signer sees them. */
export class SweepStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /** Where more was credited of these tokens than was collected, the longest waiting first. */
  async sweepable(
    chainId: number,
    tree: string,
    tokens: readonly (Hex | null)[],
  ): Promise<Sweepable[]> {
    const { rows } = await this.#pool.query<Sweepable>(
      `select d.address, d.token, d.position from deposited_address d
       where d.chain_id = $1 and d.tree = $2 and coalesce(d.token, '') = any($3)
         and d.received > (select coalesce(sum(o.amount), 0)
           from outgoing o join outgoing_final f using (chain_id, sender, nonce)
           where o.chain_id = d.chain_id and o.sender = d.address and o.purpose = 'sweep'
             and o.token is not distinct from d.token and f.succeeded)
       order by d.last_block, d.address`,
      [chainId, tree, tokens.map((token) => token ?? '')],
    );
    return rows;
  }
}
