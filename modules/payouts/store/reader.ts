import type { Database } from '@assay/platform/db/database';

/** A withdrawal that the chain has paid, under enough confirmations, with the exact transfer. */
export interface PaidWithdrawal {
  readonly withdrawalId: number;
  readonly chainId: number;
  readonly transaction: string;
}

/** What the server reads of what the signer has written. */
export class PayoutReader {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /** Chains that have a signer, whether it runs now or not. */
  async chains(): Promise<ReadonlySet<number>> {
    const { rows } = await this.#pool.query<{ id: number }>(
      'select chain_id as id from signer_state',
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of these withdrawals that are paid. */
  async paid(withdrawals: readonly number[]): Promise<PaidWithdrawal[]> {
    const { rows } = await this.#pool.query<PaidWithdrawal>(
      `select o.withdrawal_id as "withdrawalId", o.chain_id as "chainId",
         f.transaction_hash as transaction
       from outgoing o join outgoing_final f using (chain_id, sender, nonce)
       where o.withdrawal_id = any($1) and f.succeeded`,
      [withdrawals],
    );
    return rows;
  }

  /**
   * Why what was handed over is not given back: a transaction of ours has paid it, or may still.
   * Null where it was left to people, who have entered none; where the signer has refused it for
   * good; and where its transaction has failed.
   */
  async carries(withdrawalId: number): Promise<'paidAlready' | 'withSigner' | null> {
    const { rows } = await this.#pool.query<{ why: 'paidAlready' | 'withSigner' | null }>(
      `select case
         when exists (select from withdrawal_payout p where p.withdrawal_id = $1)
           or exists (select from outgoing o join outgoing_final f using (chain_id, sender, nonce)
             where o.withdrawal_id = $1 and f.succeeded) then 'paidAlready'
         when d.payer <> 'signer'
           or exists (select from outgoing o join outgoing_final f using (chain_id, sender, nonce)
             where o.withdrawal_id = $1 and not f.succeeded)
           or (not exists (select from outgoing o where o.withdrawal_id = $1)
             and exists (select from withheld_payout w where w.withdrawal_id = $1 and w.refused))
           then null
         else 'withSigner' end as why
       from withdrawal_destination d where d.withdrawal_id = $1`,
      [withdrawalId],
    );
    return rows[0]?.why ?? null;
  }

  /** Which of these transactions give an address of ours coin for its gas. */
  async forGas(chainId: number, transactions: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#pool.query<{ transaction: string }>(
      `select b.transaction_hash as transaction
       from outgoing_bytes b join outgoing o using (chain_id, sender, nonce)
       where b.chain_id = $1 and b.transaction_hash = any($2) and o.purpose = 'gas'`,
      [chainId, transactions],
    );
    return new Set(rows.map(({ transaction }) => transaction));
  }
}
