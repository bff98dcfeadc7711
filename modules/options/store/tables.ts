import { type RowOf, record } from '@assay/core/schema/record';
import { OPEN_STATES, RESULTS, VOID_REASONS } from '../schema/commands.ts';

/** The terms of a market, the same for everybody. */
export const optionMarket = record({
  table: 'option_market',
  key: ['market'],
  fields: {
    market: { type: 'text' },
    index: { type: 'text', column: 'index_name' },
    asset: { type: 'integer' },
    status: { type: 'text', values: ['open', 'closed'], changes: true },
    tickMs: { type: 'integer', changes: true },
    leastStake: { type: 'bigint', changes: true },
    mostStake: { type: 'bigint', changes: true },
    capacityExpiry: { type: 'bigint', changes: true },
    capacityOpen: { type: 'bigint', changes: true },
    feePpm: { type: 'integer', changes: true },
    volatilityPpm: { type: 'integer', changes: true },
    saleFeePpm: { type: 'integer', changes: true },
    /** The command that set them. */
    version: { type: 'bigint', changes: true },
    /** Windows that opened before count no more in the test of independence: none overlap. */
    countedUntil: { type: 'bigint', changes: true },
    /** Of each capacity, what one buyer may take at most, in millionths; null: all of it. */
    buyerSharePpm: { type: 'integer', optional: true, changes: true, digest: 'whenSet' },
    /** So long after it was asked no tick counts; null: each that comes later does. */
    tickDelayMs: { type: 'integer', optional: true, changes: true, digest: 'whenSet' },
  },
});

/** What a right option of a term gains, in millionths of the stake; 0: the term is not offered. */
export const optionRate = record({
  table: 'option_rate',
  key: ['market', 'termMs'],
  fields: {
    market: { type: 'text' },
    termMs: { type: 'integer' },
    payoutPpm: { type: 'integer', changes: true },
  },
});

/** What an option is from its acceptance on. */
const accepted = {
  /** The number of the command that bought it. */
  id: { type: 'bigint' },
  userId: { type: 'bigint' },
  market: { type: 'text' },
  direction: { type: 'text', values: ['up', 'down'] },
  termMs: { type: 'integer' },
  stake: { type: 'bigint' },
  payoutPpm: { type: 'integer' },
  payout: { type: 'bigint' },
  feePpm: { type: 'integer' },
  fee: { type: 'bigint' },
  windowMs: { type: 'integer' },
  needed: { type: 'integer' },
  tickMs: { type: 'integer' },
  version: { type: 'bigint' },
  /** Of the quote: the tick that it showed, when it was made, its signature. */
  spotN: { type: 'bigint' },
  spot: { type: 'bigint' },
  issuedAt: { type: 'bigint' },
  signature: { type: 'text' },
  slippagePpm: { type: 'integer', optional: true },
  acceptedAt: { type: 'bigint' },
  /** The last tick that was followed then: the entry comes after it. */
  afterN: { type: 'bigint' },
  expiresAt: { type: 'bigint' },
  /** The voucher of trial funds that paid stake and fee; null: the person did. */
  voucherId: { type: 'bigint', optional: true },
  /** As the market had it when the quote was made; null: each later tick counts. */
  tickDelayMs: { type: 'integer', optional: true, digest: 'whenSet' },
} as const;

/** An option that has not ended. */
export const openOption = record({
  table: 'open_option',
  key: ['id'],
  removable: true,
  fields: {
    ...accepted,
    state: { type: 'text', values: OPEN_STATES, changes: true },
    entryN: { type: 'bigint', optional: true, changes: true },
    entryAt: { type: 'bigint', optional: true, changes: true },
    entryPrice: { type: 'bigint', as: 'bigint', optional: true, changes: true },
    /** The command that asked for its sale, when, and the least that it must bring. */
    saleSeq: { type: 'bigint', optional: true, changes: true },
    saleAt: { type: 'bigint', optional: true, changes: true },
    saleAfterN: { type: 'bigint', optional: true, changes: true },
    saleLeast: { type: 'bigint', optional: true, changes: true },
  },
});

