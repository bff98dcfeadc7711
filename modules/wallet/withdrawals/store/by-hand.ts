import type { Paid } from '@assay/platform/chain/paid';
import type { Queryable } from './destinations.ts';

/** A transaction that two people have said paid one, and what the chain has said of it. */
interface Entry {
  readonly transaction: string;
  readonly enteredAt: number;
  /** '' while the chain is asked. */
  readonly outcome: '' | Exclude<Paid, 'early'>;
}

/** One of which the chain has not said anything yet, with what it should have moved. */
export interface OpenEntry {
  readonly entryId: number;
  readonly withdrawalId: number;
  readonly chainId: number;
  readonly transaction: string;
  readonly token: string | null;
  readonly address: string;
  readonly sum: string;
  readonly enteredAt: number;
}

/** False when the withdrawal or the transaction has another one. */
export async function addEntry(
  db: Queryable,
  { withdrawalId, chainId }: { readonly withdrawalId: number; readonly chainId: number },
  transaction: string,
  at: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payout_by_hand (withdrawal_id, chain_id, transaction_hash, entered_at)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [withdrawalId, chainId, transaction, at],
  );
  return rowCount === 1;
}

export async function openEntries(db: Queryable): Promise<OpenEntry[]> {
  const { rows } = await db.query<OpenEntry>(
    `select h.entry_id as "entryId", h.withdrawal_id as "withdrawalId", h.chain_id as "chainId",
       h.transaction_hash as transaction, d.token, d.address, d.sum::text as sum,
       h.entered_at as "enteredAt"
     from payout_by_hand h join withdrawal_destination d using (withdrawal_id)
     where h.decided_as = '' order by h.entry_id`,
  );
  return rows;
}

export async function decideEntry(
  db: Queryable,
  entryId: number,
  outcome: Entry['outcome'],
  at: number,
): Promise<void> {
  await db.query(
    `update payout_by_hand set decided_as = $2, decided_at = $3 where entry_id = $1 and decided_as = ''`,
    [entryId, outcome, at],
  );
}

/** The last one of a withdrawal. */
export async function lastEntry(db: Queryable, withdrawalId: number): Promise<Entry | null> {
  const { rows } = await db.query<Entry>(
    `select transaction_hash as transaction, entered_at as "enteredAt", decided_as as outcome
     from payout_by_hand where withdrawal_id = $1 order by entry_id desc limit 1`,
    [withdrawalId],
  );
  return rows[0] ?? null;
}

/** Whether a transaction is said to pay one already. */
export async function isEntered(
  db: Queryable,
  chainId: number,
  transaction: string,
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from payout_by_hand
     where chain_id = $1 and transaction_hash = $2 and decided_as in ('', 'paid')`,
    [chainId, transaction],
  );
  return rows.length > 0;
}
