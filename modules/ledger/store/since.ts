import { FIRST_USER_ACCOUNT } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { PostingRow, Reads } from './reads.ts';

export interface SinceFilter {
  readonly purposes: readonly number[];
  /** After this command, up to that one. */
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/**
 * Postings of the accounts from `first` to before `end` for some purposes, oldest first; of one
 * command in the order of their content.
 */
export async function readPostingsSince(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
  { purposes, after, upTo, limit }: SinceFilter,
): Promise<PostingRow[]> {
  const order = 'seq, account, amount DESC, purpose, other';
  const side = (own: string, other: string, sign: string) =>
    `(SELECT seq, ${own}_account AS account, ${other}_account AS other,
        ${sign}amount AS amount, purpose
      FROM ${realm}.posting
      WHERE ${own}_account = b.account AND ${own}_account >= ${FIRST_USER_ACCOUNT}
        AND purpose = why AND seq > $4 AND seq <= $5 ORDER BY seq LIMIT $6)`;
  const { rows } = await reads.query<PostingRow & { amount: string }>({
    name: `postings-since-${realm}`,
    text: `SELECT p.seq, p.account, p.other, p.amount::text, p.purpose,
        (SELECT e.at FROM ${realm}.engine_batch e WHERE e.first_seq <= p.seq
         ORDER BY e.first_seq DESC LIMIT 1) AS at
      FROM (SELECT p.* FROM ${realm}.balance b CROSS JOIN unnest($3::smallint[]) AS why
        CROSS JOIN LATERAL (${side('from', 'to', '-')} UNION ALL ${side('to', 'from', '')}) p
        WHERE b.account >= $1 AND b.account < $2 ORDER BY ${order} LIMIT $6) p
      ORDER BY p.seq, p.account, p.amount DESC, p.purpose, p.other`,
    values: [first, end, purposes, after, upTo, limit],
  });
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
