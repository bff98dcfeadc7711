import { FIRST_USER_ACCOUNT } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import type { Pool, PoolClient } from '@assay/platform/db/database';

/** Where to read: a pool, or one connection inside a transaction. */
export type Reads = Pick<Pool | PoolClient, 'query'>;

export interface BalanceRow {
  readonly account: number;
  readonly available: bigint;
  readonly held: bigint;
}

/** Balances after the command `seq`. */
export interface Balances {
  readonly seq: number;
  readonly rows: BalanceRow[];
}

interface RawBalance {
  readonly lastSeq: number;
  readonly account: number | null;
  readonly available: string;
  readonly held: string;
}

/** Every account from `first` to before `end`: those of one owner have consecutive ids. */
export async function readAccounts(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
): Promise<Balances> {
  // One statement, so that balances and sequence number are of the same moment.
  const { rows } = await reads.query<RawBalance>({
    name: `accounts-${realm}`,
    text: `SELECT e.last_seq AS "lastSeq", b.account, b.available::text, b.held::text
           FROM ${realm}.engine e
           LEFT JOIN ${realm}.balance b ON b.account >= $1 AND b.account < $2
           ORDER BY b.account`,
    values: [first, end],
  });
  const found: BalanceRow[] = [];
  for (const { account, available, held } of rows) {
    if (account !== null) found.push({ account, available: BigInt(available), held: BigInt(held) });
  }
  return { seq: rows[0]?.lastSeq ?? 0, rows: found };
}

/** When the accounts from `first` to before `end` last gained or gave something; 0 for never. */
export async function readLastMove(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
): Promise<number> {
  const last = (own: string) =>
    `SELECT seq FROM ${realm}.posting WHERE ${own}_account = b.account
       AND ${own}_account >= ${FIRST_USER_ACCOUNT} ORDER BY seq DESC LIMIT 1`;
  const { rows } = await reads.query<{ at: number }>({
    name: `last-move-${realm}`,
    text: `SELECT e.at FROM ${realm}.engine_batch e WHERE e.first_seq <= (
        SELECT max(greatest((${last('from')}), (${last('to')})))
        FROM ${realm}.balance b WHERE b.account >= $1 AND b.account < $2)
      ORDER BY e.first_seq DESC LIMIT 1`,
    values: [first, end],
  });
  return rows[0]?.at ?? 0;
}

/** What an account had after each of some commands. */
export interface FormerTotals {
  readonly account: number;
  /** In the order of the commands; null where that is longer ago than was read. */
  readonly totals: readonly (bigint | null)[];
}

/** How many postings are read for each account, those that it gave and that it received. */
const FORMER_POSTINGS = 20_000;

interface MovedRow {
  readonly account: number;
  readonly total: string;
  readonly received: boolean | null;
  /** After how many of the commands. */
  readonly after: number | null;
  readonly amount: string;
  readonly count: number;
  readonly first: number;
}

/**
 * What the accounts from `first` to before `end` had after each of the commands `seqs`, which rise:
 * what they have now without what was moved since, of which the newest postings are read.
 */
export async function readFormerTotals(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
  seqs: readonly number[],
  limit = FORMER_POSTINGS,
): Promise<FormerTotals[]> {
  const moved = (own: string, sign: string) =>
    `(SELECT ${sign === ''} AS received, seq, ${sign}amount AS amount FROM ${realm}.posting
      WHERE ${own}_account = b.account AND ${own}_account >= ${FIRST_USER_ACCOUNT}
        AND seq > ($3::bigint[])[1] ORDER BY seq DESC LIMIT $4)`;
  const { rows } = await reads.query<MovedRow>({
    name: `former-totals-${realm}`,
    text: `SELECT b.account, (b.available::numeric + b.held)::text AS total, p.received,
        width_bucket(p.seq - 1, $3::bigint[]) AS after, sum(p.amount)::text AS amount,
        count(*)::integer AS count, min(p.seq) AS first
      FROM ${realm}.balance b
      LEFT JOIN LATERAL (${moved('from', '-')} UNION ALL ${moved('to', '')}) p ON true
      WHERE b.account >= $1 AND b.account < $2
      GROUP BY b.account, b.available, b.held, p.received, after ORDER BY b.account`,
    values: [first, end, seqs, limit],
  });
  const accounts = new Set(rows.map(({ account }) => account));
  return Array.from(accounts, (account) => {
    const own = rows.filter((row) => row.account === account);
    return { account, totals: seqs.map((seq, at) => formerTotal(own, seq, at, limit)) };
  });
}

/** What one account had after a command; null if postings since then were not read. */
function formerTotal(
  rows: readonly MovedRow[],
  seq: number,
  at: number,
  limit: number,
): bigint | null {
  let total = BigInt(rows[0]?.total ?? 0);
  for (const received of [true, false]) {
    const moves = rows.filter((row) => row.received === received);
    const read = moves.reduce((sum, { count }) => sum + count, 0);
    const oldest = Math.min(...moves.map((row) => row.first));
    if (read === limit && seq < oldest) return null;
    for (const { after, amount } of moves) {
      if (after !== null && after > at) total -= BigInt(amount);
    }
  }
  return total;
}

