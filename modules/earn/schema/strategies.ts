import { defineCalls } from '@assay/core/schema/call';
import { id, integer, limit, missingOr, positiveDecimal } from '@assay/core/schema/fields';
import { z } from 'zod';
import { STRATEGIES } from '../rules.ts';
import {
  HOLDING_ENDS,
  HOLDING_STATES,
  REDEEM_STRATEGY_REFUSALS,
  SUBSCRIBE_STRATEGY_REFUSALS,
} from './strategy-commands.ts';

const product = z
  .string({ error: missingOr('earnProduct') })
  .regex(/^[A-Z0-9]{1,16}-[A-Z0-9-]{1,20}$/, 'earnProduct');
const day = integer(0, 100_000);

/** A day's cut: what the account was worth, by what, and what came and went at that price. */
const cutView = z.strictObject({
  /** Days since the epoch: the cut is made when this day has ended in UTC. */
  day: z.int(),
  /** The command that took the value: trades with a lower number are in it. */
  seq: z.int(),
  at: z.int(),
  ...{ value: z.string(), units: z.string(), nav: z.string() },
  /** What rounding a unit's value down leaves to all of them together. */
  remainder: z.string(),
  ...{ paidIn: z.string(), issued: z.string(), paidOut: z.string(), redeemed: z.string() },
  /** Units whose redemption was asked for and not paid yet. */
  waiting: z.string(),
  /** Money with that in the contract wallet, and coins. */
  assets: z.array(
    z.strictObject({
      ...{ asset: z.string(), amount: z.string(), price: z.string() },
      /** The tick of the index; 0 for money of the product itself. */
      n: z.int(),
      worth: z.string(),
    }),
  ),
  /** Open contracts: at what they would have been closed, and why at that. */
  contracts: z.array(
    z.strictObject({
      ...{ contract: z.string(), version: z.int(), side: z.enum(['buy', 'sell']) },
      ...{ quantity: z.string(), price: z.string(), gain: z.string() },
      ...{ n: z.int(), indexPrice: z.string(), spread: z.string(), recent: z.array(z.string()) },
      /** The tick that made USDT of the gain, and its price; absent: it was USDT. */
      ...{ conversionTick: z.int().optional(), conversionPrice: z.string().optional() },
    }),
  ),
});

/** An open contract by its last price. */
const openContract = z.strictObject({
  ...{ contract: z.string(), side: z.enum(['buy', 'sell']), quantity: z.string() },
  ...{ price: z.string(), gain: z.string(), at: z.int() },
});

export const strategyView = z.strictObject({
  ...{ product: z.string(), asset: z.string(), status: z.enum(['open', 'closed']) },
  strategy: z.enum(STRATEGIES),
  /** The account that trades. */
  account: z.string(),
  ...{ least: z.string(), most: z.string(), mostPerson: z.string() },
  ...{ quota: z.string(), left: z.string(), version: z.int() },
  ...{ listedAt: z.int(), listedSeq: z.int(), seed: z.string() },
  ...{ units: z.string(), houseUnits: z.string(), waiting: z.string() },
  /** By the last prices, not by a cut; null while one is missing. */
  worthNow: z.string().nullable(),
  /** What of it lies in the contract wallet; null where the account trades no contracts. */
  margin: z.string().nullable(),
  /** What closing its contracts would bring; null without any, or without a price. */
  gain: z.string().nullable(),
  contracts: z.array(openContract),
  /** Of the last cut, and what it was since the first one; null before it. */
  last: z.strictObject({ day: z.int(), nav: z.string(), value: z.string() }).nullable(),
  /** Since the first unit, which cost 1, in millionths: below zero for a loss. */
  changePpm: z.int(),
});

const holdingView = z.strictObject({
  ...{ id: z.int(), product: z.string(), asset: z.string(), amount: z.string() },
  ...{ acceptedAt: z.int(), units: z.string(), issuedAt: z.int() },
  ...{ askedAt: z.int(), paysAt: z.int(), paid: z.string() },
  state: z.enum([...HOLDING_STATES, ...HOLDING_ENDS]),
  endedAt: z.int(),
});

/** What a holding is worth by the last cut; "" while it has no units. */
const ownView = z.strictObject({ ...holdingView.shape, worth: z.string() });

