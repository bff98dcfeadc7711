import { defineCalls } from '@assay/core/schema/call';
import { id } from '@assay/core/schema/fields';
import { z } from 'zod';
import { METHODS } from '../rules/index.ts';
import { DOCUMENTS, loanDetail, repaymentView, STAGES } from './person.ts';

const claimed = { claimedBy: z.string().nullable(), claimedByMe: z.boolean() } as const;

const queued = z.strictObject({
  ...{ applicationId: z.int(), number: z.string(), userId: z.int() },
  ...{ amount: z.string(), product: z.string(), stage: z.enum(STAGES) },
  ...{ appliedAt: z.int(), deadline: z.int(), late: z.boolean() },
  ...claimed,
});
export type QueuedLoan = z.infer<typeof queued>;

const waitingRepayment = z.strictObject({
  ...repaymentView.shape,
  ...{ applicationId: z.int(), number: z.string(), userId: z.int(), digest: z.string() },
});
export type WaitingRepayment = z.infer<typeof waitingRepayment>;

const loanCase = z.strictObject({
  /** As the customer sees it. */
  ...loanDetail.shape,
  ...{ userId: z.int(), loanId: z.int().nullable(), digest: z.string() },
  /** Masked. */
  customer: z.strictObject({
    ...{ name: z.string(), email: z.string(), phone: z.string(), country: z.string() },
    createdAt: z.int(),
  }),
  verified: z.enum(['none', 'junior', 'senior']),
  documents: z.array(
    z.strictObject({ documentId: z.int(), kind: z.enum(DOCUMENTS), sentAt: z.int() }),
  ),
  /** What the pool could lend now. */
  available: z.string(),
  ...claimed,
});
export type LoanCase = z.infer<typeof loanCase>;

const work = ['unknownLoan', 'notClaimed'] as const;

const product = z.strictObject({
  ...{ product: z.string(), version: z.int(), isOpen: z.boolean(), lender: z.string() },
  ...{ least: z.string(), most: z.string(), dailyPpm: z.int(), periodDays: z.int() },
  ...{ instalments: z.int(), method: z.enum(METHODS), lateHundredths: z.int(), capPpm: z.int() },
  setAt: z.int(),
});
export type StaffProduct = z.infer<typeof product>;

export const loanStaffCalls = defineCalls({
  getLoanQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Applications to decide on, those of the first deadline at the top, and payments.',
    input: z.strictObject({}),
    output: z.strictObject({
      applications: z.array(queued),
      overdue: z.array(queued),
      repayments: z.array(waitingRepayment),
    }),
    refusals: [],
  },
  getLoanCase: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'An application or loan with its documents; the record has who looked.',
    input: z.strictObject({ applicationId: id }),
    output: loanCase,
    refusals: ['unknownLoan'],
  },
  openLoanDocument: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'The picture of a document, marked with who looks and when; the record has it.',
    input: z.strictObject({ applicationId: id, documentId: id }),
    output: z.never(),
    refusals: [...work, 'fileGone'],
  },
  openRepaymentProof: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'The picture of a payment, marked with who looks and when; the record has it.',
    input: z.strictObject({ repaymentId: id }),
    output: z.never(),
    refusals: ['unknownRepayment', 'fileGone'],
  },
  claimLoan: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Takes an application to work on for half an hour.',
    input: z.strictObject({ applicationId: id }),
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['unknownLoan', 'claimedByOther'],
  },
  unclaimLoan: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Gives it back to the queue.',
    input: z.strictObject({ applicationId: id }),
    output: z.strictObject({}),
    refusals: work,
  },
  getLoanPool: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'What the pool has, what of it is promised and lent, and the products.',
    input: z.strictObject({}),
    output: z.strictObject({
      asset: z.string(),
      ...{ available: z.string(), promised: z.string(), lent: z.string(), overdue: z.string() },
      ...{ interestPaid: z.string(), writtenOff: z.string(), loans: z.int() },
      products: z.array(product),
    }),
    refusals: [],
  },
});
