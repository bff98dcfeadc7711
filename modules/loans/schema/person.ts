import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { id, integer, limit, oneOf, positiveDecimal, text, truth } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { stepUpField } from '@assay/modules/identity/schema';
import { z } from 'zod';
import { METHODS, SOURCES } from '../rules/index.ts';

export const loanLimits = {
  /** Each application is work for two people. */
  loan: { account: [{ max: 10, ms: HOUR }], network: [{ max: 30, ms: HOUR }] },
  loanUpload: {
    account: [{ max: 30, ms: HOUR }],
    network: [{ max: 60, ms: HOUR }],
    members: [{ max: 300, ms: HOUR }],
  },
} as const satisfies LimitTable;

/** The documents that an application takes, each a picture. */
export const DOCUMENTS = ['credit', 'housing', 'income', 'bank', 'identity'] as const;
export type DocumentKind = (typeof DOCUMENTS)[number];

const PICTURE_TYPES = ['image/jpeg', 'image/png'] as const;
const PICTURE_BELOW_BYTES = 8 * 1024 * 1024;
const DESCRIPTION_MAX = 500;

/**
 * Where an application or its loan stands: under review (`unreviewed`), `approved` until the offer
 * is there, `offered` until it is signed, and then a loan.
 */
export const STAGES = [
  ...(['unreviewed', 'withdrawn', 'refused', 'approved', 'offered', 'declined', 'lapsed'] as const),
  ...(['issued', 'overdue', 'repaid', 'writtenOff'] as const),
] as const;
export type LoanStage = (typeof STAGES)[number];

/** In units of 1e-8: no table and no account holds more. */
const MOST_AMOUNT = 2n ** 63n - 1n;
const amount = positiveDecimal
  .refine((written) => parseDecimal(written, SCALE) !== null, 'eightDecimals')
  .refine((written) => (parseDecimal(written, SCALE) ?? 0n) <= MOST_AMOUNT, 'tooLarge');
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'loanContract');
const product = text(1, 32);
const version = integer(1, 2 ** 31 - 1);

const terms = {
  product: z.string(),
  version: z.int(),
  lender: z.string(),
  /** Per cent of one day, and of 365 without interest on interest; there are no fees. */
  dailyRate: z.string(),
  apr: z.string(),
  dailyPpm: z.int(),
  periodDays: z.int(),
  instalments: z.int(),
  method: z.enum(METHODS),
  lateHundredths: z.int(),
  capPpm: z.int(),
} as const;

const productView = z.strictObject({
  ...terms,
  ...{ least: z.string(), most: z.string() },
  /** Whether it can be applied for, and whether the pool has its least amount. */
  isOpen: z.boolean(),
  isFunded: z.boolean(),
});
export type LoanProductView = z.infer<typeof productView>;

const parts = { penalty: z.string(), interest: z.string(), principal: z.string() } as const;

const loanView = z.strictObject({
  applicationId: z.int(),
  /** The number of the contract. */
  number: z.string(),
  ...terms,
  /** In dollars, which are paid in `asset`, one for one. */
  ...{ amount: z.string(), currency: z.string(), asset: z.string() },
  stage: z.enum(STAGES),
  reason: z.string(),
  appliedAt: z.int(),
  deadline: z.int(),
  /** 0: there is none yet. */
  ...{ offerUntil: z.int(), issuedAt: z.int(), endedAt: z.int() },
  /** If it is paid on its days; and what penalties are at most. */
  ...{ interestTotal: z.string(), totalRepayable: z.string(), penaltyMost: z.string() },
  /** What is owed now, in its parts, and all that was paid back. */
  ...{ owed: z.strictObject(parts), owedTotal: z.string(), paidTotal: z.string() },
  /** What is to be paid this period, and by when (0: nothing). */
  ...{ periodAmount: z.string(), periodDue: z.int() },
  lateAmount: z.string(),
  overdueDays: z.int(),
  ...{ canWithdraw: z.boolean(), canSign: z.boolean(), canRepay: z.boolean() },
});
export type LoanView = z.infer<typeof loanView>;

const instalmentView = z.strictObject({
  n: z.int(),
  day: z.int(),
  /** Of one that would be signed now, while it is not signed. */
  dueAt: z.int(),
  ...{ principal: z.string(), interest: z.string(), amount: z.string() },
  state: z.enum(['open', 'paid', 'late']),
});
export type InstalmentView = z.infer<typeof instalmentView>;

const paymentView = z.strictObject({
  ...{ at: z.int(), source: z.enum(SOURCES) },
  ...parts,
  amount: z.string(),
});

export const repaymentView = z.strictObject({
  repaymentId: z.int(),
  ...{ amount: z.string(), description: z.string(), sentAt: z.int() },
  state: z.enum(['review', 'credited', 'refused']),
  reason: z.string(),
});
export type RepaymentView = z.infer<typeof repaymentView>;

const loanEvent = z.strictObject({
  what: z.enum([...STAGES, 'applied']),
  at: z.int(),
});

const detail = {
  loan: loanView,
  schedule: z.array(instalmentView),
  payments: z.array(paymentView),
  repayments: z.array(repaymentView),
  timeline: z.array(loanEvent),
  contract: z.string(),
  contractDigest: z.string(),
} as const;
export const loanDetail = z.strictObject(detail);
export type LoanDetail = z.infer<typeof loanDetail>;

