import type { Method, RefuseReason, ReturnReason } from '../rules/index.ts';
import type { EndState, OpenState } from '../schema/commands.ts';
import type { DocumentKind } from '../schema/person.ts';

export interface Queryable {
  query<R extends object>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** An application as it was made. Amounts in units of 1e-8; times in milliseconds. */
export interface NewApplication {
  readonly digest: string;
  readonly commandId: string;
  readonly userId: number;
  readonly product: string;
  readonly version: number;
  readonly amount: bigint;
  readonly lender: string;
  readonly appliedAt: number;
  readonly deadline: number;
  readonly salt: string;
}

/** With the terms of its product, and what became of it. */
export interface Application extends NewApplication {
  readonly applicationId: number;
  readonly contract: string;
  readonly contractDigest: string;
  readonly approvedAt: number | null;
  readonly refusedAt: number | null;
  readonly withdrawnAt: number | null;
  readonly reason: RefuseReason | ReturnReason | '';
  readonly loanId: number | null;
  readonly dailyPpm: number;
  readonly periodDays: number;
  readonly instalments: number;
  readonly method: Method;
  readonly lateHundredths: number;
  readonly capPpm: number;
  /** The engine's own number of it, also before the row has it. */
  readonly offerId: number | null;
  /** Of the engine; null: it has no offer. */
  readonly state: OpenState | EndState | null;
  readonly offeredAt: number;
  readonly offerUntil: number;
  readonly issuedAt: number;
  readonly endedAt: number;
  readonly days: number;
  readonly repaid: bigint;
  readonly interest: bigint;
  readonly interestPaid: bigint;
  readonly penalty: bigint;
  readonly penaltyPaid: bigint;
  readonly interestDue: bigint;
  readonly claimedBy: number | null;
  readonly claimedUntil: number | null;
}

const BOOKS = [
  ...['repaid', 'interest', 'interest_paid', 'penalty', 'penalty_paid', 'interest_due'],
].map((name) => {
  const field = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return `coalesce(w.${name}, e.${name}, 0)::text as "${field}"`;
});

const either = (name: string, field: string) => `coalesce(w.${name}, e.${name}, 0) as "${field}"`;

const SELECT = `select a.digest, a.command_id as "commandId", a.user_id as "userId", a.product,
    a.version, a.amount::text, a.lender, a.applied_at as "appliedAt", a.deadline, a.salt,
    a.application_id as "applicationId", a.contract, a.contract_digest as "contractDigest",
    a.approved_at as "approvedAt", a.refused_at as "refusedAt", a.withdrawn_at as "withdrawnAt",
    a.reason, a.loan_id as "loanId", p.daily_ppm as "dailyPpm", p.period_days as "periodDays",
    p.instalments, p.method, p.late_hundredths as "lateHundredths", p.cap_ppm as "capPpm",
    coalesce(w.id, e.id) as "offerId", coalesce(w.state, e.state) as state, ${either('offered_at', 'offeredAt')},
    ${either('offer_until', 'offerUntil')}, ${either('issued_at', 'issuedAt')},
    coalesce(e.ended_at, 0) as "endedAt", ${either('days', 'days')}, ${BOOKS.join(', ')},
    c.operator_id as "claimedBy", c.until as "claimedUntil"
  from loan_application a
  join real.loan_product p on p.product = a.product and p.version = a.version
  left join real.loan w on w.application = a.digest
  left join real.ended_loan e on e.application = a.digest
  left join loan_claim c on c.application_id = a.application_id`;

const SUMS = [
  ...(['amount', 'repaid', 'interest', 'interestPaid'] as const),
  ...(['penalty', 'penaltyPaid', 'interestDue'] as const),
] as const;
type Sum = (typeof SUMS)[number];
type Row = Omit<Application, Sum> & Record<Sum, string>;

const read = (rows: readonly Row[]): Application[] =>
  rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(SUMS.map((name) => [name, BigInt(row[name])])) as Record<Sum, bigint>),
  }));

async function first(
  db: Queryable,
  where: string,
  value: string | number,
): Promise<Application | null> {
  const { rows } = await db.query<Row>(`${SELECT} where ${where} = $1`, [value]);
  return read(rows)[0] ?? null;
}

