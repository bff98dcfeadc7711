import type { Amount } from '@assay/core/ledger/amount';
import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { integerArray, integerRows } from '@assay/core/num/integer-array';
import type { RowReader, RowWriter } from '@assay/platform/engine/machine';

/** Rows of balances: new accounts are inserted, known ones updated, each once a batch. */
export function balanceWriters(
  ledger: Ledger,
  note: (account: number, available: Amount, held: Amount) => void,
): RowWriter[] {
  let known: AccountSlot[] = [];
  return [
    {
      sql: `INSERT INTO balance (account, available, held)
            SELECT a, v, h FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r (a, v, h)`,
      columns: 3,
      drain() {
        const fresh: AccountSlot[] = [];
        known = [];
        ledger.drain((slot, stored) => {
          (stored ? known : fresh).push(slot);
          note(ledger.account(slot), ledger.availableAmount(slot), ledger.heldAmount(slot));
        });
        return columnsOf(ledger, fresh);
      },
    },
    {
      sql: `UPDATE balance SET available = r.v, held = r.h
            FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r (a, v, h)
            WHERE account = r.a`,
      columns: 3,
      drain: () => columnsOf(ledger, known),
    },
  ];
}

function columnsOf(ledger: Ledger, slots: readonly AccountSlot[]): string[] {
  return [
    integerArray(slots, (slot) => ledger.account(slot)),
    integerArray(slots, (slot) => ledger.availableAmount(slot)),
    integerArray(slots, (slot) => ledger.heldAmount(slot)),
  ];
}

/** Rows of the journal. */
export function postingWriter({ postings }: Ledger): RowWriter {
  return {
    sql: `INSERT INTO posting (seq, from_account, to_account, amount, purpose)
          SELECT s, f, t, a, p FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],
                                           $5::smallint[]) AS r (s, f, t, a, p)`,
    columns: 5,
    drain() {
      const { count } = postings;
      const columns = [
        integerRows(count, (row) => postings.seq(row)),
        integerRows(count, (row) => postings.from(row)),
        integerRows(count, (row) => postings.to(row)),
        integerRows(count, (row) => postings.amount(row)),
        integerRows(count, (row) => postings.purpose(row)),
      ];
      postings.clear();
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
