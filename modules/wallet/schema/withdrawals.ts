import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import {
  assetSymbol,
  id,
  instant,
  limit,
  missingOr,
  oneOf,
  positiveDecimal,
  text,
  timeRange,
  truth,
} from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';
import { HOLDS, REFUSALS, TURNOVER_MODES } from '../rules/index.ts';
import { END_STATES, OPEN_STATES, REASONS } from './commands.ts';

export const withdrawalLimits = {
  /** Requests with another amount or another address; what is wrong costs one too. */
  withdrawal: { account: [{ max: 10, ms: HOUR }], network: [{ max: 20, ms: HOUR }] },
} as const satisfies LimitTable;

/**
 * Where a withdrawal stands, for people. Up to `approved` it can be cancelled. `queued`: the hours
 * of the day begin later; `held`: something keeps it until a deadline; `review`: staff decide;
 * `late`: staff have not decided in time and were reminded. `sentBack`: a bank was paid and has
 * sent it back.
 */
export const STAGES = [
  ...(['queued', 'held', 'review', 'late', 'approved', 'paying'] as const),
  ...END_STATES,
  'sentBack',
] as const;
export type Stage = (typeof STAGES)[number];

const amount = positiveDecimal.refine(
  (written) => parseDecimal(written, SCALE) !== null,
  'eightDecimals',
);

const hold = z.strictObject({
  reason: z.enum(HOLDS),
  placedAt: z.int(),
  /** Until then it holds; null: until what it is about is over. */
  deadline: z.int().nullable(),
  /** What happens then by itself: it is let go, or staff are reminded. */
  follows: z.enum(['release', 'escalate']),
  outcome: z.enum(['', 'released', 'escalated']),
});

/** Of a withdrawal that a bank carries: where to, at which locked rate, and what came back. */
const bankView = z.strictObject({
  /** What is written on the payment. */
  reference: z.string(),
  ...{ currency: z.string(), proceeds: z.string() },
  /** USDT for one unit of the currency, locked with the request until it has been paid. */
  ...{ rate: z.string(), rateAt: z.int(), rateSource: z.enum(['index', 'parameter']) },
  ...{ rateTick: z.int(), spreadPpm: z.int() },
  ...{ bankName: z.string(), account: z.string(), bic: z.string(), bankAddress: z.string() },
  ...{ payeeName: z.string(), payeePhone: z.string(), payeeAddress: z.string() },
  /** What the bank sent back, and what the person got back for it; null: nothing has come back. */
  back: z.strictObject({ returned: z.string(), amount: z.string(), at: z.int() }).nullable(),
});
export type BankView = z.infer<typeof bankView>;

export const withdrawalView = z.strictObject({
  withdrawalId: z.int(),
  asset: z.string(),
  amount: z.string(),
  fee: z.string(),
  /** What the address gets. */
  arrives: z.string(),
  state: z.enum([...OPEN_STATES, ...END_STATES]),
  stage: z.enum(STAGES),
  /** Of one that was refused or returned. */
  reason: z.enum([...REASONS, '']),
  requestedAt: z.int(),
  changedAt: z.int(),
  /** Not handed over before this; until then it waits for the hours of the day. */
  queuedUntil: z.int(),
  chainId: z.int(),
  chain: z.string(),
  address: z.string(),
  memo: z.string(),
  /** The hash of the transaction that paid it; '' before. */
  transaction: z.string(),
  /** Where that is shown; '' where nobody shows it. */
  transactionLink: z.string(),
  canCancel: z.boolean(),
  holds: z.array(hold),
  /** The plan that it is a part of; null for one that was asked for alone. */
  planId: z.int().nullable(),
  /** Null for one that a chain carries. */
  bank: bankView.nullable(),
});
export type WithdrawalDetails = z.infer<typeof withdrawalView>;

/** What happened to a withdrawal, and what will, in this order. */
const EVENTS = [
  ...(['requested', 'queued', 'held', 'released', 'escalated'] as const),
  ...(['approved', 'paying', 'paid', 'cancelled', 'refused', 'returned'] as const),
  'sentBack',
] as const;

