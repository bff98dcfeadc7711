import { defineCalls } from '@assay/core/schema/call';
import { id, integer, limit, positiveDecimal, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';
import {
  DRAW_REFUSALS,
  MODES,
  PHASES,
  SUBSCRIBE_REFUSALS,
  TIERS,
  WITHDRAW_REFUSALS,
} from './commands.ts';

export const launchLimits = {
  /** Subscriptions, withdrawals of them, and applications. */
  launch: { account: [{ max: 60, ms: HOUR }], network: [{ max: 300, ms: HOUR }] },
  /** Rounds that somebody brings: each takes the engine a pairing. */
  launchRound: { account: [{ max: 10, ms: HOUR }], network: [{ max: 60, ms: HOUR }] },
} as const satisfies LimitTable;

const RESULT_PAGE = 5_000;
const most = Number.MAX_SAFE_INTEGER;

/** `open`: whoever likes; all others are about this person. */
export const ELIGIBILITIES = ['open', 'notAsked', 'underReview', 'passed', 'notPassed'] as const;
/** Why somebody has not passed; '' for others. */
export const GROUNDS = ['', 'tier', 'country', 'review'] as const;

const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

const subscriptionView = z.strictObject({
  ...{ launchId: z.int(), symbol: z.string(), number: z.int(), at: z.int() },
  ...{ quantity: z.string(), amount: z.string(), phase: z.enum(PHASES) },
  ...{ allotted: z.string(), paid: z.string(), refunded: z.string(), released: z.string() },
  /** Of a lottery: how many, the number of the first, and of those that won. */
  tickets: z
    .strictObject({ count: z.int(), first: z.int(), won: z.array(z.int()).readonly() })
    .optional(),
});

/** What a lottery was signed with, and what came of it; '' for what is not there yet. */
const lottery = {
  ...{ chain: z.string(), publicKey: z.string(), round: z.int() },
  /** The SHA-256 of the list of tickets; then the signature of the round, and its value. */
  ...{ listDigest: z.string(), signature: z.string(), value: z.string() },
};

/** Of a project what a list shows. */
const card = {
  ...{ launchId: z.int(), symbol: z.string(), name: z.string(), phase: z.enum(PHASES) },
  mode: z.enum(MODES),
  /** Decimal text: of a coin in USDT, sold here, of the coin in all, most and least of a person. */
  ...{ price: z.string(), supply: z.string(), issued: z.string() },
  ...{ cap: z.string(), most: z.string(), lot: z.string() },
  ...{ opensAt: z.int(), closesAt: z.int(), listsAt: z.int(), lockDays: z.int() },
  /** What was asked for so far, by how many people, and what of the supply is not asked for yet. */
  ...{ subscribed: z.string(), people: z.int(), remaining: z.string() },
  /** All of it is sold. */
  ...{ soldOut: z.boolean(), sold: z.string(), raised: z.string() },
};

const projectView = z.strictObject({
  ...card,
  ...{ about: z.string(), website: z.string(), withdrawable: z.boolean(), reason: z.string() },
  documents: z.array(z.strictObject({ title: z.string(), link: z.string(), sha256: z.string() })),
  /** When each share of what somebody gets is free. */
  releases: z.array(z.strictObject({ days: z.int(), sharePpm: z.int(), at: z.int() })),
  eligibility: z.strictObject({
    tier: z.enum(TIERS),
    countries: z.array(z.string()),
    review: z.boolean(),
  }),
  /** When it entered each phase. */
  moves: z.array(z.strictObject({ phase: z.enum(PHASES), at: z.int(), seq: z.int() })),
  /** The market in which it is traded; '' before. */
  market: z.string(),
  lottery: z
    .strictObject({
      ...lottery,
      beacon: z.enum(['quicknet', 'practice']),
      /** When the round is there, and until when it is waited for. */
      ...{ roundAt: z.int(), missedAt: z.int() },
      /** Quantity and price of a ticket, how many there are, win, and one person has at most. */
      ...{ ticket: z.string(), ticketPrice: z.string(), tickets: z.int() },
      ...{ winners: z.int(), mostTickets: z.int() },
    })
    .nullable(),
});

const mine = z.strictObject({
  eligibility: z.enum(ELIGIBILITIES),
  ground: z.enum(GROUNDS),
  /** Staff's words, where they have decided. */
  reason: z.string(),
  subscription: subscriptionView.nullable(),
});

export const launchCalls = defineCalls({
  getNewcoinsList: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Projects of new coins, the newest first.',
    input: z.strictObject({}),
    output: z.strictObject({ projects: z.array(z.strictObject(card)) }),
    refusals: [],
  },
  getNewcoinsInfo: {
    method: 'GET',
    auth: 'visitor',
    summary: 'One project with its terms, documents and phases, and what this person has in it.',
    input: z.strictObject({ launchId: id }),
    output: z.strictObject({ project: projectView, mine: mine.nullable() }),
    refusals: ['unknownLaunch'],
  },
  getNewcoinsResult: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'The published file of a result: what each number asked for and got, in pages, and the rule.',
    input: z.strictObject({
      launchId: id,
      after: integer(0, most).default(0),
      limit: limit(RESULT_PAGE, RESULT_PAGE),
    }),
    output: z.strictObject({
      rule: z.string(),
      ...{ launchId: z.int(), symbol: z.string(), closesAt: z.int(), people: z.int() },
      ...{ supplyLots: z.int(), capLots: z.int(), lot: z.string(), lotPrice: z.string() },
      cancelled: z.boolean(),
      /** Only of a lottery: its rows have lots of whole tickets. */
      lottery: z.strictObject({ ...lottery, ticketLots: z.int() }).optional(),
      /** Number, lots asked for, lots allotted. */
      rows: z.array(z.tuple([z.int(), z.int(), z.int()])),
    }),
    refusals: ['unknownLaunch', 'noResult'],
  },
  getMyNewcoins: {
    method: 'GET',
    auth: 'user',
    summary: 'What this person subscribed, the newest first, with what was released of it.',
    input: z.strictObject({ before: integer(1, most).optional(), limit: limit(50, 100) }),
    output: z.strictObject({
      subscriptions: z.array(
        z.strictObject({
          subscription: subscriptionView,
          ...{ closesAt: z.int(), listsAt: z.int() },
          releases: z.array(
            z.strictObject({ at: z.int(), quantity: z.string(), done: z.boolean() }),
          ),
          moves: z.array(z.strictObject({ phase: z.enum(PHASES), at: z.int(), seq: z.int() })),
        }),
      ),
    }),
    refusals: [],
  },
  applyNewcoins: {
    method: 'POST',
    auth: 'user',
    limit: 'launch',
    summary: 'Asks to take part in a project that looks at each person.',
    input: z.strictObject({ launchId: id }),
    output: mine,
    refusals: ['unknownLaunch', 'launchClosed', 'notEligible'],
  },
  subscribeNewcoins: {
    method: 'POST',
    auth: 'user',
    limit: 'launch',
    summary: 'Subscribes a quantity; its price goes into escrow until the result.',
    input: z.strictObject({ launchId: id, quantity: positiveDecimal }),
    output: z.strictObject({ subscription: subscriptionView, receipt }),
    refusals: ['notEligible', ...SUBSCRIBE_REFUSALS],
  },
  withdrawNewcoins: {
    method: 'POST',
    auth: 'user',
    summary: 'Takes back a quantity while the project is open, where its rules allow it.',
    input: z.strictObject({ launchId: id, quantity: positiveDecimal }),
    output: z.strictObject({ subscription: subscriptionView, receipt }),
    refusals: [...WITHDRAW_REFUSALS],
  },
  drawNewcoins: {
    method: 'POST',
    auth: 'user',
    limit: 'launchRound',
    summary: 'Brings the signed round that a lottery waits for; only the right one is taken.',
    input: z.strictObject({ launchId: id, round: integer(1, most), signature: text(96, 96) }),
    output: z.strictObject({ value: z.string() }),
    refusals: [...DRAW_REFUSALS],
  },
});