export interface StatementFilter {
  /** Asset and purpose ids; 0: any. */
  readonly asset: number;
  readonly purpose: number;
  /** The first and the last command whose lines are meant. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly limit: number;
}

/** One posting from the view of `account`: signed. */
export interface PostingRow {
  readonly seq: number;
  readonly at: number;
  readonly account: number;
  readonly other: number;
  readonly amount: bigint;
  readonly purpose: number;
}

/**
 * Postings of the accounts from `first` to before `end`, newest first. Postings of one command have
 * no order of their own, so they are sorted by their content: equal ones are interchangeable.
 */
export async function readPostings(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
  filter: StatementFilter,
): Promise<PostingRow[]> {
  const { asset, purpose, fromSeq, toSeq, limit } = filter;
  const { rows } = await reads.query<PostingRow & { amount: string }>({
    name: `postings-${realm}`,
    text: `SELECT p.seq, p.account, p.other, p.amount::text, p.purpose,
        (SELECT e.at FROM ${realm}.engine_batch e WHERE e.first_seq <= p.seq
         ORDER BY e.first_seq DESC LIMIT 1) AS at
      FROM (SELECT p.* FROM ${realm}.balance b CROSS JOIN unnest($4::smallint[]) AS why
        CROSS JOIN LATERAL (
          ${postingsOf(realm, 'from', 'to', '-')} UNION ALL ${postingsOf(realm, 'to', 'from', '')}
        ) p
        WHERE b.account >= $1 AND b.account < $2 AND ($3 = 0 OR b.account % 2048 = $3)
        ORDER BY ${orderBy('p.')} LIMIT $7) p
      ORDER BY ${orderBy('p.')}`,
    values: [first, end, asset, purpose === 0 ? PURPOSES : [purpose], fromSeq, toSeq, limit],
  });
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export interface ReceivedFilter extends Omit<StatementFilter, 'asset'> {
  readonly offset: number;
}

/** What the accounts from `first` to before `end` received, newest first: a page, and the total. */
export async function readReceived(
  reads: Reads,
  realm: Realm,
  first: number,
  end: number,
  { purpose, fromSeq, toSeq, offset, limit }: ReceivedFilter,
): Promise<{ total: number; rows: PostingRow[] }> {
  const received = `FROM ${realm}.balance b JOIN ${realm}.posting p ON p.to_account = b.account
    AND p.to_account >= ${FIRST_USER_ACCOUNT} AND p.purpose = $3 AND p.seq >= $4 AND p.seq <= $5
    WHERE b.account >= $1 AND b.account < $2`;
  const values = [first, end, purpose, fromSeq, toSeq];
  const counted = await reads.query<{ total: number }>({
    name: `received-count-${realm}`,
    text: `SELECT count(*)::integer AS total ${received}`,
    values,
  });
  const { rows } = await reads.query<PostingRow & { amount: string }>({
    name: `received-${realm}`,
    text: `SELECT p.seq, p.to_account AS account, p.from_account AS other, p.amount::text,
        p.purpose, (SELECT e.at FROM ${realm}.engine_batch e WHERE e.first_seq <= p.seq
         ORDER BY e.first_seq DESC LIMIT 1) AS at
      ${received} ORDER BY p.seq DESC, p.to_account, p.from_account, p.amount
      OFFSET $6 LIMIT $7`,
    values: [...values, offset, limit],
  });
  const total = counted.rows[0]?.total ?? 0;
  return { total, rows: rows.map((row) => ({ ...row, amount: BigInt(row.amount) })) };
}

/**
 * Qualified with the table: unqualified, `amount` would be the output column, which is text and
 * sorts as text.
 */
function orderBy(table: string): string {
  const columns = ['account', 'other', 'purpose', 'amount'].map((column) => table + column);
  return `${table}seq DESC, ${columns.join(', ')}`;
}

const PURPOSES: readonly number[] = Object.values(PURPOSE);

/** The newest postings of one account for the purpose `why`: as many as a page may need of them. */
function postingsOf(realm: Realm, own: string, other: string, sign: string): string {
  return `(SELECT seq, ${own}_account AS account, ${other}_account AS other,
      ${sign}amount AS amount, purpose
    FROM ${realm}.posting
    WHERE ${own}_account = b.account AND ${own}_account >= ${FIRST_USER_ACCOUNT}
      AND purpose = why AND seq >= $5 AND seq <= $6
    ORDER BY ${orderBy('')} LIMIT $7)`;
}

/** The total of one house or outside owner in an asset; `owner` null means all customers. */
export interface OwnerSum {
  readonly owner: number | null;
  readonly asset: number;
  readonly available: bigint;
  readonly held: bigint;
  readonly accounts: number;
}

export interface OwnerSums {
  readonly seq: number;
  readonly head: string;
  readonly rows: OwnerSum[];
}

/** Sums of all accounts of a realm: passes over the whole table of balances. */
export async function readOwnerSums(reads: Reads, realm: Realm): Promise<OwnerSums> {
  const { rows } = await reads.query({
    name: `owner-sums-${realm}`,
    text: `SELECT e.last_seq AS seq, e.head, b.* FROM ${realm}.engine e LEFT JOIN (
        SELECT CASE WHEN account < ${FIRST_USER_ACCOUNT} THEN account / 16384 END AS owner,
          account % 2048 AS asset, sum(available)::text AS available, sum(held)::text AS held,
          count(*) AS accounts
        FROM ${realm}.balance GROUP BY 1, 2
      ) b ON true ORDER BY b.owner, b.asset`,
  });
  const [first] = rows;
  return {
    seq: first?.seq ?? 0,
    head: first?.head ?? '',
    rows: rows
      .filter((row) => row.asset !== null)
      .map((row) => ({
        ...row,
        available: BigInt(row.available),
        held: BigInt(row.held),
      })),
  };
}
