import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import {
  decimal,
  id,
  limit,
  missingOr,
  oneOf,
  positiveDecimal,
  truth,
} from '@assay/core/schema/fields';
import { z } from 'zod';
import { LEGAL_CODES, PAYOUTS } from '../rules.ts';
import {
  CUSTODY_STATES,
  END_STATES,
  REDEEM_REFUSALS,
  RENEWALS,
  SUBSCRIBE_REFUSALS,
} from './commands.ts';
import { strategyCalls, strategyView } from './strategies.ts';

export type * from './commands.ts';
export type * from './strategy-commands.ts';

const product = z
  .string({ error: missingOr('earnProduct') })
  .regex(/^[A-Z0-9]{1,16}-[A-Z0-9-]{1,20}$/, 'earnProduct');
const version = z.int();

/** The last seven booked days of a product, and how many of them there are. */
const sevenDay = z
  .strictObject({ days: z.int(), simplePpm: z.int(), compoundedPpm: z.int() })
  .nullable();

const productView = z.strictObject({
  ...{ product: z.string(), asset: z.string(), status: z.enum(['open', 'closed']) },
  ...{ cycleDays: z.int(), dailyPpb: z.int(), yearlyPpm: z.int() },
  payout: z.enum(PAYOUTS),
  /** What an early redemption costs of what was earned. */
  costPpm: z.int(),
  ...{ least: z.string(), most: z.string(), mostPerson: z.string() },
  /** The most principal of all persons together, what is in custody, and what is still taken. */
  ...{ quota: z.string(), inCustody: z.string(), left: z.string(), orders: z.int() },
  version,
  sevenDay,
});

const orderView = z.strictObject({
  ...{ id: z.int(), term: z.int(), product: z.string(), asset: z.string() },
  ...{ principal: z.string(), cycleDays: z.int(), dailyPpb: z.int() },
  payout: z.enum(PAYOUTS),
  ...{ costPpm: z.int(), acceptedAt: z.int(), startsAt: z.int(), endsAt: z.int() },
  ...{ daysLeft: z.int(), earned: z.string(), total: z.string(), renews: z.boolean() },
  state: z.enum([...CUSTODY_STATES, ...END_STATES]),
  code: z.enum(['', ...LEGAL_CODES]),
  notRenewed: z.enum(RENEWALS),
  ...{ askedAt: z.int(), dueAt: z.int(), cost: z.string(), lateYield: z.string() },
  endedAt: z.int(),
});

/** What an early redemption would be now; null where the order cannot be redeemed. */
const redemption = z
  .strictObject({
    ...{ earned: z.string(), cost: z.string(), back: z.string(), dueAt: z.int() },
    endsSooner: z.boolean(),
  })
  .nullable();

const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

/** Where the next page of ended terms begins: the last that was shown. */
const cursor = z
  .string({ error: missingOr('cursor') })
  .regex(/^[1-9][0-9]{0,15}\.[1-9][0-9]{0,15}\.[1-9][0-9]{0,5}$/, 'cursor');

const bookedDay = z.strictObject({ at: z.int(), paid: z.string(), principal: z.string() });

export const calls = {
  ...strategyCalls,
  ...defineCalls({
    getProfitTotal: {
      method: 'GET',
      auth: 'user',
      summary: 'What this person has in custody, and what it has brought today and in all.',
      input: z.strictObject({}),
      output: z.strictObject({
        assets: z.array(
          z.strictObject({
            asset: z.string(),
            custody: z.string(),
            /** Credited for the calendar day that ended last, and since the first order. */
            today: z.string(),
            /** What was credited, less what early redemptions have cost. */
            total: z.string(),
            orders: z.int(),
          }),
        ),
      }),
      refusals: [],
    },
    getProfitList: {
      method: 'GET',
      auth: 'visitor',
      summary:
        'Custody products with their terms, what is left of their quotas, and what was paid.',
      input: z.strictObject({}),
      output: z.strictObject({
        /** False where the law of the person’s country does not allow them. */
        offered: z.boolean(),
        products: z.array(productView),
      }),
      refusals: [],
    },
    getProfitInfo: {
      method: 'GET',
      auth: 'visitor',
      summary: 'One custody product with each day that was booked for it, oldest first.',
      input: z.strictObject({ product }),
      output: z.strictObject({ product: productView, days: z.array(bookedDay) }),
      refusals: ['unknownEarnProduct'],
    },
    getMyprofit: {
      method: 'GET',
      auth: 'user',
      summary: 'Custody orders of this person: all that are open, and ended terms, newest first.',
      input: z.strictObject({ before: cursor.optional(), limit: limit(50, 200) }),
      output: z.strictObject({
        open: z.array(orderView),
        ended: z.array(orderView),
        next: z.string().nullable(),
      }),
      refusals: [],
    },
    getProfitOrder: {
      method: 'GET',
      auth: 'user',
      summary:
        'One custody order: its terms, each day that was credited, what redemption costs now.',
      input: z.strictObject({ orderId: id }),
      output: z.strictObject({
        order: orderView,
        redemption,
        /** Terms that have ended, newest first. */
        terms: z.array(orderView),
        /** The latest days, oldest first. */
        days: z.array(z.strictObject({ at: z.int(), amount: z.string() })),
      }),
      refusals: ['unknownEarnOrder'],
    },
    buyProfit: {
      method: 'POST',
      auth: 'user',
      summary: 'Puts an amount into custody at the terms of the version that is named, or refuses.',
      input: z.strictObject({
        product,
        amount: positiveDecimal,
        /** Which terms were shown. */
        termsVersion: id,
        renew: truth.default(false),
      }),
      output: z.strictObject({ order: orderView, receipt }),
      refusals: ['earnNotOffered', ...SUBSCRIBE_REFUSALS],
    },
    sellProfit: {
      method: 'POST',
      auth: 'user',
      summary:
        'Redeems an order early if it costs no more than `cost`; paid within a business day.',
      input: z.strictObject({ orderId: id, cost: decimal }),
      output: z.strictObject({ order: orderView, receipt }),
      refusals: REDEEM_REFUSALS,
    },
    renewProfit: {
      method: 'POST',
      auth: 'user',
      summary: 'Turns automatic renewal of an order on or off.',
      input: z.strictObject({ orderId: id, renew: truth }),
      output: z.strictObject({ order: orderView }),
      refusals: ['earnNotOffered', 'unknownEarnOrder', 'notInCustody', 'invalidChoice'],
    },
    getEarnPool: {
      method: 'GET',
      auth: 'operator',
      right: 'reports.read',
      summary: 'Products, what the pool owes and has, and the redemptions that are to be paid.',
      input: z.strictObject({ realm: oneOf(...REALMS).default('real') }),
      output: z.strictObject({
        products: z.array(productView),
        pools: z.array(
          z.strictObject({
            asset: z.string(),
            /** What can still be promised, and what is in escrow. */
            ...{ capital: z.string(), escrow: z.string() },
            /** What orders are owed out of it, by what it is: escrow is exactly that. */
            ...{ owed: z.string(), principal: z.string(), promised: z.string() },
            orders: z.int(),
          }),
        ),
        redemptions: z.array(z.strictObject({ userId: z.int(), order: orderView })),
        /** Products of the kind strategy. */
        strategies: z.array(strategyView),
      }),
      refusals: [],
    },
  }),
};
