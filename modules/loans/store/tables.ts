import { type RowOf, record } from '@assay/core/schema/record';
import { METHODS, SOURCES } from '../rules/index.ts';
import { END_STATES, OPEN_STATES } from '../schema/commands.ts';

/** Each version of a product stays: what was applied for is lent by the terms of then. */
export const loanProduct = record({
  table: 'loan_product',
  key: ['product', 'version'],
  fields: {
    product: { type: 'text' },
    version: { type: 'integer' },
    isOpen: { type: 'boolean' },
    lender: { type: 'text' },
    least: { type: 'bigint', as: 'bigint' },
    most: { type: 'bigint', as: 'bigint' },
    dailyPpm: { type: 'integer' },
    periodDays: { type: 'integer' },
    instalments: { type: 'integer' },
    method: { type: 'text', values: METHODS },
    lateHundredths: { type: 'integer' },
    capPpm: { type: 'integer' },
    setAt: { type: 'bigint' },
  },
});
export type ProductRow = RowOf<typeof loanProduct>;

/** What a loan is from its offer on. */
const offered = {
  /** The number of the command that offered it. */
  id: { type: 'bigint' },
  userId: { type: 'bigint' },
  product: { type: 'text' },
  version: { type: 'integer' },
  asset: { type: 'integer' },
  amount: { type: 'bigint', as: 'bigint' },
  /** SHA-256 in hexadecimal digits: of the application's row, and of the text that is signed. */
  application: { type: 'text' },
  contract: { type: 'text' },
  offeredAt: { type: 'bigint' },
  offerUntil: { type: 'bigint' },
} as const;

const changes = { type: 'bigint', as: 'bigint', changes: true } as const;

/** How far it is (rules/books.ts). */
const books = {
  /** 0: it is not issued. */
  issuedAt: { type: 'bigint', changes: true },
  days: { type: 'integer', changes: true },
  repaid: changes,
  interest: changes,
  interestPaid: changes,
  penalty: changes,
  penaltyPaid: changes,
  interestDue: changes,
} as const;

/** An offer or a loan that is open: few, loaded whole at start. */
export const loan = record({
  table: 'loan',
  key: ['id'],
  removable: true,
  fields: {
    ...offered,
    state: { type: 'text', values: OPEN_STATES, changes: true },
    ...books,
  },
});
export type LoanRow = RowOf<typeof loan>;

/** One that has ended. */
export const endedLoan = record({
  table: 'ended_loan',
  key: ['id'],
  fields: {
    ...offered,
    state: { type: 'text', values: END_STATES },
    ...books,
    /** The command that ended it, and its actor. */
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
    endedBy: { type: 'bigint' },
    reason: { type: 'text' },
  },
});
export type EndedLoanRow = RowOf<typeof endedLoan>;

/** What a day of a loan costs; each day of each once. */
export const loanDay = record({
  table: 'loan_day',
  key: ['loanId', 'day'],
  fields: {
    loanId: { type: 'bigint' },
    day: { type: 'integer' },
    interest: { type: 'bigint', as: 'bigint' },
    penalty: { type: 'bigint', as: 'bigint' },
    seq: { type: 'bigint' },
  },
});

/** A payment, by the command that made it, with the parts to which it went. */
export const loanPayment = record({
  table: 'loan_payment',
  key: ['seq'],
  fields: {
    seq: { type: 'bigint' },
    loanId: { type: 'bigint' },
    userId: { type: 'bigint' },
    source: { type: 'text', values: SOURCES },
    penalty: { type: 'bigint', as: 'bigint' },
    interest: { type: 'bigint', as: 'bigint' },
    principal: { type: 'bigint', as: 'bigint' },
    /** The digest of what was confirmed; "" for one from the balance. */
    payment: { type: 'text' },
    at: { type: 'bigint' },
  },
});
