import type { Ledger } from '@assay/core/ledger/ledger';
import { integerArray } from '@assay/core/num/integer-array';
import type { RowReader, RowWriter } from '@assay/platform/engine/machine';

/** Rows of balances: new accounts are inserted, known ones updated, each once a batch. */
export function balanceWriters(
  ledger: Ledger,
  note: (account: number, available: bigint, held: bigint) => void,
): RowWriter[] {
  let fresh = emptyRows();
  let known = emptyRows();
  return [
    {
      sql: `INSERT INTO balance (account, available, held)
            SELECT a, v, h FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r (a, v, h)`,
      columns: 3,
      drain() {
        fresh = emptyRows();
        known = emptyRows();
        ledger.drain((slot, stored) => {
          const rows = stored ? known : fresh;
          const account = ledger.account(slot);
          const available = ledger.available(slot);
          const held = ledger.held(slot);
          rows.account.push(account);
          rows.available.push(available);
          rows.held.push(held);
          note(account, available, held);
        });
        return columnsOf(fresh);
      },
    },
    {
      sql: `UPDATE balance SET available = r.v, held = r.h
            FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r (a, v, h)
            WHERE account = r.a`,
      columns: 3,
      drain: () => columnsOf(known),
    },
  ];
}

/** Rows of the journal. */
export function postingWriter(ledger: Ledger): RowWriter {
  return {
    sql: `INSERT INTO posting (seq, from_account, to_account, amount, purpose)
          SELECT s, f, t, a, p FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],
                                           $5::smallint[]) AS r (s, f, t, a, p)`,
    columns: 5,
    drain() {
      const { seq, from, to, amount, purpose } = ledger.postings;
      const columns = [seq, from, to, amount, purpose].map((column) =>
        integerArray(column, itself),
      );
      ledger.postings.clear();
      return columns;
    },
  };
}

/** Visits every balance of the realm. */
export async function readBalances(
  reader: RowReader,
  visit: (account: number, available: bigint, held: bigint) => void,
): Promise<void> {
  await reader.each<{ account: string; available: string; held: string }>(
    'SELECT account::text, available::text, held::text FROM balance',
    (row) => visit(Number(row.account), BigInt(row.available), BigInt(row.held)),
  );
}

interface BalanceRows {
  account: number[];
  available: bigint[];
  held: bigint[];
}

function emptyRows(): BalanceRows {
  return { account: [], available: [], held: [] };
}

function columnsOf(rows: BalanceRows): string[] {
  return [rows.account, rows.available, rows.held].map((column) => integerArray(column, itself));
}

function itself(value: number | bigint): number | bigint {
  return value;
}
