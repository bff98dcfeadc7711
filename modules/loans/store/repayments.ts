import type { REPAYMENT_REASONS, Source } from '../rules/index.ts';
import type { Queryable } from './applications.ts';

export interface NewRepayment {
  readonly digest: string;
  readonly userId: number;
  readonly applicationId: number;
  readonly amount: bigint;
  readonly picture: string;
  readonly description: string;
  readonly salt: string;
  readonly sentAt: number;
}

export interface Repayment extends NewRepayment {
  readonly repaymentId: number;
  readonly loanId: number | null;
  readonly state: 'review' | 'crediting' | 'credited' | 'refused';
  readonly reason: (typeof REPAYMENT_REASONS)[number] | '';
  readonly reference: string | null;
  readonly rules: number | null;
}

const SELECT = `select r.repayment_id as "repaymentId", r.digest, r.user_id as "userId",
    r.application_id as "applicationId", r.amount::text, r.picture, r.description, r.salt,
    r.sent_at as "sentAt", r.state, r.reason, r.reference, r.rules, a.loan_id as "loanId"
  from loan_repayment r join loan_application a using (application_id)`;
type Row = Omit<Repayment, 'amount'> & { readonly amount: string };

const read = (rows: readonly Row[]): Repayment[] =>
  rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));

/** Adds one, unless so many of the person wait already: null then. */
export async function addRepayment(
  db: Queryable,
  one: NewRepayment,
  waitingMax: number,
): Promise<Repayment | null> {
  await db.query('select 1 from loan_application where application_id = $1 for update', [
    one.applicationId,
  ]);
  const { rows } = await db.query<{ id: number }>(
    `insert into loan_repayment (digest, user_id, application_id, amount, picture, description,
       salt, sent_at, state)
     select $1, $2, $3, $4, $5, $6, $7, $8, 'review'
     where (select count(*) from loan_repayment where application_id = $3 and state = 'review') < $9
     returning repayment_id as id`,
    [
      ...[one.digest, one.userId, one.applicationId, String(one.amount), one.picture],
      ...[one.description, one.salt, one.sentAt, waitingMax],
    ],
  );
  const id = rows[0]?.id;
  return id === undefined ? null : repaymentById(db, id);
}

export async function repaymentById(
  db: Queryable,
  repaymentId: number,
  isLocked = false,
): Promise<Repayment | null> {
  if (isLocked) {
    await db.query('select 1 from loan_repayment where repayment_id = $1 for update', [
      repaymentId,
    ]);
  }
  const { rows } = await db.query<Row>(`${SELECT} where r.repayment_id = $1`, [repaymentId]);
  return read(rows)[0] ?? null;
}

export async function repaymentsOf(db: Queryable, applicationId: number): Promise<Repayment[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where r.application_id = $1 order by r.repayment_id desc`,
    [applicationId],
  );
  return read(rows);
}

export async function repaymentsIn(
  db: Queryable,
  state: 'review' | 'crediting',
  limit: number,
  after = 0,
): Promise<Repayment[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where r.state = $1 and r.repayment_id > $3::bigint order by r.repayment_id limit $2`,
    [state, limit, after],
  );
  return read(rows);
}

/**
 * In a transaction: whether something was credited by this reference already, as a payment of a
 * loan, by a chain, by a proof or a recovery of a deposit, or a line of a bank that paid for
 * something or went back. Nobody else credits by it until the transaction ends (see
 * modules/wallet/proofs/store.ts).
 */
export async function isCredited(db: Queryable, reference: string): Promise<boolean> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [reference]);
  const { rows } = await db.query(
    `select 1 from loan_repayment where reference = $1
     union all
     select 1 from deposit where transaction_hash = $1 and state <> 'orphaned'
     union all
     select 1 from deposit_proof where transaction_hash = $1 and state in ('crediting', 'credited')
     union all
     select 1 from deposit_recovery
       where regexp_replace(lower(transaction_hash), '^([0-9a-f]{64})$', '0x\\1') = $1
         and state in ('crediting', 'credited', 'returned')
     union all
     select 1 from bank_line where $1 = regexp_replace(
         lower(regexp_replace(entry, '\\s', '', 'g')), '^([0-9a-f]{64})$', '0x\\1')
       and (order_digest is not null or returned is not null or withdrawal_id is not null)
     limit 1`,
    [reference],
  );
  return rows.length > 0;
}

