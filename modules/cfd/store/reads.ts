import { FIRST_USER, trialOwner } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { RowOf } from '@assay/core/schema/record';
import type { Database } from '@assay/platform/db/database';
import type { receipt } from './tables.ts';

export type Reads = Database['pool'];

/** Without the account of a close-out, which may be long. */
export type ListedReceipt = Omit<RowOf<typeof receipt>, 'account'>;
type Stored = Record<keyof RowOf<typeof receipt>, string | number>;

const COLUMNS = `seq, n, kind, why, user_id AS "userId", contract, version, id, side, lots::text,
  leverage, entry, price, tick, tick_at AS "tickAt", index_price AS "indexPrice", spread,
  recent, amount::text, margin::text, premium::text, carry_nights AS "carryNights",
  admin_nights AS "adminNights", worst, started_at AS "startedAt", at,
  reference, asked_at AS "askedAt", conversion_tick AS "conversionTick",
  conversion_tick_at AS "conversionTickAt", conversion_price AS "conversionPrice"`;

/** Receipts of a person below a command's number, the latest first. */
export async function receiptsOf(
  reads: Reads,
  realm: Realm,
  userId: number,
  before: number,
  most: number,
): Promise<ListedReceipt[]> {
  const { rows } = await reads.query<Stored>(
    `SELECT ${COLUMNS} FROM ${realm}.cfd_receipt WHERE user_id = $1 AND seq < $2
     ORDER BY seq DESC, n DESC LIMIT $3`,
    [userId, before, most],
  );
  return rows.map(receiptRow);
}

/** One receipt of a person, by its command and its number in that. */
export async function receiptAt(
  reads: Reads,
  realm: Realm,
  userId: number,
  { seq, n }: { readonly seq: number; readonly n: number },
): Promise<RowOf<typeof receipt> | undefined> {
  const { rows } = await reads.query<Stored>(
    `SELECT ${COLUMNS}, account FROM ${realm}.cfd_receipt
     WHERE user_id = $1 AND seq = $2 AND n = $3`,
    [userId, seq, n],
  );
  return rows.map(receiptRow)[0];
}

/** How a position of a person was opened. */
export async function openingOf(
  reads: Reads,
  realm: Realm,
  userId: number,
  positionId: number,
): Promise<ListedReceipt | undefined> {
  const { rows } = await reads.query<Stored>(
    `SELECT ${COLUMNS} FROM ${realm}.cfd_receipt
     WHERE user_id = $1 AND id = $2 AND kind = 'opened'`,
    [userId, positionId],
  );
  return rows.map(receiptRow)[0];
}

function receiptRow(row: Stored): RowOf<typeof receipt> {
  const { lots, amount, margin, premium } = row;
  const units = { lots, amount, margin, premium };
  const big = Object.entries(units).map(([field, value]) => [field, BigInt(value)]);
  return { ...row, ...Object.fromEntries(big) } as unknown as RowOf<typeof receipt>;
}

/**
 * Margin that a person has put into positions, in units of USDT: what counts as turnover. Lots that
 * only offset open ones of the other direction carry no risk, and do not count; each opening is
 * rounded down.
 */
export async function marginTurnoverOf(
  reads: Reads,
  realm: Realm,
  userId: number,
): Promise<bigint> {
  const { rows } = await reads.query<{ turnover: string }>(
    `WITH steps AS (
       SELECT kind, side, lots::numeric, margin::numeric,
         coalesce(sum(CASE kind WHEN 'opened' THEN side * lots ELSE -side * lots END) OVER (
           PARTITION BY contract ORDER BY seq, n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
         ), 0) AS net
       FROM ${realm}.cfd_receipt WHERE user_id = $1 AND kind IN ('opened', 'closed'))
     SELECT coalesce(sum(div(margin * (lots - least(lots, greatest(0, -side * net))), lots)), 0)::text
       AS turnover
     FROM steps WHERE kind = 'opened'`,
    [userId],
  );
  return BigInt(rows[0]?.turnover ?? 0);
}

/**
 * How many people closed contracts since an instant, and how many of them lost all in all: their
 * own money, so without trial funds.
 */
export async function losersSince(
  reads: Reads,
  realm: Realm,
  since: number,
): Promise<{ readonly people: number; readonly losers: number }> {
  const { rows } = await reads.query<{ people: number; losers: number }>(
    `SELECT count(*)::int AS people, (count(*) FILTER (WHERE result < 0))::int AS losers
     FROM (SELECT sum(amount) AS result FROM ${realm}.cfd_receipt
           WHERE kind IN ('closed', 'financed') AND at >= $1
             AND user_id >= ${FIRST_USER} AND user_id < $2
           GROUP BY user_id HAVING bool_or(kind = 'closed')) AS results`,
    [since, trialOwner(1)],
  );
  return rows[0] ?? { people: 0, losers: 0 };
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

/** One version of the terms of a contract, as it was published. */
export async function listingAt(
  reads: Reads,
  realm: Realm,
  contract: number,
  version: number,
): Promise<string | undefined> {
  const { rows } = await reads.query<Pick<StoredTerms, 'listing'>>(
    `SELECT listing FROM ${realm}.cfd_terms WHERE contract = $1 AND version = $2`,
    [contract, version],
  );
  return rows[0]?.listing;
}
