import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, id, integer, limit, positiveDecimal, truth } from '@assay/core/schema/fields';
import { tickView } from '@assay/modules/feeds/schema';
import { z } from 'zod';
import { COLLATERAL_DAYS } from '../rules/collateral.ts';
import { COLLATERAL_ENDS, COLLATERAL_EVENTS } from './collateral-commands.ts';

/** In units of 1e-8: no table and no account holds more. */
const MOST_AMOUNT = 2n ** 63n - 1n;
const amount = positiveDecimal
  .refine((written) => parseDecimal(written, SCALE) !== null, 'eightDecimals')
  .refine((written) => (parseDecimal(written, SCALE) ?? 0n) <= MOST_AMOUNT, 'tooLarge');
const periodDays = integer(COLLATERAL_DAYS[0], COLLATERAL_DAYS[COLLATERAL_DAYS.length - 1]!);

const shares = {
  ...{ initialPpm: z.int(), callPpm: z.int(), liquidationPpm: z.int() },
  ...{ feePpm: z.int(), aprPpm: z.int() },
} as const;
const amounts = { least: z.string(), most: z.string(), capacity: z.string() } as const;

const termsView = z.strictObject({
  ...{ asset: z.string(), index: z.string(), version: z.int(), isOpen: z.boolean() },
  ...{ ...shares, ...amounts },
  /** What can be lent against it now. */
  room: z.string(),
  /** Of the index; empty: there is none that is fresh. */
  price: z.string(),
  /** Other terms that are announced. */
  announced: z
    .strictObject({ version: z.int(), isOpen: z.boolean(), ...shares, ...amounts, from: z.int() })
    .nullable(),
});
export type CollateralTermsView = z.infer<typeof termsView>;

const loanView = z.strictObject({
  ...{ loanId: z.int(), state: z.enum(['open', ...COLLATERAL_ENDS]) },
  ...{ asset: z.string(), index: z.string(), lentAsset: z.string(), version: z.int() },
  ...{ ...shares, amount: z.string(), collateral: z.string(), periodDays: z.int() },
  /** Its period ends at `dueAt`; from `endsAt` on collateral pays what is still owed. */
  ...{ openedAt: z.int(), dueAt: z.int(), endsAt: z.int(), endedAt: z.int() },
  ...{ interest: z.string(), principal: z.string(), owed: z.string(), paid: z.string() },
  /** What the pool has lost with it. */
  lost: z.string(),
  /** By the last price of the index, however old; null and empty: there was none yet. */
  ...{ ltvPpm: z.int().nullable(), price: z.string(), priceAt: z.int(), isFresh: z.boolean() },
  /** At and below these prices there is a call, and collateral pays. */
  ...{ callPrice: z.string(), liquidationPrice: z.string(), releasable: z.string() },
  /** Messages of this call that were sent, and when the first was; 0: none. */
  ...{ calls: z.int(), calledAt: z.int() },
});
export type SecuredLoanView = z.infer<typeof loanView>;

const eventView = z.strictObject({
  ...{ seq: z.int(), at: z.int(), what: z.enum(COLLATERAL_EVENTS) },
  /** Before it. */
  ...{ hadCollateral: z.string(), owedInterest: z.string(), owedPrincipal: z.string() },
  ...{ tick: z.int(), price: z.string(), collateral: z.string(), value: z.string() },
  ...{ fee: z.string(), interest: z.string(), principal: z.string(), lost: z.string() },
});
export type CollateralEventView = z.infer<typeof eventView>;

const virtual = 'virtualAccount';
const loan = z.strictObject({ loan: loanView });
const change = z.strictObject({ loanId: id, amount });

