import type { Database } from '@assay/platform/db/database';
import type { Hex } from './outgoing.ts';
import { STOP } from './stops.ts';

/** What the engine says is to be paid. Amounts in units of 1e-8. */
export interface PayingWithdrawal {
  readonly id: number;
  readonly asset: string;
  /** What the person is debited; the fee is a part of it. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** Of the destination. */
  readonly digest: string;
  readonly approvedSeq: number | null;
  readonly payingSeq: number | null;
}

/** Where a withdrawal goes, as the rows outside the engine say. */
export interface PayoutDestination {
  /** Null until the engine's number is known. */
  readonly withdrawalId: number | null;
  readonly chainId: number;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  readonly address: string;
  readonly memo: string;
  /** What arrives, as the chain counts it. */
  readonly sum: bigint;
  readonly salt: string;
}

/** Why a withdrawal is not paid, or not yet. */
export interface Withheld {
  readonly withdrawalId: number;
  readonly reason: string;
  readonly refused: boolean;
}

export interface SignerState {
  readonly chainId: number;
  readonly sender: Hex;
  /** Empty while all is well. */
  readonly problem: string;
  readonly head: number;
}

export interface PayoutRequest {
  readonly withdrawal: PayingWithdrawal;
  readonly destination: PayoutDestination;
}

type RequestRow = Omit<PayingWithdrawal, 'amount' | 'fee'> &
  Omit<PayoutDestination, 'sum'> & {
    readonly amount: string;
    readonly fee: string;
    readonly sum: string;
  };

/** What the signer is asked for, and what it says about itself. */
export class RequestStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /**
   * What is to be paid and was not signed, in the order in which it was handed over; what was
   * refused before comes last, so that it keeps nobody waiting.
   */
  async waiting(limit: number): Promise<PayoutRequest[]> {
    const { rows } = await this.#pool.query<RequestRow>(
      `select w.id, w.asset, w.amount::text as amount, w.fee::text as fee, w.digest,
         w.approved_seq as "approvedSeq", w.paying_seq as "payingSeq",
         d.withdrawal_id as "withdrawalId", d.chain_id as "chainId", d.token, d.address, d.memo,
         d.sum::text as sum, d.salt
       from paying_withdrawal w join paying_destination d using (digest)
         left join withheld_payout h on h.withdrawal_id = w.id
       where not exists (select from outgoing where withdrawal_id = w.id)
       order by coalesce(h.refused, false), w.paying_seq, w.id limit $1`,
      [limit],
    );
    return rows.map(({ id, asset, amount, fee, digest, approvedSeq, payingSeq, ...rest }) => ({
      withdrawal: {
        ...{ id, asset, digest, approvedSeq, payingSeq },
        ...{ amount: BigInt(amount), fee: BigInt(fee) },
      },
      destination: { ...rest, sum: BigInt(rest.sum) },
    }));
  }

  /** Why a withdrawal is stopped now; null when it is not. */
  async stopOf(withdrawalId: number, at: number): Promise<string | null> {
    const { rows } = await this.#pool.query<{ reason: string | null }>(STOP, [withdrawalId, at]);
    return rows[0]?.reason ?? null;
  }

  /** The time of the first one is kept as long as the reason stays. */
  async withhold({ withdrawalId, reason, refused }: Withheld, at: number): Promise<void> {
    await this.#pool.query(
      `insert into withheld_payout as w (withdrawal_id, reason, refused, at)
       values ($1, $2, $3, $4) on conflict (withdrawal_id) do update
       set reason = excluded.reason, refused = excluded.refused, at = excluded.at
       where w.reason <> excluded.reason or w.refused <> excluded.refused`,
      [withdrawalId, reason, refused, at],
    );
  }

  async report({ chainId, sender, problem, head }: SignerState, at: number): Promise<void> {
    await this.#pool.query(
      `insert into signer_state (chain_id, sender, problem, head, seen_at)
       values ($1, $2, $3, $4, $5) on conflict (chain_id) do update
       set sender = excluded.sender, problem = excluded.problem, head = excluded.head,
         seen_at = excluded.seen_at`,
      [chainId, sender, problem, head, at],
    );
  }
}
