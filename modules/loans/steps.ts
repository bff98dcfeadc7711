import { OWNER } from '@assay/core/ledger/owners';
import { DAY, HOUR, SECOND } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import type { Job } from '@assay/platform/jobs/jobs';
import { type LoansRealm, type Parts, sha256 } from './parts.ts';
import {
  LENT,
  lateOf,
  loanNumber,
  nextInstalment,
  overdueDays,
  periodOf,
  type ReturnReason,
  totalOf,
} from './rules/index.ts';
import {
  type Application,
  applicationOfLoan,
  lockApplication,
  releaseDocuments,
  returnApplication,
  setLoan,
  unofferedApplications,
  withdrawApplication,
} from './store/applications.ts';
import { addReminder, type Repayment, repaymentsIn, setCredited } from './store/repayments.ts';
import type { LoanRow } from './store/tables.ts';
import { stageOf, text } from './views.ts';

const STEP_EVERY_MS = 2 * SECOND;
const TOGETHER = 100;
/** Loans that a step looks at for the ends of offers and for reminders; the next one goes on. */
const LOOKED = 1_000;
/** Pictures that are destroyed in an hour, at most: those of two hundred applications. */
const RELEASED_MAX = 1000;
/** How long an offer waits for its signature. */
const OFFER_MS = 7 * DAY;
/** How long what was approved is tried to be offered before it is under review again. */
const OFFERED_WITHIN_MS = DAY;
/** Days before a payment on which it is named, and days of being overdue. */
const BEFORE = [3, 1];
const AFTER = [3, 7, 14, 30];

/** What goes on by itself: offers, days, ends of offers, confirmed payments, reminders. */
export function loansJob(parts: Parts): Job {
  const { database, realm } = parts;
  let releasedAt = 0;
  /** The books by which each loan was looked at for reminders; only they change what is due. */
  let looked = new Map<number, string>();
  let seen = new Map<number, string>();
  /** How many of them this round has looked at. */
  let from = 0;
  return {
    name: 'stepLoans',
    everyMs: STEP_EVERY_MS,
    run: async (at) => {
      const { pool } = database;
      if (at - releasedAt >= HOUR) {
        await parts.files.shred(await releaseDocuments(pool, { limit: RELEASED_MAX }), at);
        releasedAt = at;
      }
      const unoffered = (after: number) => unofferedApplications(pool, TOGETHER, after);
      for await (const one of pages(unoffered, (row) => row.applicationId)) {
        await offerTo(parts, one, at);
      }
      const crediting = (after: number) => repaymentsIn(pool, 'crediting', TOGETHER, after);
      for await (const one of pages(crediting, (row) => row.repaymentId)) {
        await creditOn(parts, one);
      }
      while (realm.machine().isDue(at)) {
        const by = { type: 'chargeLoans', actor: OWNER.custody, body: {} } as const;
        if (!(await realm.submit(by)).ok) break;
      }
      const rows = realm.machine().rows();
      const some = rows.slice(from, from + LOOKED);
      for (const row of some) {
        if (row.state === 'offered') {
          await lapse(parts, row, at);
          continue;
        }
        const books = stateOf(row);
        if (looked.get(row.id) !== books) await remind(parts, row, at);
        seen.set(row.id, books);
      }
      from += some.length;
      if (from < rows.length) return;
      [looked, seen, from] = [seen, new Map(), 0];
    },
  };
}

const stateOf = ({ state, days, repaid, interestPaid, penaltyPaid }: LoanRow) =>
  [state, days, repaid, interestPaid, penaltyPaid].join(' ');

/** All by their numbers: those that cannot be done today keep none waiting that can. */
async function* pages<R>(read: (after: number) => Promise<R[]>, numberOf: (row: R) => number) {
  for (let rows = await read(0); rows.length > 0; rows = await read(numberOf(rows.at(-1)!))) {
    yield* rows;
  }
}

/**
 * Has the engine hold what two people have approved. A refusal is its answer to that command for
 * good, so each hour is another; an application that has an offer gets no second one. While the
 * engine decides, nobody takes it back.
 */
export async function offerTo(
  { database, realm }: Parts,
  { applicationId }: Application,
  at: number,
): Promise<void> {
  await transaction(database.pool, async (client) => {
    const one = await lockApplication(client, applicationId);
    if (one === null || one.approvedAt === null || one.loanId !== null) return;
    const { userId, product, version, digest, contractDigest: contract, offerId } = one;
    if (offerId !== null) return setLoan(client, digest, offerId);
    const hour = Math.ceil(at / HOUR);
    const body = {
      ...{ userId, product, version, amount: text(one.amount), application: digest, contract },
      offerUntil: hour * HOUR + OFFER_MS,
    };
    const by = { actor: OWNER.custody, id: `offerLoan ${digest} ${hour}` };
    const reply = await realm.submit({ type: 'offerLoan', ...by, body });
    if (reply.ok) return setLoan(client, digest, reply.value.id);
    if (at < one.approvedAt + OFFERED_WITHIN_MS) return;
    const reason = RETURNED.get(reply.refusal) ?? 'offerRefused';
    await returnApplication(client, applicationId, reason);
  });
}