const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

const fillCursor = z
  .string({ error: missingOr('cursor') })
  .regex(/^[1-9][0-9]{0,15}\.[1-9][0-9]{0,4}\.[1-9][0-9]{0,15}\.[01]$/, 'cursor');

const accountFill = z.strictObject({
  ...{ seq: z.int(), id: z.int(), orderId: z.int(), market: z.string() },
  ...{ base: z.string(), quoteAsset: z.string(), side: z.enum(['buy', 'sell']) },
  ...{ price: z.string(), quantity: z.string(), quote: z.string() },
  ...{ fee: z.string(), feeAsset: z.string(), liquidity: z.enum(['maker', 'taker']) },
  at: z.int(),
});

/** What was done with a contract of the account: the receipt that its holder has. */
const contractReceipt = z.strictObject({
  ...{ seq: z.int(), n: z.int(), kind: z.enum(['opened', 'closed', 'financed', 'ended']) },
  ...{ why: z.string(), contract: z.string(), version: z.int(), id: z.int() },
  ...{ side: z.enum(['buy', 'sell']), lots: z.string(), leverage: z.int(), entry: z.string() },
  ...{ price: z.string(), tick: z.int(), tickAt: z.int(), indexPrice: z.string() },
  ...{ spread: z.string(), recent: z.array(z.string()), amount: z.string(), margin: z.string() },
  ...{ premium: z.string(), carryNights: z.int(), adminNights: z.int(), worst: z.string() },
  ...{ startedAt: z.int(), at: z.int(), reference: z.string(), askedAt: z.int() },
  /** The tick that made USDT of its amounts, and the price of it; absent: they were USDT. */
  ...{ conversionTick: z.int().optional(), conversionTickAt: z.int().optional() },
  conversionPrice: z.string().optional(),
});

export const strategyCalls = defineCalls({
  getStrategyList: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Strategy products: terms, units, and what one is worth by the last cut.',
    input: z.strictObject({}),
    output: z.strictObject({ offered: z.boolean(), products: z.array(strategyView) }),
    refusals: [],
  },
  getStrategyInfo: {
    method: 'GET',
    auth: 'visitor',
    summary: 'One strategy product with its cuts, newest first, and by what each was valued.',
    input: z.strictObject({ product, before: day.optional(), limit: limit(90, 400) }),
    output: z.strictObject({ product: strategyView, cuts: z.array(cutView) }),
    refusals: ['unknownStrategy'],
  },
  getStrategyTrades: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Every trade of the account of a strategy product, newest first.',
    input: z.strictObject({ product, before: fillCursor.optional(), limit: limit(50, 500) }),
    output: z.strictObject({ fills: z.array(accountFill), next: z.string().nullable() }),
    refusals: ['unknownStrategy'],
  },
  getStrategyContracts: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What the account of a strategy product did with contracts, newest first.',
    input: z.strictObject({ product, before: id.optional(), limit: limit(50, 500) }),
    output: z.strictObject({
      receipts: z.array(contractReceipt),
      /** Where the next page begins: below this command. */
      next: z.int().nullable(),
    }),
    refusals: ['unknownStrategy'],
  },
  getMyHoldings: {
    method: 'GET',
    auth: 'user',
    summary: 'Units of this person, what waits for them, and what has ended, newest first.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 200) }),
    output: z.strictObject({
      open: z.array(ownView),
      ended: z.array(holdingView),
      /** Where the next page of ended ones begins. */
      next: z.int().nullable(),
    }),
    refusals: [],
  },
  buyStrategy: {
    method: 'POST',
    auth: 'user',
    summary: 'Puts an amount into a strategy product; its units come with the next cut.',
    input: z.strictObject({ product, amount: positiveDecimal, termsVersion: id }),
    output: z.strictObject({ holding: holdingView, receipt }),
    refusals: ['earnNotOffered', ...SUBSCRIBE_STRATEGY_REFUSALS],
  },
  sellStrategy: {
    method: 'POST',
    auth: 'user',
    summary: 'Redeems a holding at the next cut, as far as the account has money; no fee.',
    input: z.strictObject({ holdingId: id }),
    output: z.strictObject({ holding: holdingView, receipt }),
    refusals: REDEEM_STRATEGY_REFUSALS,
  },
});
