import { MAX_FEE_PPM } from '@assay/core/order/market';
import { DAY } from '@assay/core/time';

/**
 * What a parameter is of: each market has its own, each preset of countries has, or the house has
 * one.
 */
export type Scope = 'market' | 'policy' | 'house';

/**
 * `quote`: units of 1e-8 of the market's quote asset, or of USDT. `minutes`: of the day, as a clock
 * shows them. `mode`: a choice by its number. `stage`: a place in STAGES. `times`: the margin, and
 * 0 for none. `switch`: 1 is offered, 0 is not.
 */
export const UNITS = [
  ...(['ppm', 'quote', 'hours', 'days', 'count', 'minutes'] as const),
  ...(['mode', 'stage', 'times', 'switch'] as const),
] as const;
export type Unit = (typeof UNITS)[number];

export interface ParameterSpec {
  readonly of: Scope;
  readonly unit: Unit;
  /** Both included. */
  readonly least: number;
  readonly most: number;
  /** The direction of a change that is against customers. */
  readonly against: 'rise' | 'fall';
  /** How long a change against customers is announced before it takes effect. */
  readonly noticeMs: number;
  /** A value that stays, once it has taken effect. */
  readonly final?: number;
}

/**
 * Where a market is in its life, by the numbers that changes of it have: from open to delisted is a
 * rise, which is against customers; to open it is none. Nothing goes back to the last.
 */
export const STAGES = ['open', 'delisted', 'preOpen'] as const;
const STAGE_MOST = STAGES.indexOf('delisted');

/** Integrity reference §2.11: a day for what is tightened, none in the customer's favour. */
export const NOTICE_MS = DAY;
/** Whoever has orders in a market, or holds its asset, has a week to act. */
const DELISTING_NOTICE_MS = 7 * DAY;

/** The highest leverage of a class of contracts, under a preset. */
const LEVERAGE = {
  ...{ of: 'policy', unit: 'times', least: 0, most: 100 },
  ...{ against: 'fall', noticeMs: NOTICE_MS },
} as const satisfies ParameterSpec;

/** Whether a product, or a part of one, is offered under a preset. */
const OFFERED = { ...LEVERAGE, unit: 'switch', most: 1 } as const satisfies ParameterSpec;

/** A fall is announced like all that is against customers; a stop at once closes the account. */
const PURCHASE_RATE = {
  of: 'house',
  unit: 'quote',
  least: 0,
  most: 1_000_000_000_000,
  against: 'fall',
  noticeMs: NOTICE_MS,
} as const satisfies ParameterSpec;

/** A ten-thousandth of a USDT at least: to stop rewards the fund is left empty, for all to see. */
const SIGN_IN = {
  of: 'house',
  unit: 'quote',
  least: 10_000,
  most: 1_000_000_000,
  against: 'fall',
  noticeMs: NOTICE_MS,
} as const satisfies ParameterSpec;

/** From what volume of thirty days on a step of the fee schedule is reached, in whole USDT. */
const STEP_VOLUME = {
  ...{ of: 'house', unit: 'count', least: 100_000, most: 100_000_000_000 },
  ...{ against: 'rise', noticeMs: NOTICE_MS },
} as const satisfies ParameterSpec;

/** Never nothing: a volume that counts has cost something (SPOT-273). */
const STEP_RATE = {
  ...{ of: 'house', unit: 'ppm', least: 10, most: MAX_FEE_PPM },
  ...{ against: 'rise', noticeMs: NOTICE_MS },
} as const satisfies ParameterSpec;

const COMMISSION = {
  of: 'house',
  unit: 'ppm',
  least: 0,
  against: 'fall',
  noticeMs: NOTICE_MS,
} as const;
/** Of each level; together half of a fee (integrity reference §3.8). */
const MOST_RATES_PPM = [250_000, 120_000, 80_000, 50_000] as const;

