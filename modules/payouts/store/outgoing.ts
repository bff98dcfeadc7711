import type { Database, PoolClient } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';
import { STOP } from './stops.ts';

export type Hex = `0x${string}`;
export type Purpose = 'payout' | 'gas' | 'sweep' | 'cold';

/** Whose nonces are counted, and where. */
export interface Sender {
  readonly chainId: number;
  readonly sender: Hex;
}

/** What a transaction is for. Nothing of it changes between its attempts. */
export interface Outgoing extends Sender {
  readonly nonce: number;
  readonly purpose: Purpose;
  readonly withdrawalId: number | null;
  /** Null for the chain's own coin. */
  readonly token: Hex | null;
  readonly recipient: Hex;
  /** As the chain counts it. */
  readonly amount: bigint;
  readonly takenAt: number;
}

/** A signed transaction. */
export interface Attempt {
  /** From 1. */
  readonly attempt: number;
  readonly transaction: Hex;
  readonly bytes: Hex;
  readonly gas: number;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
  readonly signedAt: number;
}

/** What is not final: all its attempts, the first one first. */
export interface Unfinished extends Outgoing {
  readonly attempts: readonly Attempt[];
}

/** Where the chain has one. */
export interface Final {
  readonly nonce: number;
  readonly transaction: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly succeeded: boolean;
}

type AttemptRow = Omit<Attempt, 'maxFee' | 'priorityFee'> &
  Pick<Outgoing, 'nonce'> & { readonly maxFee: string; readonly priorityFee: string };
type OutgoingRow = Omit<Outgoing, 'amount'> & { readonly amount: string };

const OUTGOING = `chain_id as "chainId", sender, nonce, purpose, withdrawal_id as "withdrawalId",
  token, recipient, amount::text as amount, taken_at as "takenAt"`;
const ATTEMPT = `nonce, attempt, transaction_hash as transaction, bytes, gas,
  max_fee::text as "maxFee", priority_fee::text as "priorityFee", signed_at as "signedAt"`;
const FINAL = `nonce, transaction_hash as transaction, block_number as block,
  block_hash as "blockHash", succeeded`;

