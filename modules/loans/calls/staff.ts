import { claimOf } from '@assay/core/claim';
import { refuse } from '@assay/core/schema/outcome';
import { MINUTE } from '@assay/core/time';
import { FileAnswer, type Handlers, type StaffContext } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { LENT, loanNumber } from '../rules/index.ts';
import type { loanStaffCalls } from '../schema/staff.ts';
import {
  type Application,
  applicationById,
  claimApplication,
  documentsOf,
  overdueApplications,
  unclaimApplication,
  waitingApplications,
} from '../store/applications.ts';
import {
  paymentsOf,
  poolTotals,
  type Repayment,
  repaymentById,
  repaymentsIn,
  repaymentsOf,
} from '../store/repayments.ts';
import { detailOf, queuedOf, repaymentView, text } from '../views.ts';

const CLAIM_MS = 30 * MINUTE;
const QUEUE_MAX = 500;

type All = Handlers<typeof loanStaffCalls>;

/** The calls of staff about applications, loans, payments and the pool. */
export function staffHandlers(parts: Parts): All {
  return { ...lookHandlers(parts), ...workHandlers(parts) };
}

function workHandlers(parts: Parts): Pick<All, 'claimLoan' | 'unclaimLoan'> {
  const { pool } = parts.database;
  return {
    claimLoan: async ({ applicationId }, { actor, now }) => {
      if ((await applicationById(pool, applicationId)) === null) return refuse('unknownLoan');
      const until = now + CLAIM_MS;
      const { operatorId } = actor.operator;
      const isMine = await claimApplication(pool, applicationId, { operatorId, now, until });
      return isMine ? { claimedUntil: until } : refuse('claimedByOther');
    },
    unclaimLoan: async ({ applicationId }, { actor, now }) => {
      const one = await applicationById(pool, applicationId);
      if (one === null) return refuse('unknownLoan');
      if (!claimOf(one, actor.operator.operatorId, now).claimedByMe) return refuse('notClaimed');
      await unclaimApplication(pool, applicationId);
      return {};
    },
  };
}

function lookHandlers(parts: Parts): Omit<All, 'claimLoan' | 'unclaimLoan'> {
  const { database, realm, record } = parts;
  const { pool } = database;
  return {
    getLoanQueue: async (_input, { actor, now }) => {
      const me = actor.operator.operatorId;
      const rows = (found: readonly Application[]) => found.map((one) => queuedOf(one, me, now));
      const repayments = await repaymentsIn(pool, 'review', QUEUE_MAX);
      return {
        applications: rows(await waitingApplications(pool, QUEUE_MAX)),
        overdue: rows(await overdueApplications(pool, QUEUE_MAX)),
        repayments: repayments.map(waitingOf),
      };
    },
    getLoanCase: async ({ applicationId }, context) => {
      const one = await applicationById(pool, applicationId);
      if (one === null) return refuse('unknownLoan');
      const subject = `user:${one.userId}`;
      await record(context, { action: 'loanOpened', subject, detail: { applicationId } });
      return caseOf(parts, one, context);
    },
    openLoanDocument: async ({ applicationId, documentId }, context) => {
      const one = await applicationById(pool, applicationId);
      if (one === null) return refuse('unknownLoan');
      const { operatorId } = context.actor.operator;
      if (!claimOf(one, operatorId, context.now).claimedByMe) return refuse('notClaimed');
      const documents = await documentsOf(pool, applicationId);
      const found = documents.find((document) => document.documentId === documentId);
      const detail = { applicationId, document: found?.kind ?? '' };
      const about = { userId: one.userId, action: 'loanDocument', detail };
      return marked(
        parts,
        found?.picture ?? '',
        `LOAN ${loanNumber(applicationId)}`,
        about,
        context,
      );
    },
    openRepaymentProof: async ({ repaymentId }, context) => {
      const one = await repaymentById(pool, repaymentId);
      if (one === null) return refuse('unknownRepayment');
      const about = { userId: one.userId, action: 'repaymentProof', detail: { repaymentId } };
      return marked(parts, one.picture, `REPAYMENT #${repaymentId}`, about, context);
    },
    getLoanPool: async () => {
      const rows = realm.machine().rows();
      const sum = (of: readonly { readonly amount: bigint; readonly repaid: bigint }[]) =>
        text(of.reduce((all, { amount, repaid }) => all + amount - repaid, 0n));
      const lent = rows.filter(({ state }) => state !== 'offered');
      const { interestPaid, writtenOff } = await poolTotals(pool);
      return {
        ...{ asset: LENT, available: text(realm.available()), loans: lent.length },
        promised: sum(rows.filter(({ state }) => state === 'offered')),
        ...{ lent: sum(lent), overdue: sum(lent.filter(({ state }) => state === 'overdue')) },
        ...{ interestPaid: text(interestPaid), writtenOff: text(writtenOff) },
        products: realm
          .machine()
          .products.latest()
          .map(({ least, most, ...row }) => ({ ...row, least: text(least), most: text(most) })),
      };
    },
  };
}

interface Looked {
  readonly userId: number;
  readonly action: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** A picture with who looks at it and when; nobody sees one unrecorded. */
async function marked(
  { files, marker, record }: Parts,
  picture: string,
  name: string,
  { userId, action, detail }: Looked,
  context: StaffContext,
) {
  const read = picture === '' ? null : await files.read(picture);
  if (read === null) return refuse('fileGone');
  await record(context, { action, subject: `user:${userId}`, detail });
  const at = new Date(context.now).toISOString().replace('T', ' ').slice(0, 19);
  const about = `STAFF #${context.actor.operator.operatorId} ${name}`;
  const shown = await marker.mark(read.bytes, [about, `${at} UTC`]);
  return shown === null ? refuse('fileGone') : new FileAnswer(shown, 'image/jpeg');
}

function waitingOf(one: Repayment) {
  const { applicationId, userId, digest } = one;
  const number = loanNumber(applicationId);
  return { ...repaymentView(one), applicationId, number, userId, digest };
}

async function caseOf(parts: Parts, one: Application, { actor, now }: StaffContext) {
  const { pool } = parts.database;
  const { applicationId, userId, loanId, digest } = one;
  const payments = loanId === null ? [] : await paymentsOf(pool, loanId);
  const documents = await documentsOf(pool, applicationId);
  return {
    ...detailOf(one, payments, await repaymentsOf(pool, applicationId), now),
    ...{ userId, loanId, digest, available: text(parts.realm.available()) },
    customer: await parts.customer(userId),
    verified: await parts.verified(userId),
    documents: documents.map(({ documentId, kind, sentAt }) => ({ documentId, kind, sentAt })),
    ...claimOf(one, actor.operator.operatorId, now),
  };
}
