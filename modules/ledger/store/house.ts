import type { Realm } from '@assay/core/ledger/realm';
import type { Reads } from './reads.ts';

export interface HouseFilter {
  /** Asset and purpose ids; 0: any. */
  readonly asset: number;
  readonly purpose: number;
  /** The first and the last command that is looked at. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly limit: number;
}

/** One journal line of an account of the house, and the command that caused it. */
export interface HouseRow {
  readonly seq: number;
  readonly at: number;
  readonly account: number;
  readonly other: number;
  /** Signed: what came in is positive. */
  readonly amount: bigint;
  readonly purpose: number;
  readonly command: string;
  readonly actor: number;
}

/**
 * Journal lines of the accounts from `first` to before `end`, newest first. Accounts of the house
 * have no index of their own, which every trade would pay for; the caller bounds the commands.
 * Lines of one command are in the order of their content.
 */
export async function readHouseLines(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
  { asset, purpose, fromSeq, toSeq, limit }: HouseFilter,
): Promise<HouseRow[]> {
  const order = 'seq DESC, account, other, purpose, change';
  const { rows } = await reads.query<HouseRow & { amount: string }>({
    name: `house-lines-${realm}`,
    text: `SELECT p.seq, p.account, p.other, p.change::text AS amount, p.purpose, b.at,
        line->>2 AS command, (line->>3)::bigint AS actor
      FROM (SELECT seq, account, other, change, purpose
        FROM ${realm}.posting CROSS JOIN LATERAL (VALUES
          (to_account, from_account, amount), (from_account, to_account, -amount)
        ) side (account, other, change)
        WHERE seq >= $5 AND seq <= $6 AND account >= $1 AND account < $2
          AND ($3 = 0 OR account % 2048 = $3) AND ($4 = 0 OR purpose = $4)
        ORDER BY ${order} LIMIT $7) p
      CROSS JOIN LATERAL (SELECT at, first_seq, log FROM ${realm}.engine_batch
        WHERE first_seq <= p.seq ORDER BY first_seq DESC LIMIT 1) b
      CROSS JOIN LATERAL
        (SELECT split_part(b.log, E'\\n', (p.seq - b.first_seq + 1)::integer)::json) l (line)
      ORDER BY ${order}`,
    values: [first, end, asset, purpose, fromSeq, toSeq, limit],
  });
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** The last command of a realm. */
export async function readLastCommand(reads: Reads, realm: Realm): Promise<number> {
  const { rows } = await reads.query<{ seq: number }>(
    `SELECT last_seq AS seq FROM ${realm}.engine`,
  );
  return rows[0]?.seq ?? 0;
}
