import { type RowOf, record } from '@assay/core/schema/record';
import { COLLATERAL_ENDS, COLLATERAL_EVENTS } from '../schema/collateral-commands.ts';

const amount = { type: 'bigint', as: 'bigint' } as const;
const changing = { ...amount, changes: true } as const;

/** Each version of the terms of an asset stays: a loan has those that were agreed to. */
export const collateralTerms = record({
  table: 'collateral_terms',
  key: ['asset', 'version'],
  fields: {
    asset: { type: 'integer' },
    version: { type: 'integer' },
    isOpen: { type: 'boolean' },
    initialPpm: { type: 'integer' },
    callPpm: { type: 'integer' },
    liquidationPpm: { type: 'integer' },
    feePpm: { type: 'integer' },
    aprPpm: { type: 'integer' },
    least: amount,
    most: amount,
    capacity: amount,
    setAt: { type: 'bigint' },
    /** When they take effect. */
    validFrom: { type: 'bigint' },
  },
});
export type CollateralTermsRow = RowOf<typeof collateralTerms>;

const signed = {
  /** The number of the command that opened it. */
  id: { type: 'bigint' },
  userId: { type: 'bigint' },
  asset: { type: 'integer' },
  version: { type: 'integer' },
  lent: { type: 'integer' },
  amount,
  periodDays: { type: 'integer' },
  /** SHA-256 in hexadecimal digits, of the text that was agreed to. */
  contract: { type: 'text' },
  openedAt: { type: 'bigint' },
} as const;

const books = {
  collateral: changing,
  hours: { type: 'integer', changes: true },
  repaid: changing,
  interest: changing,
  interestPaid: changing,
  /** Messages of this call that were sent; 0: none. */
  calls: { type: 'smallint', changes: true },
  calledAt: { type: 'bigint', changes: true },
} as const;

/** Those that are open: loaded whole at start. */
export const collateralLoan = record({
  table: 'collateral_loan',
  key: ['id'],
  removable: true,
  fields: { ...signed, ...books },
});
export type CollateralRow = RowOf<typeof collateralLoan>;

/** Those that ended; the collateral is what was released at the end. */
export const endedCollateralLoan = record({
  table: 'ended_collateral_loan',
  key: ['id'],
  fields: {
    ...signed,
    ...books,
    state: { type: 'text', values: COLLATERAL_ENDS },
    lost: amount,
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
  },
});
export type EndedCollateralRow = RowOf<typeof endedCollateralLoan>;

/**
 * What happened to one, by the command that did it: what there was before, what was moved, and the
 * tick by which it was decided (0: none). From these a conversion is computed again.
 */
export const collateralEvent = record({
  table: 'collateral_event',
  key: ['seq', 'loanId'],
  fields: {
    seq: { type: 'bigint' },
    loanId: { type: 'bigint' },
    userId: { type: 'bigint' },
    what: { type: 'text', values: COLLATERAL_EVENTS },
    hadCollateral: amount,
    owedInterest: amount,
    owedPrincipal: amount,
    tick: { type: 'bigint' },
    price: amount,
    collateral: amount,
    value: amount,
    fee: amount,
    interest: amount,
    principal: amount,
    lost: amount,
    at: { type: 'bigint' },
  },
});
export type CollateralEventRow = RowOf<typeof collateralEvent>;

/** What is left of a tick whose loans were too many for the command that recorded it. */
export const collateralTick = record({
  table: 'collateral_tick',
  key: ['seq', 'asset'],
  removable: true,
  fields: {
    seq: { type: 'bigint' },
    asset: { type: 'integer' },
    n: { type: 'bigint' },
    price: amount,
    /** The last loan that was looked at; 0: none was. */
    afterLoan: { type: 'bigint', changes: true },
  },
});