export const timelineEvent = z.strictObject({
  what: z.enum(EVENTS),
  at: z.int(),
  /** Of `held` and `queued`: until when; null for the others, and where nobody knows. */
  until: z.int().nullable(),
  /** Why it was held, refused or returned. */
  reason: z.string(),
  /** Who approved: the limit of its tier, or people. */
  by: z.enum(['', 'tier', 'people']),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

const terms = z.strictObject({
  asset: z.string(),
  networks: z.array(z.strictObject({ chainId: z.int(), chain: z.string(), decimals: z.int() })),
  ...{ available: z.string(), held: z.string(), least: z.string(), most: z.string() },
  ...{ fee: z.string(), networkFee: z.string(), juniorMost: z.string() },
  /** From this amount on the recipient is asked for. */
  travelAmount: z.string(),
  /** And who holds the address, or that nobody does; null: the law does not ask. */
  providerAmount: z.string().nullable(),
  /** Requests of a day, how many were accepted today, and when the next day begins. */
  ...{ perDay: z.int(), usedToday: z.int(), resetsAt: z.int() },
  window: z.strictObject({
    /** Minutes of the day by the clocks of the zone. */
    ...{ from: z.int(), until: z.int(), zone: z.string(), isOpen: z.boolean() },
    /** Now, while it is open. */
    opensAt: z.int(),
    closesAt: z.int().nullable(),
  }),
  turnover: z.strictObject({
    mode: z.enum(TURNOVER_MODES),
    ...{ required: z.string(), done: z.string(), remaining: z.string() },
  }),
  /** What of which source was not used, and can always go back to it. */
  sources: z.array(z.strictObject({ chainId: z.int(), address: z.string(), unused: z.string() })),
  hasTradePassword: z.boolean(),
  verified: z.enum(['none', 'junior', 'senior']),
  /** What keeps this person from withdrawing, or everybody. */
  limits: z.array(
    z.strictObject({
      ...{ kind: z.string(), reason: z.string(), createdAt: z.int() },
      expiresAt: z.int().nullable(),
    }),
  ),
});

const memo = text(0, 100).default('');
const chainId = id;
/** An address of the chain; whether it is one, the handler says. */
const address = z
  .string({ error: missingOr('address') })
  .trim()
  .min(1, 'addressMissing')
  .max(128, 'address');
export const pin = z
  .string({ error: missingOr('tradePassword') })
  .regex(/^[0-9]{6}$/, 'tradePassword');
export const stepUp = z
  .string({ error: missingOr('stepUp') })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'stepUp')
  .optional();

/** What is asked for, without what proves it. */
export const asked = {
  ...{ asset: assetSymbol, amount, chainId, address, memo },
  /** All of a balance that is too small; deposits that were not used, to where they came from. */
  kind: oneOf('ordinary', 'exit', 'return').default('ordinary'),
  /**
   * Whom it is for, and at which house they have the address (`SELF_HOSTED`: at none); asked
   * from an amount on.
   */
  recipient: text(0, 140).default(''),
  provider: text(0, 140).default(''),
  /** Not before this: a place of a plan. */
  notBefore: instant.optional(),
};

export const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

export const withdrawalCalls = defineCalls({
  requestWithdrawal: {
    method: 'POST',
    auth: 'user',
    limit: 'withdrawal',
    summary: 'Asks for money to leave; holds it, and a step-up proves exactly this request.',
    input: z.strictObject({
      ...asked,
      /** Of a return: its owner says that the source is still theirs, as only they know. */
      isMine: truth.optional(),
      tradePassword: pin,
      stepUp,
    }),
    output: z.strictObject({ withdrawal: withdrawalView, receipt }),
    refusals: [
      ...(['virtualAccount', ...REFUSALS] as const),
      ...(['tradePasswordWrong', 'tradePasswordLocked'] as const),
      ...(['accountNeeded', 'stepUpNeeded', 'stepUpWrong', 'tooManyWithdrawals'] as const),
    ],
  },
  previewWithdrawal: {
    method: 'GET',
    auth: 'user',
    summary: 'What would become of a request: every reason against it, or cost, time and holds.',
    input: z.strictObject(asked),
    output: z.strictObject({
      /** In the order in which they are checked; the first is the one that a request meets. */
      refusals: z.array(
        z.strictObject({ code: z.enum(REFUSALS), detail: z.record(z.string(), z.string()) }),
      ),
      /** Null when it would be refused. */
      accepted: z
        .strictObject({
          fee: z.string(),
          arrives: z.string(),
          /** When it goes if nothing holds it. */
          goesAt: z.int(),
          ground: z.enum(['tier', 'onePerson', 'twoPeople']),
          holds: z.array(z.strictObject({ reason: z.enum(HOLDS), deadline: z.int().nullable() })),
        })
        .nullable(),
    }),
    refusals: ['virtualAccount'],
  },
  getWithdrawalTerms: {
    method: 'GET',
    auth: 'user',
    summary: 'By which rules money leaves now, how much of it, and what stands in the way.',
    input: z.strictObject({ asset: assetSymbol.default('USDT') }),
    output: terms,
    refusals: ['virtualAccount', 'notOffered'],
  },
  cancelWithdrawal: {
    method: 'POST',
    auth: 'user',
    summary: 'Takes a request back, until it is handed over; what it held is free at once.',
    input: z.strictObject({ withdrawalId: id }),
    output: z.strictObject({ withdrawal: withdrawalView, receipt }),
    refusals: ['virtualAccount', 'unknownWithdrawal', 'wrongState'],
  },
  getWithdrawals: {
    method: 'GET',
    auth: 'user',
    summary: 'The withdrawals of this person, the latest first, in pages.',
    input: z.strictObject({
      state: oneOf(...OPEN_STATES, ...END_STATES).optional(),
      asset: assetSymbol.optional(),
      ...timeRange,
      before: id.optional(),
      limit: limit(50, 500),
    }),
    output: z.strictObject({
      withdrawals: z.array(withdrawalView),
      /** For `before` of the next page; null on the last one. */
      next: z.int().nullable(),
    }),
    refusals: [],
  },
  getWithdrawal: {
    method: 'GET',
    auth: 'user',
    summary: 'One withdrawal of this person, with everything that happened to it.',
    input: z.strictObject({ withdrawalId: id }),
    output: z.strictObject({ withdrawal: withdrawalView, timeline: z.array(timelineEvent) }),
    refusals: ['unknownWithdrawal'],
  },
});