/** Confirms one under its reference, which confirms nothing else; false when that is used. */
export async function confirmRepayment(
  db: Queryable,
  {
    repaymentId,
    reference,
    rules,
  }: Pick<Repayment, 'repaymentId'> & {
    readonly reference: string;
    readonly rules: number;
  },
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update loan_repayment set state = 'crediting', reference = $2, rules = $3, decided_at = $4
     where repayment_id = $1 and state = 'review'
       and not exists (select from loan_repayment other where other.reference = $2)`,
    [repaymentId, reference, rules, now],
  );
  return rowCount === 1;
}

export async function refuseRepayment(
  db: Queryable,
  repaymentId: number,
  reason: string,
  now: number,
): Promise<void> {
  await db.query(
    `update loan_repayment set state = 'refused', reason = $2, decided_at = $3
     where repayment_id = $1 and state = 'review'`,
    [repaymentId, reason, now],
  );
}

export async function setCredited(db: Queryable, repaymentId: number): Promise<void> {
  await db.query(
    `update loan_repayment set state = 'credited' where repayment_id = $1 and state = 'crediting'`,
    [repaymentId],
  );
}

/** What confirmed payments brought in: in the ledger, and decided on. Units of 1e-8. */
export interface LoanCustody {
  readonly asset: string;
  readonly broughtIn: bigint;
  readonly bringing: bigint;
  readonly paidOut: bigint;
}

/** By what two people confirmed, for who compares it with the ledger's outside accounts. */
export async function loanCustody(db: Queryable, asset: string): Promise<LoanCustody[]> {
  const { rows } = await db.query<Record<'broughtIn' | 'bringing', string>>(
    `select coalesce(sum(amount) filter (where state = 'credited'), 0)::text as "broughtIn",
       coalesce(sum(amount) filter (where state = 'crediting'), 0)::text as bringing
     from loan_repayment`,
  );
  const { broughtIn = '0', bringing = '0' } = rows[0] ?? {};
  return [{ asset, broughtIn: BigInt(broughtIn), bringing: BigInt(bringing), paidOut: 0n }];
}

export interface LoanPayment {
  readonly at: number;
  readonly source: Source;
  readonly penalty: bigint;
  readonly interest: bigint;
  readonly principal: bigint;
}

/** What was paid on a loan, the first first. */
export async function paymentsOf(db: Queryable, loanId: number): Promise<LoanPayment[]> {
  type Text = Omit<LoanPayment, 'penalty' | 'interest' | 'principal'> &
    Record<'penalty' | 'interest' | 'principal', string>;
  const { rows } = await db.query<Text>(
    `select at, source, penalty::text, interest::text, principal::text from real.loan_payment
     where loan_id = $1 order by seq`,
    [loanId],
  );
  return rows.map((row) => ({
    ...row,
    ...{ penalty: BigInt(row.penalty), interest: BigInt(row.interest) },
    principal: BigInt(row.principal),
  }));
}

/** Of all loans what was paid as interest and penalties, and what was written off: kept sums. */
export async function poolTotals(db: Queryable) {
  const { rows } = await db.query<Record<'paid' | 'lost', string>>(
    'select interest_paid::text as paid, written_off::text as lost from real.loan_sum',
  );
  const { paid = '0', lost = '0' } = rows[0] ?? {};
  return { interestPaid: BigInt(paid), writtenOff: BigInt(lost) };
}

/** Notes a reminder; false when it went out before. */
export async function addReminder(
  db: Queryable,
  { loanId, day, kind }: { readonly loanId: number; readonly day: number; readonly kind: string },
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into loan_reminder values ($1, $2, $3, $4) on conflict do nothing',
    [loanId, day, kind, now],
  );
  return rowCount === 1;
}
