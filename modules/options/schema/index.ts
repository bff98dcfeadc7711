import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import {
  id,
  integer,
  limit,
  marketSymbol,
  oneOf,
  positiveDecimal,
} from '@assay/core/schema/fields';
import { z } from 'zod';
import { BUY_REFUSALS, OPEN_STATES, RESULTS, VOID_REASONS } from './commands.ts';

const direction = oneOf('up', 'down');
const hex = z.string();
const termMs = integer(1, 86_400_000);
const most = Number.MAX_SAFE_INTEGER;
const units = z.int();

/** A quote as it is signed; `QUOTE_FIELDS` in rules/quote.ts is the order of its lines. */
const quoteShape = {
  ...{ realm: z.enum(['real', 'demo']), market: z.string(), index: z.string(), asset: z.string() },
  ...{ direction: z.enum(['up', 'down']), termMs: z.int(), stake: units, payoutPpm: z.int() },
  ...{ payout: units, feePpm: z.int(), fee: units, breakEvenPpm: z.int(), expected: units },
  ...{ windowMs: z.int(), needed: z.int(), tickMs: z.int(), tie: z.literal('stakeBack') },
  ...{ rules: z.literal('assay-options-1'), version: z.int(), spotN: z.int(), spot: units },
  ...{ issuedAt: z.int(), expiresAt: z.int() },
  /** There if ticks count only so long after the purchase, or the request to sell. */
  tickDelayMs: z.int().optional(),
};
const quoteView = z.strictObject(quoteShape);

const optionView = z.strictObject({
  ...{ id: z.int(), market: z.string(), index: z.string(), asset: z.string() },
  ...{ direction: z.enum(['up', 'down']), termMs: z.int(), stake: z.string(), fee: z.string() },
  ...{ payout: z.string(), acceptedAt: z.int(), expiresAt: z.int(), windowMs: z.int() },
  state: z.enum([...OPEN_STATES, 'ended']),
  ...{ entryN: z.int(), entryAt: z.int(), entryPrice: z.string() },
  result: z.enum([...RESULTS, '']),
  reason: z.enum(VOID_REASONS),
  ...{ exitPrice: z.string(), endedAt: z.int(), paid: z.string(), income: z.string() },
  voucherId: z.int(),
});
const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

const marketView = z.strictObject({
  market: z.string(),
  index: z.string(),
  asset: z.string(),
  /** Trading, within the hours of its index. */
  isOpen: z.boolean(),
  /** Of its terms: a closed one sells nothing, whatever its hours are. */
  status: z.enum(['open', 'closed']),
  leastStake: z.string(),
  mostStake: z.string(),
  /** What the house adds at most for the options that expire at one second, and for all. */
  capacityExpiry: z.string(),
  capacityOpen: z.string(),
  /** Of each of both, what one buyer may take at most, in millionths. */
  buyerSharePpm: z.int(),
  /** So long after a purchase or a request to sell no tick counts. */
  tickDelayMs: z.int(),
  feePpm: z.int(),
  saleFeePpm: z.int(),
  volatilityPpm: z.int(),
  tickMs: z.int(),
  version: z.int(),
  /** Of each term: what a right option gains, and what the house adds now for all, and for one. */
  terms: z.array(
    z.strictObject({
      ...{ termMs: z.int(), payoutPpm: z.int(), breakEvenPpm: z.int(), windowMs: z.int() },
      ...{ needed: z.int(), room: z.string(), ownRoom: z.string() },
    }),
  ),
});

const tick = z.strictObject({
  ...{ index: z.string(), n: z.int(), at: z.int(), price: z.string(), parts: z.string() },
  ...{ prev: hex, hash: hex },
});
const tickHead = z.strictObject({ n: z.int(), hash: hex, at: z.int(), signature: hex });
const posting = z.strictObject({
  ...{ seq: z.int(), from: z.string(), to: z.string(), amount: units, purpose: z.string() },
});