const documentView = z.strictObject({ kind: z.enum(DOCUMENTS), sentAt: z.int() });
const quotas = ['quotaObjects', 'quotaBytes', 'quotaEverybody'] as const;
const virtual = 'virtualAccount' as const;

export const loanCalls = defineCalls({
  lendList: {
    method: 'GET',
    auth: 'user',
    summary: 'The loans that can be applied for, with their yearly rates.',
    input: z.strictObject({}),
    output: z.strictObject({
      products: z.array(productView),
      /** Whether the law of the person's country allows them. */
      isOffered: z.boolean(),
      verified: z.enum(['none', 'junior', 'senior']),
    }),
    refusals: [virtual],
  },
  lend_img: {
    method: 'GET',
    auth: 'user',
    summary: 'Which documents of the next application are there, and which it takes.',
    input: z.strictObject({}),
    output: z.strictObject({
      needed: z.array(z.enum(DOCUMENTS)),
      documents: z.array(documentView),
    }),
    refusals: [],
  },
  uploadLoanDocument: {
    method: 'POST',
    auth: 'user',
    limit: 'loanUpload',
    upload: { types: PICTURE_TYPES, belowBytes: PICTURE_BELOW_BYTES },
    summary: 'Sends the picture of a document, the whole body, in place of one sent before.',
    input: z.strictObject({ kind: oneOf(...DOCUMENTS), fileName: text(1, 255) }),
    output: z.strictObject({ documents: z.array(documentView) }),
    refusals: [virtual, 'verificationNeeded', ...quotas],
  },
  previewLoan: {
    method: 'GET',
    auth: 'user',
    summary: 'What a loan costs in all, its payments with their days, and its contract.',
    input: z.strictObject({ product, amount }),
    output: z.strictObject({
      ...{ dailyRate: z.string(), apr: z.string() },
      ...{ interestTotal: z.string(), totalRepayable: z.string(), penaltyMost: z.string() },
      schedule: z.array(instalmentView),
      contract: z.string(),
    }),
    refusals: [
      ...([virtual, 'loansNotOffered', 'unknownLoanProduct'] as const),
      ...(['loanBelowLeast', 'loanAboveMost'] as const),
    ],
  },
  lendBuy: {
    method: 'POST',
    auth: 'user',
    limit: 'loan',
    summary: 'Applies for a loan with the documents that were sent; two people decide on it.',
    input: z.strictObject({
      product,
      /** That of the terms which the person has read. */
      version,
      amount,
      agreement: truth.refine((agreed) => agreed, 'loanAgreement'),
    }),
    output: z.strictObject({ loan: loanView }),
    refusals: [
      ...([virtual, 'loansNotOffered', 'verificationNeeded'] as const),
      ...(['unknownLoanProduct', 'loanTermsMoved'] as const),
      ...(['loanBelowLeast', 'loanAboveMost', 'loanDocumentsMissing', 'loanUnderReview'] as const),
      'tooManyLoans',
    ],
  },
  lendMy: {
    method: 'GET',
    auth: 'user',
    summary: 'The applications and loans of this person, the latest first.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 200) }),
    output: z.strictObject({ loans: z.array(loanView), next: z.int().nullable() }),
    refusals: [],
  },
  getLoan: {
    method: 'GET',
    auth: 'user',
    summary: 'A loan with its contract, its payments by day, and all that happened to it.',
    input: z.strictObject({ applicationId: id }),
    output: loanDetail,
    refusals: ['unknownLoan'],
  },
  withdrawLoan: {
    method: 'POST',
    auth: 'user',
    summary: 'Takes an application back that is not decided, or declines an offer.',
    input: z.strictObject({ applicationId: id }),
    output: z.strictObject({ loan: loanView }),
    refusals: ['unknownLoan', 'wrongLoanState'],
  },
  signLoan: {
    method: 'POST',
    auth: 'user',
    summary: 'Signs the contract by its digest: the amount is in the currency account at once.',
    input: z.strictObject({ applicationId: id, contract: digest, ...stepUpField }),
    output: z.strictObject({ loan: loanView }),
    refusals: [
      ...(['unknownLoan', 'wrongLoanState', 'loanOfferOver', 'otherLoanContract'] as const),
      ...(['loansNotOffered', 'accountNeeded', 'stepUpNeeded', 'stepUpWrong'] as const),
    ],
  },
  repayLoan: {
    method: 'POST',
    auth: 'user',
    summary: 'Pays back from the currency account: part of what is owed, or all, at any time.',
    input: z.strictObject({ applicationId: id, amount }),
    output: z.strictObject({ loan: loanView, paid: z.strictObject(parts) }),
    refusals: ['unknownLoan', 'wrongLoanState', 'invalidRepayment', 'insufficientToRepay'],
  },
  sendRepaymentProof: {
    method: 'POST',
    auth: 'user',
    limit: 'loanUpload',
    upload: { types: PICTURE_TYPES, belowBytes: PICTURE_BELOW_BYTES },
    summary: 'Sends the picture of a payment, the whole body; it pays once two have confirmed it.',
    input: z.strictObject({
      ...{ applicationId: id, amount, fileName: text(1, 255) },
      description: text(0, DESCRIPTION_MAX).default(''),
    }),
    output: z.strictObject({ repayment: repaymentView }),
    refusals: ['unknownLoan', 'wrongLoanState', 'tooManyRepayments', ...quotas],
  },
});