/** What staff can change, by two people. Whatever is not here changes with the software alone. */
export const PARAMETERS = {
  makerFee: {
    ...{ of: 'market', unit: 'ppm', least: 0, most: MAX_FEE_PPM },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  takerFee: {
    ...{ of: 'market', unit: 'ppm', least: 0, most: MAX_FEE_PPM },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** The least that an order may be worth. */
  minNotional: {
    ...{ of: 'market', unit: 'quote', least: 1_000_000, most: 10_000_000_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** From this distance to the mark price on, tickets ask before they send an order. */
  priceWarning: {
    ...{ of: 'market', unit: 'ppm', least: 1_000, most: 500_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** The band of limit prices, in shares of the reference price: what is narrower refuses more. */
  bidBandUp: {
    ...{ of: 'market', unit: 'ppm', least: 1_050_000, most: 10_000_000 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  bidBandDown: {
    ...{ of: 'market', unit: 'ppm', least: 0, most: 950_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  askBandUp: {
    ...{ of: 'market', unit: 'ppm', least: 1_050_000, most: 10_000_000 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  askBandDown: {
    ...{ of: 'market', unit: 'ppm', least: 0, most: 950_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  marketStage: {
    ...{ of: 'market', unit: 'stage', least: STAGES.indexOf('open'), most: STAGE_MOST },
    ...{ against: 'rise', noticeMs: DELISTING_NOTICE_MS, final: STAGE_MOST },
  },
  /** Within this time staff decide on what somebody sent to be verified; §3.8 allows three days. */
  verificationHours: {
    ...{ of: 'house', unit: 'hours', least: 1, most: 72 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** Within this time support answers whoever has written. */
  supportHours: {
    ...{ of: 'house', unit: 'hours', least: 1, most: 48 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** Conversations with support that somebody may have open. */
  supportOpen: {
    ...{ of: 'house', unit: 'count', least: 1, most: 10 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  /** Price alerts that somebody may have waiting. */
  priceAlerts: {
    ...{ of: 'house', unit: 'count', least: 10, most: 200 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  /** What one request for a withdrawal may ask for; the least stays below the most. */
  withdrawalLeast: {
    ...{ of: 'house', unit: 'quote', least: 1_000_000_000, most: 100_000_000_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  withdrawalMost: {
    ...{ of: 'house', unit: 'quote', least: 100_000_000_000, most: 1_000_000_000_000_000 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  withdrawalsPerDay: {
    ...{ of: 'house', unit: 'count', least: 1, most: 100 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  /** Between these minutes of the day requests leave: it is never shorter than an hour. */
  withdrawalFrom: {
    ...{ of: 'house', unit: 'minutes', least: 0, most: 720 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  withdrawalUntil: {
    ...{ of: 'house', unit: 'minutes', least: 780, most: 1_440 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  /** The share of a deposit that is to be turned over; off, review or block while it is not. */
  turnoverShare: {
    ...{ of: 'house', unit: 'ppm', least: 0, most: 1_000_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  turnoverMode: {
    ...{ of: 'house', unit: 'mode', least: 0, most: 2 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  withdrawalFee: {
    ...{ of: 'house', unit: 'quote', least: 0, most: 500_000_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** Of full exits and of what goes back to its source. */
  networkFee: {
    ...{ of: 'house', unit: 'quote', least: 0, most: 500_000_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** How often a balance below the least may leave whole. */
  exitDays: {
    ...{ of: 'house', unit: 'days', least: 1, most: 90 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** Within this time staff decide on a withdrawal; §3.8 allows three days. */
  withdrawalHours: {
    ...{ of: 'house', unit: 'hours', least: 1, most: 72 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** What the house adds to the published rate of a quick purchase. */
  purchaseMargin: {
    ...{ of: 'house', unit: 'ppm', least: 0, most: 100_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** Within this time an order of one is to be paid. */
  purchaseHours: {
    ...{ of: 'house', unit: 'hours', least: 1, most: 168 },
    ...{ against: 'fall', noticeMs: NOTICE_MS },
  },
  /** What the house takes off the published rate of a withdrawal to a bank. */
  bankSpread: {
    ...{ of: 'house', unit: 'ppm', least: 0, most: 100_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** What a recovered deposit is worth at least, and the share of it that is kept for the work. */
  recoveryLeast: {
    ...{ of: 'house', unit: 'quote', least: 0, most: 50_000_000_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  recoveryFee: {
    ...{ of: 'house', unit: 'ppm', least: 0, most: 100_000 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** USDT for one unit of a currency, where no index has it; 0: nobody can order in it. */
  purchaseRateEur: PURCHASE_RATE,
  purchaseRateUsd: PURCHASE_RATE,
  purchaseRateGbp: PURCHASE_RATE,
  purchaseRateHkd: PURCHASE_RATE,
  /** What each day of the sign-in cycle pays. */
  ...{ signIn1: SIGN_IN, signIn2: SIGN_IN, signIn3: SIGN_IN, signIn4: SIGN_IN },
  ...{ signIn5: SIGN_IN, signIn6: SIGN_IN, signIn7: SIGN_IN },
  /** The fee schedule: what each step asks for, and what its trades cost. */
  ...{ vip1Volume: STEP_VOLUME, vip1Maker: STEP_RATE, vip1Taker: STEP_RATE },
  ...{ vip2Volume: STEP_VOLUME, vip2Maker: STEP_RATE, vip2Taker: STEP_RATE },
  ...{ vip3Volume: STEP_VOLUME, vip3Maker: STEP_RATE, vip3Taker: STEP_RATE },
  ...{ vip4Volume: STEP_VOLUME, vip4Maker: STEP_RATE, vip4Taker: STEP_RATE },
  /** The shares of a kept fee that go up the levels of invitations: half of it at most. */
  commission1: { ...COMMISSION, most: MOST_RATES_PPM[0] },
  commission2: { ...COMMISSION, most: MOST_RATES_PPM[1] },
  commission3: { ...COMMISSION, most: MOST_RATES_PPM[2] },
  commission4: { ...COMMISSION, most: MOST_RATES_PPM[3] },
  /** How many days they wait. */
  commissionDays: {
    ...{ of: 'house', unit: 'days', least: 0, most: 30 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** And on what goes back to its source. */
  returnHours: {
    ...{ of: 'house', unit: 'hours', least: 1, most: 24 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** What the law of a person's country lets them do, by the presets of the country policy. */
  ...{ leverageMajorFx: LEVERAGE, leverageMinorFx: LEVERAGE, leverageGold: LEVERAGE },
  ...{ leverageMajorIndex: LEVERAGE, leverageCommodity: LEVERAGE },
  ...{ leverageMinorIndex: LEVERAGE, leverageShare: LEVERAGE, leverageCrypto: LEVERAGE },
  ...{ offersSpot: OFFERED, offersPerpetual: OFFERED, offersCfd: OFFERED, offersOptions: OFFERED },
  ...{ offersEarn: OFFERED, offersStablecoinInterest: OFFERED, offersLaunch: OFFERED },
  ...{ offersLoans: OFFERED, offersInducements: OFFERED, offersReferralDeepLevels: OFFERED },
} as const satisfies Record<string, ParameterSpec>;

export type ParameterName = keyof typeof PARAMETERS;
type ParameterOf<S extends Scope> = {
  [N in ParameterName]: (typeof PARAMETERS)[N]['of'] extends S ? N : never;
}[ParameterName];
/** Those that each market has. */
export type MarketParameter = ParameterOf<'market'>;
/** Those that each preset of countries has. */
export type PolicyParameter = ParameterOf<'policy'>;
export type HouseParameter = ParameterOf<'house'>;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as [ParameterName, ...ParameterName[]];