export const collateralCalls = defineCalls({
  getCollateralTerms: {
    method: 'GET',
    auth: 'user',
    summary: 'What is lent against which coins, by which terms, and what is announced of them.',
    input: z.strictObject({}),
    output: z.strictObject({
      ...{ lentAsset: z.string(), days: z.array(z.int()), terms: z.array(termsView) },
      /** Whether the law of the person's country allows loans. */
      isOffered: z.boolean(),
    }),
    refusals: [virtual],
  },
  previewCollateralLoan: {
    method: 'GET',
    auth: 'user',
    summary: 'What a loan against collateral costs, its share and prices, and its contract.',
    input: z.strictObject({ asset: assetSymbol, amount, collateral: amount, periodDays }),
    output: z.strictObject({
      version: z.int(),
      /** Per cent of 365 days; the interest of the period, and at most. */
      ...{ apr: z.string(), interest: z.string(), total: z.string(), interestMost: z.string() },
      /** By a fresh price; null and empty without one. */
      ...{ price: z.string(), ltvPpm: z.int().nullable(), leastCollateral: z.string() },
      ...{ callPrice: z.string(), liquidationPrice: z.string() },
      ...{ contract: z.string(), contractDigest: z.string() },
    }),
    refusals: [
      ...([virtual, 'loansNotOffered', 'unknownCollateral', 'collateralClosed'] as const),
      ...(['invalidLoanPeriod', 'loanBelowLeast', 'loanAboveMost'] as const),
    ],
  },
  openCollateralLoan: {
    method: 'POST',
    auth: 'user',
    limit: 'loan',
    summary: 'Borrows against collateral: the amount is in the currency account at once.',
    input: z.strictObject({
      ...{ asset: assetSymbol, version: integer(1, 2 ** 31 - 1), amount, collateral: amount },
      periodDays,
      /** The digest of the text that was read. */
      contract: z.string().regex(/^[0-9a-f]{64}$/, 'loanContract'),
      agreement: truth.refine((agreed) => agreed, 'loanAgreement'),
    }),
    output: loan,
    refusals: [
      ...([virtual, 'loansNotOffered', 'unknownCollateral', 'collateralClosed'] as const),
      ...(['loanTermsMoved', 'invalidLoanPeriod', 'loanBelowLeast', 'loanAboveMost'] as const),
      ...(['otherLoanContract', 'tooManyLoans', 'noCollateralPrice', 'ltvTooHigh'] as const),
      ...(['insufficientCollateral', 'collateralSoldOut'] as const),
    ],
  },
  getCollateralLoans: {
    method: 'GET',
    auth: 'user',
    summary: 'The loans of this person against collateral: open ones, and those that ended.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 200) }),
    output: z.strictObject({
      open: z.array(loanView),
      ended: z.array(loanView),
      next: z.int().nullable(),
    }),
    refusals: [],
  },
  getCollateralLoan: {
    method: 'GET',
    auth: 'user',
    summary: 'A loan against collateral with all that happened to it, and its contract.',
    input: z.strictObject({ loanId: id }),
    output: z.strictObject({
      ...{ loan: loanView, events: z.array(eventView) },
      ...{ contract: z.string(), contractDigest: z.string() },
    }),
    refusals: ['unknownLoan'],
  },
  addCollateral: {
    method: 'POST',
    auth: 'user',
    summary: 'Adds to the collateral of a loan, out of the currency account.',
    input: change,
    output: loan,
    refusals: ['unknownLoan', 'wrongLoanState', 'insufficientCollateral'],
  },
  releaseCollateral: {
    method: 'POST',
    auth: 'user',
    summary: 'Releases collateral that a loan does not need.',
    input: change,
    output: loan,
    refusals: [
      ...(['unknownLoan', 'wrongLoanState', 'invalidCollateral', 'noCollateralPrice'] as const),
      'ltvTooHigh',
    ],
  },
  repayCollateralLoan: {
    method: 'POST',
    auth: 'user',
    summary: 'Pays back part of what is owed, or all: then its collateral is free at once.',
    input: change,
    output: z.strictObject({
      loan: loanView,
      paid: z.strictObject({ interest: z.string(), principal: z.string() }),
    }),
    refusals: ['unknownLoan', 'wrongLoanState', 'insufficientToRepay'],
  },
  getCollateralReceipt: {
    method: 'GET',
    auth: 'user',
    summary:
      'All by which anyone can compute a conversion again: terms, tick, postings, signatures.',
    input: z.strictObject({ loanId: id, seq: id }),
    output: z.strictObject({
      format: z.literal('assay-collateral-receipt-2'),
      publicKey: z.string(),
      ...{ loanId: z.int(), asset: z.string(), index: z.string(), version: z.int() },
      ...{ ...shares, amount: z.string(), periodDays: z.int(), openedAt: z.int() },
      event: eventView,
      postings: z.array(
        z.strictObject({
          ...{ seq: z.int(), from: z.string(), to: z.string(), asset: z.string() },
          ...{ amount: z.string(), purpose: z.string() },
        }),
      ),
      /** That has decided, with its signed head; null: the archive lacks its day. */
      tick: tickView.nullable(),
      head: z
        .strictObject({ n: z.int(), hash: z.string(), at: z.int(), signature: z.string() })
        .nullable(),
      /** Of all of this but the tick. */
      signature: z.string(),
    }),
    refusals: ['unknownLoan', 'noReceipt'],
  },
});

export const collateralStaffCalls = defineCalls({
  getCollateralPool: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'What is lent against collateral and covered by it, its terms, and loans near a call.',
    input: z.strictObject({}),
    output: z.strictObject({
      lentAsset: z.string(),
      /** What the pool could lend, and what it has lost with loans that ended. */
      ...{ available: z.string(), lost: z.string() },
      assets: z.array(
        z.strictObject({
          ...termsView.shape,
          ...{ loans: z.int(), lent: z.string(), owed: z.string() },
          /** What secures them, what that is worth, and what the pool was paid in it. */
          ...{ collateral: z.string(), worth: z.string(), converted: z.string() },
        }),
      ),
      /** Those with the highest shares at the top. */
      near: z.array(
        z.strictObject({
          ...{ loanId: z.int(), userId: z.int(), asset: z.string(), owed: z.string() },
          ...{ collateral: z.string(), ltvPpm: z.int().nullable(), calls: z.int() },
          ...{ callPpm: z.int(), liquidationPpm: z.int(), callPrice: z.string() },
          ...{ liquidationPrice: z.string(), endsAt: z.int() },
        }),
      ),
    }),
    refusals: [],
  },
});
