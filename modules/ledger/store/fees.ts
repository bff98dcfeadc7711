import { FIRST_USER_ACCOUNT } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import type { Reads } from './reads.ts';

/** What the house has kept of one person's fees of an asset. */
export interface PersonFees {
  readonly userId: number;
  readonly asset: number;
  readonly amount: bigint;
}

/**
 * Fees of trades, which the accounts of people pay themselves: what rounding adds is not counted,
 * and what leaving costs is no fee of a trade.
 */
const TRADING_FEES: readonly number[] = [PURPOSE.spotFee, PURPOSE.smallFee];

/** Accounts of one owner are this many numbers. */
const OWNED = 16_384;

/** The fees of trades in the commands after..upTo, by person; of these people alone, if given. */
export async function readPersonFees(
  reads: Reads,
  realm: Realm,
  after: number,
  upTo: number,
  users?: readonly number[],
): Promise<PersonFees[]> {
  const found = `SELECT from_account / ${OWNED} AS "userId", from_account % 2048 AS asset,
    sum(amount)::text AS amount`;
  const where = `p.from_account >= ${FIRST_USER_ACCOUNT} AND p.purpose = ANY ($1)
    AND p.seq > $2 AND p.seq <= $3`;
  const values = [TRADING_FEES, after, upTo];
  const { rows } =
    users === undefined
      ? await reads.query<PersonFees & { amount: string }>(
          `${found} FROM ${realm}.posting p WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
          values,
        )
      : await reads.query<PersonFees & { amount: string }>(
          `${found} FROM unnest($4::bigint[]) u (id) CROSS JOIN LATERAL
             (SELECT from_account, amount FROM ${realm}.posting p WHERE ${where}
                AND p.from_account BETWEEN u.id * ${OWNED} AND u.id * ${OWNED} + ${OWNED - 1}) own
           GROUP BY 1, 2 ORDER BY 1, 2`,
          [...values, users],
        );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/**
 * The last command of the batches that became durable before an instant, found by halving, because
 * batches are in order and have no index by time. Null while none of that time or later is durable:
 * then one of before may still be on its way.
 */
export async function readLastBefore(
  reads: Reads,
  realm: Realm,
  instant: number,
): Promise<number | null> {
  const batch = async (seq: number) => {
    const { rows } = await reads.query<{ first: number; last: number; at: number }>({
      name: `batch-of-${realm}`,
      text: `SELECT first_seq AS first, last_seq AS last, at FROM ${realm}.engine_batch
             WHERE first_seq <= $1 ORDER BY first_seq DESC LIMIT 1`,
      values: [seq],
    });
    return rows[0];
  };
  const newest = await batch(Number.MAX_SAFE_INTEGER);
  if (newest === undefined || newest.at < instant) return null;
  let before = 0;
  let later = newest.first;
  while (later - before > 1) {
    const middle = await batch(Math.floor((before + later) / 2));
    // Numbers have no gap, so that there is a batch in between.
    if (middle === undefined) return before;
    if (middle.at < instant) before = middle.last;
    else later = middle.first;
  }
  return before;
}

/** Whether anything of a purpose has ever come into somebody's accounts. */
export async function readHasReceived(
  reads: Reads,
  realm: Realm,
  userId: number,
  purpose: number,
): Promise<boolean> {
  const { rows } = await reads.query<{ has: boolean }>({
    name: `has-received-${realm}`,
    text: `SELECT EXISTS (SELECT FROM ${realm}.posting p
             WHERE p.to_account >= ${FIRST_USER_ACCOUNT} AND p.purpose = $2
               AND p.to_account BETWEEN $1::bigint * ${OWNED} AND $1::bigint * ${OWNED} + ${OWNED - 1}
           ) AS has`,
    values: [userId, purpose],
  });
  return rows[0]!.has;
}
