import { FIRST_USER_ACCOUNT } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import type { Reads } from './reads.ts';

/** By what value comes in from outside and leaves to it; a fee of leaving is a cost, not a part. */
const FROM_OUTSIDE: readonly number[] = [
  PURPOSE.virtualGrant,
  PURPOSE.virtualReturn,
  PURPOSE.deposit,
  PURPOSE.withdrawal,
  // What is bought with bank money is what that brings in; the money itself comes and goes at once.
  PURPOSE.purchase,
  PURPOSE.bankWithdrawal,
  PURPOSE.bankRefund,
  // What is in custody of an earn product is in no wallet, and is no loss; its yield is a gain.
  PURPOSE.earnSubscription,
  PURPOSE.earnRedemption,
];

/** What an account had from outside, less what it gave, in one span of commands. */
export interface BroughtIn {
  readonly account: number;
  /** The span, counted from 0. */
  readonly day: number;
  readonly amount: bigint;
}

/**
 * What came into the accounts from `first` to before `end` from outside, in each span between two
 * of the commands `seqs`, which rise: after the first up to the second, and so on.
 */
export async function readBroughtIn(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
  seqs: readonly number[],
): Promise<BroughtIn[]> {
  const moved = (own: string, sign: string) =>
    `SELECT seq, ${sign}amount AS amount FROM ${realm}.posting
     WHERE ${own}_account = b.account AND ${own}_account >= ${FIRST_USER_ACCOUNT}
       AND purpose = ANY ($4::smallint[]) AND seq > ($3::bigint[])[1]
       AND seq <= ($3::bigint[])[array_length($3::bigint[], 1)]`;
  const { rows } = await reads.query<Omit<BroughtIn, 'amount'> & { amount: string }>({
    name: `brought-in-${realm}`,
    text: `SELECT b.account, width_bucket(p.seq - 1, $3::bigint[]) - 1 AS day,
        sum(p.amount)::text AS amount
      FROM ${realm}.balance b
      CROSS JOIN LATERAL (${moved('from', '-')} UNION ALL ${moved('to', '')}) p
      WHERE b.account >= $1 AND b.account < $2 GROUP BY 1, 2`,
    values: [first, end, seqs, FROM_OUTSIDE],
  });
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
