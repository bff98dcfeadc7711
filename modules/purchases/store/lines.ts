import type { Ground } from '../schema/commands.ts';
import type { Queryable } from './payees.ts';

/** A line of a bank statement by which something came in. */
export interface NewLine {
  readonly account: string;
  readonly entry: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly payer: string;
  readonly remittance: string;
  readonly bookedOn: string;
}

export interface Line extends NewLine {
  readonly lineId: number;
  readonly importedAt: number;
  readonly importedBy: number;
  readonly salt: string;
  readonly orderDigest: string | null;
  readonly ground: Ground | null;
  readonly decidedAt: number | null;
  readonly returned: string | null;
}

const COLUMNS = `line_id as "lineId", account, entry, currency, amount::text, payer, remittance,
  booked_on as "bookedOn", imported_at as "importedAt", imported_by as "importedBy", salt,
  order_digest as "orderDigest", ground, decided_at as "decidedAt", returned`;
type Row = Omit<Line, 'amount'> & { readonly amount: string };

const read = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));

/** Adds what is new; how many were. */
export async function addLines(
  db: Queryable,
  lines: readonly (NewLine & { readonly salt: string })[],
  { now, operatorId }: { readonly now: number; readonly operatorId: number },
): Promise<number> {
  const of = <K extends keyof NewLine | 'salt'>(name: K) => lines.map((line) => line[name]);
  const { rowCount } = await db.query(
    `insert into bank_line (account, entry, currency, amount, payer, remittance, booked_on, salt,
       imported_at, imported_by)
     select *, $9::bigint, $10::bigint from unnest($1::text[], $2::text[], $3::text[], $4::bigint[],
       $5::text[], $6::text[], $7::text[], $8::text[])
     on conflict (account, entry) do nothing`,
    [
      ...[of('account'), of('entry'), of('currency'), of('amount').map(String), of('payer')],
      ...[of('remittance'), of('bookedOn'), of('salt'), now, operatorId],
    ],
  );
  return rowCount ?? 0;
}

/** Those of which nobody has said what they are, the first first. */
export async function openLines(db: Queryable, limit: number): Promise<Line[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from bank_line where order_digest is null and returned is null
     order by line_id limit $1`,
    [limit],
  );
  return read(rows);
}

/** The latest, whatever became of them. */
export async function latestLines(db: Queryable, limit: number): Promise<Line[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from bank_line where order_digest is not null or returned is not null
     order by line_id desc limit $1`,
    [limit],
  );
  return read(rows);
}

export async function lineById(db: Queryable, lineId: number): Promise<Line | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from bank_line where line_id = $1`, [
    lineId,
  ]);
  return read(rows)[0] ?? null;
}

interface Assigned {
  readonly lineId: number;
  readonly digest: string;
  readonly ground: Ground;
  readonly rules: number;
}

/** Says which order a line pays, once; false when line or order have another. */
export async function assignLine(
  db: Queryable,
  { lineId, digest, ground, rules }: Assigned,
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update bank_line set order_digest = $2, ground = $3, decided_at = $4, rules = $5
     where line_id = $1 and order_digest is null and returned is null
       and not exists (select from bank_line other where other.order_digest = $2)`,
    [lineId, digest, ground, now, rules],
  );
  return rowCount === 1;
}

/** Says by which entry of the bank it went back, once. */
export async function returnLine(
  db: Queryable,
  lineId: number,
  returned: string,
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update bank_line set returned = $2, decided_at = $3
     where line_id = $1 and order_digest is null and returned is null`,
    [lineId, returned, now],
  );
  return rowCount === 1;
}

/** What banks say came in as payments: in the ledger, and decided on. Units of 1e-8. */
export interface BankCustody {
  readonly asset: string;
  readonly broughtIn: bigint;
  readonly bringing: bigint;
  readonly paidOut: bigint;
}

/** By their statements, for who compares them with the ledger's outside accounts. */
export async function bankCustody(db: Queryable): Promise<BankCustody[]> {
  const { rows } = await db.query<Record<'asset' | 'broughtIn' | 'bringing', string>>(
    `select l.currency as asset,
       coalesce(sum(l.amount) filter (where e.state = 'released'), 0)::text as "broughtIn",
       coalesce(sum(l.amount) filter (where e.state is null), 0)::text as bringing
     from bank_line l left join real.ended_purchase e on e.digest = l.order_digest
     where l.order_digest is not null group by l.currency`,
  );
  return rows.map(({ asset, broughtIn, bringing }) => ({
    ...{ asset, broughtIn: BigInt(broughtIn), bringing: BigInt(bringing), paidOut: 0n },
  }));
}
