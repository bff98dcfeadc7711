import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { RowReader } from '@assay/platform/engine/machine';

/** A finding as the statement below returns it. */
export interface FindingRow {
  readonly kind: 'balance' | 'hold' | 'asset' | 'negative' | 'posting';
  /** The account, the asset, or the number of the command. */
  readonly at: number;
  readonly found: string;
  readonly due: string;
}

/** Numbers per owner in an account id, and per wallet (core/ledger/owners.ts). */
const OF_OWNER = 16_384;
const OF_WALLET = 2048;

/**
 * One statement, so that everything in it is of one moment beside a working engine. `holds` are
 * statements of (account, amount): what each owner of holds has in its tables.
 */
function auditStatement(holds: readonly string[]): string {
  const purposes = Object.values(PURPOSE).join(', ');
  const claims = holds.length === 0 ? 'SELECT 0, 0 WHERE false' : holds.join(' UNION ALL ');
  return `
    WITH moved AS (
      SELECT account, sum(amount) AS total FROM (
        SELECT to_account AS account, amount FROM posting
        UNION ALL SELECT from_account, -amount FROM posting) AS leg GROUP BY account
    ), claimed AS (
      SELECT account, sum(amount) AS total FROM (${claims}) AS claim (account, amount)
      GROUP BY account
    ), kept AS (
      SELECT account, available::numeric + held AS total, available, held FROM balance
    )
    SELECT 'balance' AS kind, account AS at, coalesce(k.total::text, 'no row') AS found,
           coalesce(m.total::text, 'no posting') AS due
    FROM kept k FULL JOIN moved m USING (account) WHERE k.total IS DISTINCT FROM m.total
    UNION ALL
    SELECT 'hold', account, coalesce(k.held, 0)::text, coalesce(c.total, 0)::text
    FROM kept k FULL JOIN claimed c USING (account)
    WHERE coalesce(k.held, 0) <> coalesce(c.total, 0)
    UNION ALL
    SELECT 'asset', account % ${OF_WALLET}, sum(total)::text, '0' FROM kept GROUP BY 2
    HAVING sum(total) <> 0
    UNION ALL
    SELECT 'negative', account, available || ' and ' || held, '0' FROM kept
    WHERE held < 0 OR (available < 0 AND account / ${OF_OWNER}
                       NOT BETWEEN ${OWNER.outsideDeposits} AND ${FIRST_USER - 1})
    UNION ALL
    SELECT 'posting', seq, amount || ' from ' || from_account || ' to ' || to_account, ''
    FROM posting
    WHERE amount <= 0 OR from_account = to_account OR purpose NOT IN (${purposes})
      OR from_account % ${OF_WALLET} <> to_account % ${OF_WALLET}
      OR seq NOT BETWEEN 1 AND (SELECT last_seq FROM engine)`;
}

/** Goes over all balances, postings and holds of the realm. */
export async function findInTables(
  reader: RowReader,
  holds: readonly string[],
): Promise<FindingRow[]> {
  return reader.rows<FindingRow>(auditStatement(holds));
}

/** A posting as a line: what the journal's digest is made of. */
export type PostingLine = readonly [seq: number, line: string];

/** Visits every posting in the order of the commands. */
export async function eachPosting(
  reader: RowReader,
  visit: (posting: PostingLine) => void,
): Promise<void> {
  type Row = Record<'seq' | 'from' | 'to' | 'purpose', number> & { amount: string };
  await reader.each<Row>(
    `SELECT seq, from_account AS "from", to_account AS "to", amount::text, purpose
     FROM posting p ORDER BY p.seq`,
    ({ seq, from, to, amount, purpose }) =>
      visit([seq, postingLine(seq, from, to, BigInt(amount), purpose)]),
  );
}

export function postingLine(
  seq: number,
  from: number,
  to: number,
  amount: bigint,
  purpose: number,
): string {
  return `${seq} ${from} ${to} ${amount} ${purpose}`;
}