/** All that is needed to compute an option again; examples/verify-option.mjs does. */
const receiptView = z.strictObject({
  format: z.literal('assay-option-receipt-1'),
  /** The 32 bytes of the Ed25519 key that signed quote and heads. */
  publicKey: hex,
  quote: quoteView,
  quoteSignature: hex,
  order: z.strictObject({
    ...{ id: z.int(), acceptedAt: z.int(), expiresAt: z.int(), afterN: z.int() },
    slippagePpm: z.int().nullable(),
    /** There if trial funds paid: the number of their voucher. */
    voucherId: z.int().optional(),
  }),
  /** From the tick before the entry to the entry, and the head of the chain that ends with it. */
  entry: z.strictObject({ ticks: z.array(tick), head: tickHead.nullable() }),
  /** From the last tick before the window to the first one after it. */
  window: z.strictObject({ ticks: z.array(tick), head: tickHead.nullable() }),
  settlement: z.strictObject({
    ...{ entryN: z.int(), entryPrice: units, ticks: z.int(), exitPrice: units },
    result: z.enum(RESULTS),
    reason: z.enum(VOID_REASONS),
    ...{ paid: units, seq: z.int(), endedAt: z.int() },
  }),
  postings: z.array(posting),
  /** Of order, settlement and postings, as `settlementText` writes them. */
  signature: hex,
  /** There if its window was wrong: what the house has paid, as `madeGoodText` writes it. */
  madeGood: z
    .strictObject({
      ...{ index: z.string(), from: z.int(), to: z.int(), reason: z.string() },
      ...{ declared: z.int(), seq: z.int(), at: z.int(), amount: units },
      ...{ postings: z.array(posting), signature: hex },
    })
    .optional(),
});

const person = z.strictObject({
  /** "" : no limit of one's own. */
  dailyStake: z.string(),
  stakedToday: z.string(),
  next: z.strictObject({ dailyStake: z.string(), from: z.int() }).nullable(),
  excludedUntil: z.int(),
  policy: z.enum(['strict', 'licensed', 'practice']),
});

const termsView = z.strictObject({
  ...{
    market: z.string(),
    index: z.string(),
    asset: z.string(),
    status: z.enum(['open', 'closed']),
  },
  ...{ tickMs: z.int(), version: z.int(), feePpm: z.int(), volatilityPpm: z.int() },
  ...{ saleFeePpm: z.int(), leastStake: z.string(), mostStake: z.string() },
  ...{ capacityExpiry: z.string(), capacityOpen: z.string(), buyerSharePpm: z.int() },
  tickDelayMs: z.int(),
  rates: z.array(z.strictObject({ termMs: z.int(), payoutPpm: z.int() })),
  /** Open options, their escrow, and of that the part of the house: its worst case. */
  ...{ open: z.int(), escrow: z.string(), house: z.string() },
});

