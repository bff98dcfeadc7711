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
  /** The withdrawal that the bank sent back by it. */
  readonly withdrawalId: number | null;
}

const COLUMNS = `line_id as "lineId", account, entry, currency, amount::text, payer, remittance,
  booked_on as "bookedOn", imported_at as "importedAt", imported_by as "importedBy", salt,
  order_digest as "orderDigest", ground, decided_at as "decidedAt", returned,
  withdrawal_id as "withdrawalId"`;
/** What statements say of a line; of a debit the payer is who was paid. */
const GIVEN = 'account, entry, currency, amount, payer, remittance, booked_on';
/** Of which nobody has said what they are. */
const OPEN = 'order_digest is null and returned is null and withdrawal_id is null';
type Row = Omit<Line, 'amount'> & { readonly amount: string };

const read = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));

/**
 * The bank's own number of an entry as entries are compared: its two formats write the same one
 * with and without spaces.
 */
const plainEntry = (column: string) => `lower(regexp_replace(${column}, '\\s', '', 'g'))`;

/** In a transaction: until it ends nobody else imports, so that each line comes once. */
export async function lockStatements(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('bank statements', 0))`);
}

/**
 * Of lines, the entries that are known with another amount: once an entry is there, no statement
 * changes it, so that whoever imports must see which. Each once, in the order of the lines.
 */
export async function differing(
  db: Queryable,
  table: 'bank_line' | 'bank_debit',
  lines: readonly NewLine[],
): Promise<string[]> {
  const of = <K extends keyof NewLine>(name: K) => lines.map((line) => line[name]);
  const { rows } = await db.query<{ entry: string }>(
    `select g.entry from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) with ordinality
       as g (account, entry, currency, amount, place)
     join ${table} b on b.account = g.account and ${plainEntry('b.entry')} = ${plainEntry('g.entry')}
     where (b.currency, b.amount) <> (g.currency, g.amount)
     group by g.entry order by min(g.place)`,
    [of('account'), of('entry'), of('currency'), of('amount').map(String)],
  );
  return rows.map(({ entry }) => entry);
}

/** What is new of `given`, which `table` does not have: each entry of an account once. */
export const newOf = (table: 'bank_line' | 'bank_debit') => `(
  select distinct on (g.account, ${plainEntry('g.entry')}) g.* from given g
  where not exists (select from ${table} b
    where b.account = g.account and ${plainEntry('b.entry')} = ${plainEntry('g.entry')})
  order by g.account, ${plainEntry('g.entry')}, g.place) l`;

/** Adds what is new; how many were. */
export async function addLines(
  db: Queryable,
  lines: readonly (NewLine & { readonly salt: string })[],
  { now, operatorId }: { readonly now: number; readonly operatorId: number },
): Promise<number> {
  const of = <K extends keyof NewLine | 'salt'>(name: K) => lines.map((line) => line[name]);
  const { rowCount } = await db.query(
    `with given as (select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[],
       $5::text[], $6::text[], $7::text[], $8::text[]) with ordinality as g (${GIVEN}, salt, place))
     insert into bank_line (${GIVEN}, salt, imported_at, imported_by)
     select ${GIVEN}, salt, $9::bigint, $10::bigint from ${newOf('bank_line')} order by place
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
    `select ${COLUMNS} from bank_line where ${OPEN}
     order by line_id limit $1`,
    [limit],
  );
  return read(rows);
}

/** The latest, whatever became of them. */
export async function latestLines(db: Queryable, limit: number): Promise<Line[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from bank_line where not (${OPEN})
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

/** The entry of a line as confirmed payments of loans write it (see modules/loans/decided.ts). */
const REFERENCE = `select regexp_replace(${plainEntry('entry')},
  '^([0-9a-f]{64})$', '0x\\1') from bank_line where line_id = $1`;

/**
 * In a transaction: whether a loan was credited by the payment of this line. Nobody is credited by
 * its entry until the transaction ends (see modules/wallet/proofs/store.ts).
 */
async function isRepayment(db: Queryable, lineId: number): Promise<boolean> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended((${REFERENCE}), 0))`, [lineId]);
  const { rows } = await db.query(`select 1 from loan_repayment where reference = (${REFERENCE})`, [
    lineId,
  ]);
  return rows.length > 0;
}

/** Says which order a line pays, once; false when line or order have another. */
export async function assignLine(
  db: Queryable,
  { lineId, digest, ground, rules }: Assigned,
  now: number,
): Promise<boolean> {
  if (await isRepayment(db, lineId)) return false;
  const { rowCount } = await db.query(
    `update bank_line set order_digest = $2, ground = $3, decided_at = $4, rules = $5
     where line_id = $1 and ${OPEN}
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
  if (await isRepayment(db, lineId)) return false;
  const { rowCount } = await db.query(
    `update bank_line set returned = $2, decided_at = $3
     where line_id = $1 and ${OPEN}`,
    [lineId, returned, now],
  );
  return rowCount === 1;
}