export const applicationById = (db: Queryable, applicationId: number) =>
  first(db, 'a.application_id', applicationId);
export const applicationByCommand = (db: Queryable, commandId: string) =>
  first(db, 'a.command_id', commandId);
export const applicationOfLoan = (db: Queryable, loanId: number) => first(db, 'a.loan_id', loanId);

/** Nobody else decides on it until the transaction ends. */
export async function lockApplication(db: Queryable, id: number): Promise<Application | null> {
  await db.query('select 1 from loan_application where application_id = $1 for update', [id]);
  return applicationById(db, id);
}

/** The number of a new one; null when the command id was used, or another one is under review. */
export async function addApplication(
  db: Queryable,
  one: NewApplication,
  documents: readonly number[],
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into loan_application (digest, command_id, user_id, product, version, amount, lender,
       applied_at, deadline, salt)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict do nothing returning application_id as id`,
    [
      ...[one.digest, one.commandId, one.userId, one.product, one.version, String(one.amount)],
      ...[one.lender, one.appliedAt, one.deadline, one.salt],
    ],
  );
  const id = rows[0]?.id ?? null;
  if (id === null) return null;
  await db.query('update loan_document set application_id = $1 where document_id = any($2)', [
    ...[id, documents],
  ]);
  return id;
}

/** Its contract, which names its number; once. */
export async function setContract(
  db: Queryable,
  applicationId: number,
  contract: string,
  contractDigest: string,
): Promise<void> {
  await db.query(
    `update loan_application set contract = $2, contract_digest = $3
     where application_id = $1 and contract = ''`,
    [applicationId, contract, contractDigest],
  );
}

type Decision = 'approved' | 'refused';

/** Decides on one that is under review; false when it is not any more. */
export async function decideApplication(
  db: Queryable,
  applicationId: number,
  decision: Decision,
  { now, reason = '' }: { readonly now: number; readonly reason?: RefuseReason | '' },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update loan_application set ${decision}_at = $2, reason = $3 where application_id = $1
       and approved_at is null and refused_at is null and withdrawn_at is null`,
    [applicationId, now, reason],
  );
  return rowCount === 1;
}

/** Takes one back that is under review or approved, and has no offer. */
export async function withdrawApplication(
  db: Queryable,
  applicationId: number,
  now: number,
): Promise<void> {
  await db.query(
    `update loan_application set approved_at = null, withdrawn_at = $2, reason = ''
     where application_id = $1 and loan_id is null and refused_at is null
       and withdrawn_at is null`,
    [applicationId, now],
  );
}

/** Puts an approved one under review again, once its person has no other one there. */
export async function returnApplication(
  db: Queryable,
  applicationId: number,
  reason: ReturnReason,
): Promise<void> {
  await db.query(
    `update loan_application a set approved_at = null, reason = $2
     where application_id = $1 and approved_at is not null and loan_id is null
       and not exists (select from loan_application o where o.user_id = a.user_id
         and o.approved_at is null and o.refused_at is null and o.withdrawn_at is null)`,
    [applicationId, reason],
  );
}

export async function setLoan(db: Queryable, digest: string, loanId: number): Promise<void> {
  await db.query('update loan_application set loan_id = coalesce(loan_id, $2) where digest = $1', [
    digest,
    loanId,
  ]);
}

/** Those of a person, the latest first. */
export async function applicationsOf(
  db: Queryable,
  userId: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<Application[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where a.user_id = $1 and a.application_id < coalesce($2::bigint, ${2 ** 53 - 1})
     order by a.application_id desc limit $3`,
    [userId, before, limit],
  );
  return read(rows);
}

/** Those under review: the first deadline at the top. */
export async function waitingApplications(db: Queryable, limit: number): Promise<Application[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where a.approved_at is null and a.refused_at is null and a.withdrawn_at is null
     order by a.deadline, a.application_id limit $1`,
    [limit],
  );
  return read(rows);
}