export const calls = defineCalls({
  getOptionMarkets: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Markets of up/down options with terms, rates and the capacity that is left.',
    input: z.strictObject({}),
    output: z.strictObject({ markets: z.array(marketView) }),
    refusals: [],
  },
  quoteOption: {
    method: 'GET',
    auth: 'user',
    summary:
      'A signed quote of an up/down option; it holds for ten seconds and a purchase names it.',
    input: z.strictObject({ market: marketSymbol, direction, termMs, stake: positiveDecimal }),
    output: z.strictObject({ quote: quoteView, signature: hex, publicKey: hex }),
    refusals: [
      'optionsNotOffered',
      'unknownMarket',
      'marketClosed',
      'unknownTerm',
      'invalidStake',
      'noPrice',
    ],
  },
  buyOption: {
    method: 'POST',
    auth: 'user',
    summary: 'Buys an option at a signed quote, or refuses; a quote is never made worse.',
    input: z.strictObject({
      /** The quote as JSON, unchanged. */
      quote: z.string().max(2_000),
      signature: z.string().regex(/^[0-9a-f]{128}$/, 'signature'),
      /** How far the entry may be from the quote's price, in millionths; without it anywhere. */
      slippagePpm: integer(0, 1_000_000).optional(),
      /** The voucher of trial funds that pays; without it the contract wallet. */
      voucherId: id.optional(),
    }),
    output: z.strictObject({ option: optionView, receipt }),
    refusals: ['badSignature', ...BUY_REFUSALS],
  },
  sellOption: {
    method: 'POST',
    auth: 'user',
    summary: 'Sells a running option at the next tick, if it brings the least that is asked.',
    input: z.strictObject({ optionId: id, least: positiveDecimal }),
    output: z.strictObject({ option: optionView, receipt }),
    refusals: ['unknownOption', 'notRunning', 'invalidLeast', 'noSale'],
  },
  getOptions: {
    method: 'GET',
    auth: 'user',
    summary:
      'Open options of this person with what each brings now, and those that ended, newest first.',
    input: z.strictObject({ before: integer(1, most).optional(), limit: limit(50, 200) }),
    output: z.strictObject({
      /** `sale`: "" where there is no price for it. */
      open: z.array(z.strictObject({ option: optionView, sale: z.string() })),
      /** `madeGood`: what was paid later because the window was wrong; "" : nothing. */
      ended: z.array(optionView.extend({ madeGood: z.string() })),
    }),
    refusals: [],
  },
  getOptionReceipt: {
    method: 'GET',
    auth: 'user',
    limit: 'proof',
    summary: 'All by which anyone can compute the settlement of an option again.',
    input: z.strictObject({ optionId: id }),
    output: receiptView,
    refusals: ['unknownOption', 'notEnded', 'ticksMissing', 'ticksBroken', 'ticksToCome'],
  },
  getOptionLimits: {
    method: 'GET',
    auth: 'user',
    summary: 'What this person allows themselves in options, and the policy that holds for them.',
    input: z.strictObject({}),
    output: person,
    refusals: [],
  },
  limitOptions: {
    method: 'POST',
    auth: 'user',
    summary: 'Limits or excludes oneself, at once for less, else a day later; absent: as it is.',
    input: z.strictObject({
      dailyStake: positiveDecimal.optional(),
      excludedUntil: integer(0, 9_000_000_000_000).default(0),
    }),
    output: person,
    refusals: ['invalidStake', 'invalidTime'],
  },
  getOptionTerms: {
    method: 'GET',
    auth: 'operator',
    right: 'markets.read',
    summary: 'The terms of every market of options, whole, with what the house stands to lose.',
    input: z.strictObject({ realm: z.enum(REALMS).default('real') }),
    output: z.strictObject({
      markets: z.array(termsView),
      /** What the house can still put in, by asset. */
      capital: z.array(z.strictObject({ asset: z.string(), amount: z.string() })),
      /** Days of the last month on which results followed choices by four deviations or more. */
      alarms: z.array(z.strictObject({ market: z.string(), day: z.int(), milliSigma: z.int() })),
    }),
    refusals: [],
  },
  getOptionStatistics: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'Of each market and day: stakes, payouts, voids, holds, and whether results follow choices.',
    input: z.strictObject({ days: integer(1, 31).default(7) }),
    output: z.strictObject({
      days: z.array(
        z.strictObject({
          ...{ market: z.string(), day: z.int() },
          ...{ won: z.int(), lost: z.int(), tied: z.int(), voided: z.int(), sold: z.int() },
          ...{ stakes: z.string(), fees: z.string(), paid: z.string(), refunded: z.string() },
          /** What the house kept, and what it would have kept on average. */
          ...{ realisedHold: z.string(), theoreticalHold: z.string() },
          ...{ crowdRight: z.int(), crowdWrong: z.int(), milliSigma: z.int(), alarm: z.boolean() },
        }),
      ),
      voided: z.array(
        z.strictObject({
          ...{ index: z.string(), from: z.int(), to: z.int(), reason: z.string() },
          ...{ windows: z.int(), at: z.int() },
          /** What the house owed for windows that were settled already; "" : they were open. */
          ...{ madeGood: z.string(), asset: z.string() },
        }),
      ),
    }),
    refusals: [],
  },
});