/** Says which withdrawal the bank sent back by it, once; false when either has another. */
export async function assignReturn(
  db: Queryable,
  { lineId, withdrawalId }: { readonly lineId: number; readonly withdrawalId: number },
  now: number,
): Promise<boolean> {
  if (await isRepayment(db, lineId)) return false;
  const { rowCount } = await db.query(
    `update bank_line set withdrawal_id = $2, decided_at = $3
     where line_id = $1 and ${OPEN}
       and not exists (select from bank_line other where other.withdrawal_id = $2)`,
    [lineId, withdrawalId, now],
  );
  return rowCount === 1;
}

/** Lines with later numbers by which a bank sent something back that the engine does not know. */
export async function openReturns(db: Queryable, after: number, limit: number): Promise<Line[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from bank_line l where withdrawal_id is not null and line_id > $2
       and not exists (select from real.returned_bank_withdrawal r where r.id = l.withdrawal_id)
     order by line_id limit $1`,
    [limit, after],
  );
  return read(rows);
}

/** What banks say came in and went out: in the ledger, and decided on. Units of 1e-8. */
export interface BankCustody {
  readonly asset: string;
  readonly broughtIn: bigint;
  readonly bringing: bigint;
  readonly paidOut: bigint;
  /** Lines of which nobody has said what they are: no part of the ledger. */
  readonly unassigned: bigint;
}

/** By their statements, for who compares them with the ledger's outside accounts. */
export async function bankCustody(db: Queryable): Promise<BankCustody[]> {
  type Sums = Record<keyof BankCustody, string>;
  const { rows } = await db.query<Sums>(
    `select asset, sum(brought)::text as "broughtIn", sum(bringing)::text as bringing,
       sum(paid)::text as "paidOut", sum(unassigned)::text as unassigned
     from (
       select l.currency as asset,
         case when e.state = 'released' or r.id is not null then l.amount else 0 end as brought,
         case when (l.order_digest is not null and e.state is null)
           or (l.withdrawal_id is not null and r.id is null) then l.amount else 0 end as bringing,
         0 as paid, case when l.order_digest is null and l.returned is null and l.withdrawal_id is null
           then l.amount else 0 end as unassigned
       from bank_line l left join real.ended_purchase e on e.digest = l.order_digest
         left join real.returned_bank_withdrawal r on r.id = l.withdrawal_id
       union all
       select d.currency, 0, 0, d.amount, 0
       from bank_debit d join real.ended_withdrawal w on w.id = d.withdrawal_id
       where w.state = 'paid'
     ) lines group by asset order by asset`,
  );
  return rows.map(({ asset, broughtIn, bringing, paidOut, unassigned }) => ({
    ...{ asset, broughtIn: BigInt(broughtIn), bringing: BigInt(bringing) },
    ...{ paidOut: BigInt(paidOut), unassigned: BigInt(unassigned) },
  }));
}

/** What the house gave of an asset for bank money, and what it took for it. Units of 1e-8. */
export interface Traded {
  readonly asset: string;
  readonly sold: bigint;
  readonly bought: bigint;
}

/** By quick purchases and by withdrawals to banks, less what those sent back. */
export async function tradedForBankMoney(db: Queryable): Promise<Traded[]> {
  const { rows } = await db.query<Record<keyof Traded, string>>(
    `select a.symbol as asset, sum(t.sold)::text as sold, sum(t.bought)::text as bought
     from (
       select asset, amount as sold, 0 as bought from real.ended_purchase where state = 'released'
       union all select w.asset, 0, w.amount - w.fee
         from real.ended_withdrawal w join withdrawal_destination d using (digest)
         where w.state = 'paid' and d.chain_id = 0
       union all select asset, 0, -amount from real.returned_bank_withdrawal
     ) t join real.asset a on a.id = t.asset group by a.symbol order by a.symbol`,
  );
  return rows.map(({ asset, sold, bought }) => ({
    ...{ asset, sold: BigInt(sold), bought: BigInt(bought) },
  }));
}