/** What left, or is about to: rows are only ever added. */
export class OutgoingStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /** The nonce after the last one that was taken; null when none was. */
  async nextNonce({ chainId, sender }: Sender): Promise<number | null> {
    const { rows } = await this.#pool.query<{ next: number | null }>(
      'select max(nonce) + 1 as next from outgoing where chain_id = $1 and sender = $2',
      [chainId, sender],
    );
    return rows[0]?.next ?? null;
  }

  /**
   * Takes a nonce for good, with the bytes that use it. Fails when the nonce or the withdrawal was
   * taken meanwhile: then nothing is written, and the bytes must not be sent. So it is where it
   * says false: somebody has taken the withdrawal back, or it is stopped.
   */
  take(outgoing: Outgoing, attempt: Attempt): Promise<boolean> {
    return transaction(this.#pool, async (client) => {
      const { chainId, sender, nonce, purpose, withdrawalId, token, recipient } = outgoing;
      if (withdrawalId !== null) {
        const { rowCount } = await client.query(
          `insert into payout_decision select $1, 'signer', $2::bigint
           where (${STOP}) is null on conflict do nothing`,
          [withdrawalId, outgoing.takenAt],
        );
        if (rowCount !== 1) return false;
      }
      await client.query(
        `insert into outgoing (chain_id, sender, nonce, purpose, withdrawal_id, token, recipient,
           amount, taken_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[chainId, sender, nonce, purpose, withdrawalId, token, recipient],
          ...[outgoing.amount.toString(), outgoing.takenAt],
        ],
      );
      await addAttempt(client, outgoing, attempt);
      return true;
    });
  }

  /** Adds the bytes of a replacement. */
  replace(outgoing: Outgoing, attempt: Attempt): Promise<void> {
    return addAttempt(this.#pool, outgoing, attempt);
  }

  /** What is not final, by nonce. */
  async unfinished({ chainId, sender }: Sender): Promise<Unfinished[]> {
    const { rows } = await this.#pool.query<OutgoingRow>(
      `select ${OUTGOING} from outgoing o where chain_id = $1 and sender = $2
         and not exists (select from outgoing_final f
           where (f.chain_id, f.sender, f.nonce) = (o.chain_id, o.sender, o.nonce))
       order by nonce`,
      [chainId, sender],
    );
    return this.#withAttempts({ chainId, sender }, rows);
  }

  /** What is final with this nonce and after it, as it was before it was so. */
  async finalFrom({ chainId, sender }: Sender, nonce: number): Promise<Unfinished[]> {
    const { rows } = await this.#pool.query<OutgoingRow>(
      `select ${OUTGOING} from outgoing o where chain_id = $1 and sender = $2 and nonce >= $3
         and exists (select from outgoing_final f
           where (f.chain_id, f.sender, f.nonce) = (o.chain_id, o.sender, o.nonce))
       order by nonce`,
      [chainId, sender, nonce],
    );
    return this.#withAttempts({ chainId, sender }, rows);
  }

  /** The last ones that became final, the last one first. */
  async lastFinal({ chainId, sender }: Sender, limit: number): Promise<Final[]> {
    const { rows } = await this.#pool.query<Final>(
      `select ${FINAL} from outgoing_final where chain_id = $1 and sender = $2
       order by nonce desc limit $3`,
      [chainId, sender, limit],
    );
    return rows;
  }

  async finish({ chainId, sender, nonce }: Outgoing, final: Final, at: number): Promise<void> {
    await this.#pool.query(
      `insert into outgoing_final (chain_id, sender, nonce, transaction_hash, block_number,
         block_hash, succeeded, final_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[chainId, sender, nonce, final.transaction, final.block, final.blockHash],
        ...[final.succeeded, at],
      ],
    );
  }

  /** What was signed for payouts of a token from a time on. */
  async paidSince(chainId: number, token: Hex | null, since: number): Promise<bigint> {
    const { rows } = await this.#pool.query<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from outgoing
       where chain_id = $1 and token is not distinct from $2 and taken_at > $3
         and purpose = 'payout'`,
      [chainId, token, since],
    );
    return BigInt(rows[0]!.sum);
  }

  /** Which of these withdrawals have been signed for. */
  async signedOf(withdrawals: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await this.#pool.query<{ id: number }>(
      'select withdrawal_id as id from outgoing where withdrawal_id = any($1)',
      [withdrawals],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async #withAttempts(
    { chainId, sender }: Sender,
    found: readonly OutgoingRow[],
  ): Promise<Unfinished[]> {
    const { rows } = await this.#pool.query<AttemptRow>(
      `select ${ATTEMPT} from outgoing_bytes
       where chain_id = $1 and sender = $2 and nonce = any($3) order by nonce, attempt`,
      [chainId, sender, found.map(({ nonce }) => nonce)],
    );
    return found.map((row) => ({
      ...row,
      amount: BigInt(row.amount),
      attempts: rows.filter(({ nonce }) => nonce === row.nonce).map(attemptOf),
    }));
  }
}

async function addAttempt(
  connection: Pick<PoolClient, 'query'>,
  { chainId, sender, nonce }: Outgoing,
  attempt: Attempt,
): Promise<void> {
  const { transaction: hash, bytes, gas, maxFee, priorityFee, signedAt } = attempt;
  await connection.query(
    `insert into outgoing_bytes (chain_id, sender, nonce, attempt, transaction_hash, bytes, gas,
       max_fee, priority_fee, signed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[chainId, sender, nonce, attempt.attempt, hash, bytes, gas],
      ...[maxFee.toString(), priorityFee.toString(), signedAt],
    ],
  );
}

const attemptOf = ({ nonce: _, maxFee, priorityFee, ...rest }: AttemptRow): Attempt => ({
  ...rest,
  maxFee: BigInt(maxFee),
  priorityFee: BigInt(priorityFee),
});
