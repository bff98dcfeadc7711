import { lockReference } from '../proofs/store.ts';
import type { Queryable, Recovery } from './store.ts';

/** The hash as payments of loans write it, so that one transaction has one name everywhere. */
function referenceOf(transaction: string): string {
  const plain = transaction.toLowerCase();
  return /^[0-9a-f]{64}$/.test(plain) ? `0x${plain}` : plain;
}

/**
 * In a transaction: whether what this one is about was credited or given back in another way: by a
 * chain, a proof, a payment of a loan or another recovery. Nobody credits by it until that ends. A
 * transfer that its owner reports has no place, and its network is what they say, so any of the
 * same transaction is it; of those that a chain has brought, each is its own.
 */
export async function isSettledOtherwise(
  db: Queryable,
  { recoveryId, depositId, transaction }: Recovery,
): Promise<boolean> {
  const reference = referenceOf(transaction);
  await lockReference(db, reference);
  const { rows } = await db.query(
    `select 1 from deposit where transaction_hash = $1 and state <> 'orphaned'
       and $2::bigint is null
     union all
     select 1 from deposit_proof where transaction_hash = $1 and state in ('crediting', 'credited')
     union all
     select 1 from loan_repayment where reference = $1
     union all
     select 1 from deposit_recovery
       where regexp_replace(lower(transaction_hash), '^([0-9a-f]{64})$', '0x\\1') = $1
         and recovery_id <> $3 and state in ('crediting', 'credited', 'returned')
         and (deposit_id is null or $2::bigint is null)
     limit 1`,
    [reference, depositId, recoveryId],
  );
  return rows.length > 0;
}