/** One that has ended: only ever added. */
export const endedOption = record({
  table: 'ended_option',
  key: ['id'],
  fields: {
    ...accepted,
    entryN: { type: 'bigint', optional: true },
    entryAt: { type: 'bigint', optional: true },
    entryPrice: { type: 'bigint', as: 'bigint', optional: true },
    result: { type: 'text', values: RESULTS },
    reason: { type: 'text', values: VOID_REASONS },
    /** Of the window, or of the tick of a sale; null where none decided. */
    exitPrice: { type: 'bigint', as: 'bigint', optional: true },
    /** The tick of a sale; null otherwise. */
    exitN: { type: 'bigint', optional: true },
    paid: { type: 'bigint' },
    /** The command that ended it. */
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
  },
});

/** What is in escrow for the open options of one market, expiry and window. */
export const optionSeries = record({
  table: 'option_series',
  key: ['market', 'expiresAt', 'windowMs'],
  removable: true,
  fields: {
    market: { type: 'text' },
    expiresAt: { type: 'bigint' },
    windowMs: { type: 'integer' },
    /** Payouts and fees of its open options. */
    escrow: { type: 'bigint', as: 'bigint', changes: true },
    /** The part of it that the house has put in. */
    house: { type: 'bigint', as: 'bigint', changes: true },
    count: { type: 'integer', changes: true },
    /** When its first option was accepted. */
    openedAt: { type: 'bigint' },
    /** Stakes of options that were right less those of options that were wrong. */
    net: { type: 'bigint', as: 'bigint', changes: true },
    needed: { type: 'integer' },
    /** `settled`: its options are paid; `void`: they are paid back. */
    state: { type: 'text', values: ['open', 'settled', 'void'], changes: true },
    price: { type: 'bigint', as: 'bigint', optional: true, changes: true },
    reason: { type: 'text', values: VOID_REASONS, changes: true },
  },
});

/** By which ticks a window was settled, once; or that it is void. */
export const optionSettlement = record({
  table: 'option_settlement',
  key: ['market', 'expiresAt', 'windowMs'],
  fields: {
    market: { type: 'text' },
    expiresAt: { type: 'bigint' },
    windowMs: { type: 'integer' },
    ticks: { type: 'integer' },
    needed: { type: 'integer' },
    firstN: { type: 'bigint', optional: true },
    lastN: { type: 'bigint', optional: true },
    price: { type: 'bigint', as: 'bigint', optional: true },
    reason: { type: 'text', values: VOID_REASONS },
    /** How far the log was followed then: number and hash of its last tick. */
    headN: { type: 'bigint' },
    head: { type: 'text' },
    seq: { type: 'bigint' },
    at: { type: 'bigint' },
  },
});

/** How far the tick log of an index was followed. */
export const optionFeed = record({
  table: 'option_feed',
  key: ['index'],
  fields: {
    index: { type: 'text', column: 'index_name' },
    n: { type: 'bigint', changes: true },
    at: { type: 'bigint', changes: true },
    hash: { type: 'text', changes: true },
  },
});

/** Ticks that an open option may still need. */
export const optionTick = record({
  table: 'option_tick',
  key: ['index', 'n'],
  removable: true,
  fields: {
    index: { type: 'text', column: 'index_name' },
    n: { type: 'bigint' },
    at: { type: 'bigint' },
    price: { type: 'bigint', as: 'bigint' },
  },
});

/** What somebody allows themselves, and what is counted for it. Nothing here touches a price. */
export const optionPerson = record({
  table: 'option_person',
  key: ['userId'],
  fields: {
    userId: { type: 'bigint' },
    /** Null: none. Another one holds from `nextFrom` on. */
    dailyStake: { type: 'bigint', optional: true, changes: true },
    nextDailyStake: { type: 'bigint', optional: true, changes: true },
    nextFrom: { type: 'bigint', changes: true },
    excludedUntil: { type: 'bigint', changes: true },
    /** The day in UTC of `staked`, which is what was bought on it. */
    day: { type: 'integer', changes: true },
    staked: { type: 'bigint', changes: true },
    lossesInARow: { type: 'integer', changes: true },
    lastLossAt: { type: 'bigint', changes: true },
    /** The command that ended their virtual account or reset it, the last time; null: none. */
    clearedBy: { type: 'bigint', optional: true, changes: true, digest: 'whenSet' },
  },
});

