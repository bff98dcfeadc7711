import type { Ground } from '../schema/commands.ts';
import { type NewLine, newOf } from './lines.ts';
import type { Queryable } from './payees.ts';

/** A line of a bank statement by which something went out. */
export interface Debit {
  readonly lineId: number;
  readonly account: string;
  readonly entry: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly payee: string;
  readonly remittance: string;
  readonly bookedOn: string;
  readonly importedAt: number;
  readonly importedBy: number;
  /** The withdrawal that it paid. */
  readonly withdrawalId: number | null;
}

const COLUMNS = `line_id as "lineId", account, entry, currency, amount::text, payee, remittance,
  booked_on as "bookedOn", imported_at as "importedAt", imported_by as "importedBy",
  withdrawal_id as "withdrawalId"`;
type Row = Omit<Debit, 'amount'> & { readonly amount: string };

const read = (rows: readonly Row[]): Debit[] =>
  rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));

/** Adds what is new; how many were. */
export async function addDebits(
  db: Queryable,
  lines: readonly NewLine[],
  { now, operatorId }: { readonly now: number; readonly operatorId: number },
): Promise<number> {
  const of = <K extends keyof NewLine>(name: K) => lines.map((line) => line[name]);
  const { rowCount } = await db.query(
    `with given as (select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[],
       $5::text[], $6::text[], $7::text[]) with ordinality as g (${GIVEN}, place))
     insert into bank_debit (${GIVEN}, imported_at, imported_by)
     select ${GIVEN}, $8::bigint, $9::bigint from ${newOf('bank_debit')} order by place
     on conflict (account, entry) do nothing`,
    [
      ...[of('account'), of('entry'), of('currency'), of('amount').map(String), of('payer')],
      ...[of('remittance'), of('bookedOn'), now, operatorId],
    ],
  );
  return rowCount ?? 0;
}

const GIVEN = 'account, entry, currency, amount, payee, remittance, booked_on';

/** Of which nobody has said what they paid, the latest first, and then those that paid. */
export async function debits(db: Queryable, isOpen: boolean, limit: number): Promise<Debit[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from bank_debit where (withdrawal_id is null) = $1
     order by line_id desc limit $2`,
    [isOpen, limit],
  );
  return read(rows);
}

export async function debitById(db: Queryable, lineId: number): Promise<Debit | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from bank_debit where line_id = $1`, [
    lineId,
  ]);
  return read(rows)[0] ?? null;
}

/** Says which withdrawal it paid, once; false when either has another. */
export async function assignDebit(
  db: Queryable,
  { lineId, withdrawalId, ground }: { lineId: number; withdrawalId: number; ground: Ground },
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update bank_debit set withdrawal_id = $2, ground = $3, decided_at = $4
     where line_id = $1 and withdrawal_id is null
       and not exists (select from bank_debit other where other.withdrawal_id = $2)`,
    [lineId, withdrawalId, ground, now],
  );
  return rowCount === 1;
}
