import type { Database } from '@assay/platform/db/database';

/** A withdrawal that the chain has paid, under enough confirmations, with the exact transfer. */
export interface PaidWithdrawal {
  readonly withdrawalId: number;
  readonly chainId: number;
  readonly transaction: string;
}

/** An address that the signer pays from, or at which it keeps what is beyond its limit. */
export interface SignerAddress {
  readonly address: string;
  readonly kind: 'hot' | 'cold';
}

/** How the signer of a chain is, with what it has under way and what it does not sign. */
export interface SignerReport {
  readonly chainId: number;
  readonly sender: string;
  readonly problem: string;
  readonly head: number;
  readonly seenAt: number;
  readonly underWay: number;
  readonly withheld: number;
}

/** What transactions of the signer moved of one token. Amounts as the chain counts them. */
export interface SignedMoves {
  /** In blocks up to the one that was asked for, by address. */
  readonly done: readonly { readonly address: string; readonly change: bigint }[];
  /** Signed, and not known to be done by then. `pays`: it goes to somebody else. */
  readonly underWay: readonly {
    readonly sender: string;
    readonly recipient: string;
    readonly amount: bigint;
    readonly pays: boolean;
  }[];
  /** Of the chain's own coin: what all transactions can have cost at most; 0 of a token. */
  readonly costAtMost: bigint;
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

  /** How each signer is. */
  async reports(): Promise<SignerReport[]> {
    const { rows } = await this.#pool.query<SignerReport>(
      `select s.chain_id as "chainId", s.sender, s.problem, s.head, s.seen_at as "seenAt",
         (select count(*)::integer from outgoing o where o.chain_id = s.chain_id and not exists
           (select from outgoing_final f where (f.chain_id, f.sender, f.nonce) =
             (o.chain_id, o.sender, o.nonce))) as "underWay",
         (select count(*)::integer from withheld_payout h
           where not exists (select from outgoing o where o.withdrawal_id = h.withdrawal_id)
             and exists (select from withdrawal_destination d join real.withdrawal w using (digest)
               where d.chain_id = s.chain_id and d.withdrawal_id = h.withdrawal_id
                 and w.state = 'paying')) as withheld
       from signer_state s order by s.chain_id`,
    );
    return rows;
  }

  /**
   * Why what was handed over is not given back: a transaction of ours has paid it, or may still.
   * Null where it was left to people, who have entered none; where it was taken back before the
   * signer took it; and where its transaction has failed.
   */
  async carries(withdrawalId: number): Promise<'paidAlready' | 'withSigner' | null> {
    const { rows } = await this.#pool.query<{ why: 'paidAlready' | 'withSigner' | null }>(
      `select case
         when exists (select from withdrawal_payout p where p.withdrawal_id = $1)
           or exists (select from payout_by_hand h
             where h.withdrawal_id = $1 and h.decided_as in ('', 'paid'))
           or exists (select from outgoing o join outgoing_final f using (chain_id, sender, nonce)
             where o.withdrawal_id = $1 and f.succeeded) then 'paidAlready'
         when d.payer <> 'signer'
           or exists (select from outgoing o join outgoing_final f using (chain_id, sender, nonce)
             where o.withdrawal_id = $1 and not f.succeeded)
           or exists (select from payout_decision t
             where t.withdrawal_id = $1 and t.taker <> 'signer')
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

  /** The addresses of the signer on a chain, also former ones. */
  async addresses(chainId: number): Promise<SignerAddress[]> {
    const { rows } = await this.#pool.query<SignerAddress>(
      `select sender as address, 'hot' as kind from signer_state where chain_id = $1
       union select sender, 'hot' from outgoing where chain_id = $1 and purpose in ('payout', 'cold')
       union select recipient, 'cold' from outgoing where chain_id = $1 and purpose = 'cold'`,
      [chainId],
    );
    return rows;
  }

  /** In one look at the tables. */
  async moves(chainId: number, token: string | null, block: number): Promise<SignedMoves> {
    const { rows } = await this.#pool.query<MoveRow>(
      `select case when f.block_number <= $3 then 'done' else 'underWay' end as state, o.sender,
         o.recipient, sum(o.amount)::text as amount, o.purpose = 'payout' as pays
       from outgoing o left join outgoing_final f using (chain_id, sender, nonce)
       where o.chain_id = $1 and o.token is not distinct from $2 and coalesce(f.succeeded, true)
       group by 1, 2, 3, 5`,
      [chainId, token, block],
    );
    const done = rows.filter(({ state }) => state === 'done');
    return {
      done: done.flatMap(({ sender, recipient, amount, pays }) => [
        { address: sender, change: -BigInt(amount) },
        ...(pays ? [] : [{ address: recipient, change: BigInt(amount) }]),
      ]),
      underWay: rows
        .filter(({ state }) => state === 'underWay')
        .map(({ state: _, amount, ...row }) => ({ ...row, amount: BigInt(amount) })),
      costAtMost: token === null ? await this.#costAtMost(chainId) : 0n,
    };
  }

  async #costAtMost(chainId: number): Promise<bigint> {
    const { rows } = await this.#pool.query<{ most: string }>(
      `select coalesce(sum(most), 0)::text as most from (select max(gas * max_fee) as most
         from outgoing_bytes where chain_id = $1 group by sender, nonce) each`,
      [chainId],
    );
    return BigInt(rows[0]!.most);
  }
}

interface MoveRow {
  readonly state: 'done' | 'underWay';
  readonly sender: string;
  readonly recipient: string;
  readonly amount: string;
  readonly pays: boolean;
}
