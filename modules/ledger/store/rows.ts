import type { Amount } from '@assay/core/ledger/amount';
import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import type { RowWriter } from '@assay/platform/engine/machine';
import { countedWriters, itemWriters } from '@assay/platform/engine/tables/writers';
import { balance, posting } from './tables.ts';

/** Rows of balances: new accounts are inserted, known ones updated, each once a batch. */
export function balanceWriters(
  ledger: Ledger,
  note: (account: number, available: Amount, held: Amount) => void,
): RowWriter[] {
  let known: AccountSlot[] = [];
  const rows = itemWriters<typeof balance, AccountSlot>(balance, {
    account: (slot) => ledger.account(slot),
    available: (slot) => ledger.availableAmount(slot),
    held: (slot) => ledger.heldAmount(slot),
  });
  const takeFresh = () => {
    const fresh: AccountSlot[] = [];
    known = [];
    ledger.drain((slot, stored) => {
      (stored ? known : fresh).push(slot);
      note(ledger.account(slot), ledger.availableAmount(slot), ledger.heldAmount(slot));
    });
    return fresh;
  };
  return [rows.insert(takeFresh), rows.update(() => known)];
}

/** Rows of the journal. */
export function postingWriter({ postings }: Ledger): RowWriter {
  const rows = countedWriters(posting, {
    seq: (row) => postings.seq(row),
    from: (row) => postings.from(row),
    to: (row) => postings.to(row),
    amount: (row) => postings.amount(row),
    purpose: (row) => postings.purpose(row),
  });
  return rows.insert(
    () => postings.count,
    () => postings.clear(),
  );
}
