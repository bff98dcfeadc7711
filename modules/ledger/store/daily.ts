import { accountId, FIRST_USER_ACCOUNT, OWNER, WALLET } from '@assay/core/ledger/owners';
import { FEE_PURPOSES } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import type { Reads } from './reads.ts';

/** What an owner of the house or the outside gained of an asset; `owner` null: all customers. */
export interface MovedSum {
  readonly owner: number | null;
  readonly asset: number;
  readonly amount: bigint;
}

/** The sums of the journal entries of the commands after `after` up to `upTo`, by owner. */
export async function readMovedSums(
  reads: Reads,
  realm: Realm,
  after: number,
  upTo: number,
): Promise<MovedSum[]> {
  const { rows } = await reads.query<MovedSum & { amount: string }>({
    name: `moved-sums-${realm}`,
    text: `SELECT CASE WHEN account < ${FIRST_USER_ACCOUNT} THEN account / 16384 END AS owner,
             account % 2048 AS asset, sum(change)::text AS amount
           FROM ${realm}.posting CROSS JOIN LATERAL
             (VALUES (to_account, amount), (from_account, -amount)) AS side (account, change)
           WHERE seq > $1 AND seq <= $2 GROUP BY 1, 2`,
    values: [after, upTo],
  });
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** What house:fees received for fees in the commands after `after` up to `upTo`, by asset. */
export async function readFeeSums(
  reads: Reads,
  realm: Realm,
  after: number,
  upTo: number,
): Promise<Omit<MovedSum, 'owner'>[]> {
  const { rows } = await reads.query<{ asset: number; amount: string }>({
    name: `fee-sums-${realm}`,
    text: `SELECT to_account % 2048 AS asset, sum(amount)::text AS amount FROM ${realm}.posting
           WHERE seq > $1 AND seq <= $2 AND to_account >= $3 AND to_account < $4
             AND purpose = ANY ($5) GROUP BY 1`,
    values: [
      ...[after, upTo, accountId(OWNER.fees, WALLET.currency, 0)],
      ...[accountId(OWNER.fees + 1, WALLET.currency, 0), FEE_PURPOSES],
    ],
  });
  return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
}