const RETURNED: ReadonlyMap<string, ReturnReason> = new Map([
  ['lendingPoolShort', 'poolShort'],
  ['tooManyLoans', 'openLoansFull'],
]);

/** Takes back what has no offer. Returned as it was: one with an offer is ended by the engine. */
export async function takeBack(
  { database }: Pick<Parts, 'database'>,
  applicationId: number,
  now: number,
): Promise<Application | null> {
  return transaction(database.pool, async (client) => {
    const one = await lockApplication(client, applicationId);
    const stage = one === null ? null : stageOf(one);
    const isOpen = stage === 'unreviewed' || stage === 'approved';
    if (isOpen) await withdrawApplication(client, applicationId, now);
    return one;
  });
}

/**
 * Has the engine credit a payment that two people have confirmed. Where its loan has ended
 * meanwhile, it is a deposit of the person and nothing else.
 */
export async function creditOn(
  { database, realm }: Parts,
  { repaymentId, loanId, userId, amount: units, rules, digest, reference }: Repayment,
): Promise<void> {
  if (loanId === null || rules === null || reference === null) return;
  const [amount, payment] = [text(units), sha256(digest, reference)];
  const actor = OWNER.custody;
  const body = { loanId, amount, payment, rules };
  const paid = await withRoom(realm, units, `creditRepayment ${repaymentId}`, (id) =>
    realm.submit({ type: 'creditRepayment', actor, id, body }),
  );
  if (paid === null || (!paid.ok && paid.refusal !== 'unknownLoan')) return;
  if (!paid.ok) {
    const deposit = { userId, asset: LENT, amount, digest: payment, rules };
    const done = await withRoom(realm, units, `loanDeposit ${repaymentId}`, (id) =>
      realm.submit({ type: 'creditDeposit', actor, id, body: deposit }),
    );
    if (!done?.ok) return;
  }
  await setCredited(database.pool, repaymentId);
}

interface Answer {
  readonly ok: boolean;
  readonly refusal?: string;
}

/**
 * The engine's answer to an id is for good, and that it has no room may pass: the next id is sent
 * only once the one before it was refused for that, so that it is done once. Null: no room now.
 */
async function withRoom<R extends Answer>(
  realm: LoansRealm,
  units: bigint,
  id: string,
  send: (id: string) => Promise<R>,
): Promise<R | null> {
  for (let n = 0; units <= realm.room(); n += 1) {
    const reply = await send(n === 0 ? id : `${id} ${n}`);
    if (reply.ok || reply.refusal !== 'noRoom') return reply;
  }
  return null;
}

async function lapse({ realm }: Parts, { id: loanId, offerUntil }: LoanRow, at: number) {
  if (at < offerUntil) return;
  // Without an id, as "too early" passes; the engine ends an offer once by itself.
  await realm.submit({ type: 'endLoanOffer', actor: OWNER.custody, body: { loanId } });
}

/** Names a payment before its day, and one that is late after some days; each once. */
async function remind(parts: Parts, row: LoanRow, at: number): Promise<void> {
  const { database, realm, notify } = parts;
  const loan = realm.machine().loanOf(row);
  const late = overdueDays(loan, row);
  const next = nextInstalment(loan, row);
  const left = next === null ? Number.POSITIVE_INFINITY : next.day - row.days;
  const day = late > 0 ? AFTER.findLast((days) => days <= late) : BEFORE.findLast((d) => d >= left);
  if (day === undefined) return;
  const kind = late > 0 ? 'overdue' : 'due';
  // By the day of payment, so that each day of each instalment is its own.
  const about = { loanId: row.id, day: (next?.day ?? 0) * 100 + day, kind };
  if (!(await addReminder(database.pool, about, at))) return;
  const one = await applicationOfLoan(database.pool, row.id);
  if (one === null) return;
  const number = loanNumber(one.applicationId);
  const amount = text(late > 0 ? totalOf(lateOf(loan, row)) : totalOf(periodOf(loan, row)));
  const details = { number, amount, asset: LENT, days: String(late > 0 ? late : left) };
  const link = `/repayment?id=${one.applicationId}`;
  notify({ userId: row.userId, key: `loan.remind.${kind}`, details, link, at });
}