/** Approved ones that the engine has no offer for, by their numbers, after one of them. */
export async function unofferedApplications(
  db: Queryable,
  limit: number,
  after: number,
): Promise<Application[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where a.approved_at is not null and a.loan_id is null
       and a.application_id > $2::bigint
     order by a.application_id limit $1`,
    [limit, after],
  );
  return read(rows);
}

/** Those whose loan is overdue, the longest first. */
export async function overdueApplications(db: Queryable, limit: number): Promise<Application[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where w.state = 'overdue' order by w.issued_at limit $1`,
    [limit],
  );
  return read(rows);
}

/** Takes one to work on; false while somebody else does. */
export async function claimApplication(
  db: Queryable,
  applicationId: number,
  { operatorId, now, until }: Readonly<Record<'operatorId' | 'now' | 'until', number>>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into loan_claim values ($1, $2, $4)
     on conflict (application_id) do update set operator_id = $2, until = $4
     where loan_claim.operator_id = $2 or loan_claim.until <= $3`,
    [applicationId, operatorId, now, until],
  );
  return rowCount === 1;
}

export async function unclaimApplication(db: Queryable, applicationId: number): Promise<void> {
  await db.query('delete from loan_claim where application_id = $1', [applicationId]);
}

export interface LoanDocument {
  readonly documentId: number;
  readonly kind: DocumentKind;
  readonly picture: string;
  readonly sentAt: number;
}

const DOCUMENT = 'document_id as "documentId", kind, picture, sent_at as "sentAt"';

/** What a person has sent for the next application. */
export async function drafts(db: Queryable, userId: number): Promise<LoanDocument[]> {
  const { rows } = await db.query<LoanDocument>(
    `select ${DOCUMENT} from loan_document where user_id = $1 and application_id is null
     order by document_id for update`,
    [userId],
  );
  return rows;
}

export async function documentsOf(db: Queryable, applicationId: number): Promise<LoanDocument[]> {
  const { rows } = await db.query<LoanDocument>(
    `select ${DOCUMENT} from loan_document where application_id = $1 order by document_id`,
    [applicationId],
  );
  return rows;
}

/** Puts a picture in the place of the draft of its kind; the one that was there is returned. */
export async function setDraft(
  db: Queryable,
  userId: number,
  { kind, picture, sentAt }: Omit<LoanDocument, 'documentId'>,
): Promise<string | null> {
  const old = await db.query<{ picture: string }>(
    `delete from loan_document where user_id = $1 and kind = $2 and application_id is null
     returning picture`,
    [userId, kind],
  );
  await db.query(
    'insert into loan_document (user_id, kind, picture, sent_at) values ($1, $2, $3, $4)',
    [userId, kind, picture, sentAt],
  );
  return old.rows[0]?.picture ?? null;
}

/**
 * Forgets the pictures of applications of which no loan has come and none will: refused, withdrawn,
 * declined or lapsed; of one person or of all. Which stored objects are to be destroyed.
 */
export async function releaseDocuments(
  db: Queryable,
  { userId = null, limit }: { readonly userId?: number | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ picture: string }>(
    `update loan_document d set picture = '' from (
       select o.document_id, o.picture from loan_document o
       join loan_application a using (application_id)
       left join real.ended_loan e on e.application = a.digest
       where o.picture <> '' and ($1::bigint is null or o.user_id = $1)
         and (a.refused_at is not null or a.withdrawn_at is not null
           or e.state in ('declined', 'lapsed'))
       order by o.document_id limit $2 for update of o) old
     where d.document_id = old.document_id returning old.picture`,
    [userId, limit],
  );
  return rows.map(({ picture }) => picture);
}

/** Forgets the pictures and texts of a person; which stored objects are to be destroyed. */
export async function eraseLoans(db: Queryable, userId: number): Promise<string[]> {
  const gone = await db.query<{ picture: string }>(
    `with documents as (
       update loan_document d set picture = '' from (
         select document_id, picture from loan_document where user_id = $1 and picture <> ''
         for update) old
       where d.document_id = old.document_id returning old.picture),
     repayments as (
       update loan_repayment r set picture = '', description = '' from (
         select repayment_id, picture from loan_repayment where user_id = $1 and picture <> ''
         for update) old
       where r.repayment_id = old.repayment_id returning old.picture)
     select picture from documents union all select picture from repayments`,
    [userId],
  );
  return gone.rows.map(({ picture }) => picture);
}