/** Public statistics of a market and the day on which options ended. */
export const optionDay = record({
  table: 'option_day',
  key: ['market', 'day'],
  fields: {
    market: { type: 'text' },
    day: { type: 'integer' },
    won: { type: 'integer', changes: true },
    lost: { type: 'integer', changes: true },
    tied: { type: 'integer', changes: true },
    voided: { type: 'integer', changes: true },
    sold: { type: 'integer', changes: true },
    /** Of options that were not void. */
    stakes: { type: 'bigint', as: 'bigint', changes: true },
    fees: { type: 'bigint', as: 'bigint', changes: true },
    paid: { type: 'bigint', as: 'bigint', changes: true },
    /** What the house would have kept of those that were settled, had coins decided. */
    theory: { type: 'bigint', as: 'bigint', changes: true },
    refunded: { type: 'bigint', as: 'bigint', changes: true },
    /** Windows in which the side with more stake was right, and wrong. */
    crowdRight: { type: 'integer', changes: true },
    crowdWrong: { type: 'integer', changes: true },
  },
});

/** Windows that two people have declared void, in public. */
export const optionVoid = record({
  table: 'option_void',
  key: ['seq'],
  fields: {
    seq: { type: 'bigint' },
    index: { type: 'text', column: 'index_name' },
    from: { type: 'bigint', column: 'from_at' },
    to: { type: 'bigint', column: 'to_at' },
    reason: { type: 'text' },
    windows: { type: 'integer' },
    at: { type: 'bigint' },
  },
});

/**
 * What a settled window would owe if it was wrong, in parts of few options (decision 0116). It goes
 * when that is paid, or after 30 days.
 */
export const optionWindow = record({
  table: 'option_window',
  key: ['market', 'expiresAt', 'windowMs', 'part'],
  removable: true,
  fields: {
    market: { type: 'text' },
    expiresAt: { type: 'bigint' },
    windowMs: { type: 'integer' },
    part: { type: 'integer' },
    /** Options that got less than stake and fee, and what is missing to them all. */
    count: { type: 'integer', changes: true },
    missing: { type: 'bigint', as: 'bigint', changes: true },
    /** Over their lines in the order of their numbers, each with the hash before it. */
    hash: { type: 'text', changes: true },
    /** Of the first part: how the window counts in the test of independence, and on which day. */
    crowd: { type: 'text', values: ['', 'right', 'wrong'], changes: true },
    crowdDay: { type: 'integer', changes: true },
    /** The command that declared it wrong, since when it is owed; null: it stands. */
    declaredBy: { type: 'bigint', optional: true, changes: true },
  },
});

/** Spans whose settled windows two people have declared wrong, in public; a row for each asset. */
export const optionMadeGood = record({
  table: 'option_made_good',
  key: ['seq', 'asset'],
  fields: {
    seq: { type: 'bigint' },
    asset: { type: 'integer' },
    index: { type: 'text', column: 'index_name' },
    from: { type: 'bigint', column: 'from_at' },
    to: { type: 'bigint', column: 'to_at' },
    reason: { type: 'text' },
    windows: { type: 'integer' },
    /** What was missing to all of their options. */
    amount: { type: 'bigint', as: 'bigint' },
    at: { type: 'bigint' },
  },
});

/** What was paid for an option of such a window. */
export const madeGoodOption = record({
  table: 'made_good_option',
  key: ['id'],
  fields: {
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    market: { type: 'text' },
    amount: { type: 'bigint' },
    /** Of that, the person's own: what trial funds had paid is theirs again. */
    own: { type: 'bigint' },
    declaredBy: { type: 'bigint' },
    seq: { type: 'bigint' },
    at: { type: 'bigint' },
  },
});

export type WindowRow = RowOf<typeof optionWindow>;
export type MadeGoodSpan = RowOf<typeof optionMadeGood>;
export type MadeGoodRow = RowOf<typeof madeGoodOption>;
export type MarketRow = RowOf<typeof optionMarket>;
export type OpenRow = RowOf<typeof openOption>;
export type EndedRow = RowOf<typeof endedOption>;
export type SeriesRow = RowOf<typeof optionSeries>;
export type TickRow = RowOf<typeof optionTick>;
export type PersonRow = RowOf<typeof optionPerson>;
export type DayRow = RowOf<typeof optionDay>;
