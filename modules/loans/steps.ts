import { OWNER } from '@assay/core/ledger/owners';
import { DAY, HOUR, SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import { type Parts, sha256 } from './parts.ts';
import {
  LENT,
  lateOf,
  loanNumber,
  nextInstalment,
  overdueDays,
  periodOf,
  totalOf,
} from './rules/index.ts';
import {
  type Application,
  applicationOfLoan,
  setLoan,
  unofferedApplications,
} from './store/applications.ts';
import { addReminder, type Repayment, repaymentsIn, setCredited } from './store/repayments.ts';
import type { LoanRow } from './store/tables.ts';
import { text } from './views.ts';

const STEP_EVERY_MS = 2 * SECOND;
const TOGETHER = 100;
/** How long an offer waits for its signature. */
const OFFER_MS = 7 * DAY;
/** Days before a payment on which it is named, and days of being overdue. */
const BEFORE = [3, 1];
const AFTER = [3, 7, 14, 30];

/** What goes on by itself: offers, days, ends of offers, confirmed payments, reminders. */
export function loansJob(parts: Parts): Job {
  const { database, realm } = parts;
  return {
    name: 'stepLoans',
    everyMs: STEP_EVERY_MS,
    run: async (at) => {
      for (const one of await unofferedApplications(database.pool, TOGETHER)) {
        await offerTo(parts, one, at);
      }
      for (const one of await repaymentsIn(database.pool, 'crediting', TOGETHER)) {
        await creditOn(parts, one);
      }
      while (realm.machine().isDue(at)) {
        const by = { type: 'chargeLoans', actor: OWNER.custody, body: {} } as const;
        if (!(await realm.submit(by)).ok) break;
      }
      for (const row of realm.machine().rows()) {
        if (row.state === 'offered') await lapse(parts, row, at);
        else await remind(parts, row, at);
      }
    },
  };
}

/**
 * Has the engine hold what two people have approved. A refusal is its answer to that command for
 * good, so each hour is another; an application that has an offer gets no second one.
 */
export async function offerTo(
  { database, realm }: Parts,
  one: Application,
  at: number,
): Promise<void> {
  const { userId, product, version, digest, contractDigest: contract, offerId } = one;
  if (offerId !== null) return setLoan(database.pool, digest, offerId);
  const hour = Math.ceil(at / HOUR);
  const body = {
    ...{ userId, product, version, amount: text(one.amount), application: digest, contract },
    offerUntil: hour * HOUR + OFFER_MS,
  };
  const by = { actor: OWNER.custody, id: `offerLoan ${digest} ${hour}` };
  const reply = await realm.submit({ type: 'offerLoan', ...by, body });
  if (reply.ok) await setLoan(database.pool, digest, reply.value.id);
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
  const by = { actor: OWNER.custody, id: `creditRepayment ${repaymentId}` };
  const body = { loanId, amount, payment, rules };
  const reply = await realm.submit({ type: 'creditRepayment', ...by, body });
  const isOver = !reply.ok && reply.refusal === 'unknownLoan';
  if (!reply.ok && !isOver) return;
  if (isOver) {
    const deposit = { userId, asset: LENT, amount, digest: payment, rules };
    const id = `loanDeposit ${repaymentId}`;
    const done = await realm.submit({ type: 'creditDeposit', actor: by.actor, id, body: deposit });
    if (!done.ok) return;
  }
  await setCredited(database.pool, repaymentId);
}

async function lapse({ realm }: Parts, { id: loanId, offerUntil }: LoanRow, at: number) {
  if (at < offerUntil) return;
  const by = { actor: OWNER.custody, id: `endLoanOffer ${loanId}` };
  await realm.submit({ type: 'endLoanOffer', ...by, body: { loanId } });
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
