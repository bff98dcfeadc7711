import type { Realm } from '@assay/core/ledger/realm';
import type { RowOf } from '@assay/core/schema/record';
import type { Database } from '@assay/platform/db/database';
import type { receipt } from './tables.ts';

export type Reads = Database['pool'];

type Stored = Record<keyof RowOf<typeof receipt>, string | number>;

/** Receipts of a person below a command's number, the latest first. */
export async function receiptsOf(
  reads: Reads,
  realm: Realm,
  userId: number,
  before: number,
  most: number,
): Promise<RowOf<typeof receipt>[]> {
  const { rows } = await reads.query<Stored>(
    `SELECT seq, n, kind, why, user_id AS "userId", contract, version, id, side, lots::text,
       leverage, entry, price, tick, tick_at AS "tickAt", index_price AS "indexPrice", spread,
       recent, amount::text, margin::text, premium::text, carry_nights AS "carryNights",
       admin_nights AS "adminNights", worst, started_at AS "startedAt", at
     FROM ${realm}.cfd_receipt WHERE user_id = $1 AND seq < $2
     ORDER BY seq DESC, n DESC LIMIT $3`,
    [userId, before, most],
  );
  return rows.map((row) => {
    const { lots, amount, margin, premium } = row;
    const units = { lots, amount, margin, premium };
    const big = Object.entries(units).map(([field, value]) => [field, BigInt(value)]);
    return { ...row, ...Object.fromEntries(big) } as unknown as RowOf<typeof receipt>;
  });
}

interface StoredTerms {
  readonly version: number;
  readonly at: number;
  readonly listing: string;
}

/** Versions of the terms of a contract, the latest first. */
export async function termsOf(
  reads: Reads,
  realm: Realm,
  contract: number,
  most: number,
): Promise<readonly StoredTerms[]> {
  const { rows } = await reads.query<StoredTerms>(
    `SELECT version, at, listing FROM ${realm}.cfd_terms WHERE contract = $1
     ORDER BY version DESC LIMIT $2`,
    [contract, most],
  );
  return rows;
}
