import { defineCalls } from '@assay/core/schema/call';
import { id, limit, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, HOUR } from '@assay/core/time';
import { z } from 'zod';
import { CYCLE_DAYS, SLOT_STATES, zoneNamed } from '../rules.ts';
import { openTask } from './vouchers.ts';

export const rewardLimits = {
  signIn: { account: [{ max: 30, ms: HOUR }], network: [{ max: 300, ms: HOUR }] },
  /** Days only rise whatever zone is chosen; nobody moves ten times a day. */
  rewardZone: { account: [{ max: 10, ms: DAY }] },
} as const satisfies LimitTable;

const zone = text(1, 64)
  .refine((name) => zoneNamed(name) !== null, 'zone')
  .transform((name) => zoneNamed(name)!);

/** What rewards are paid from, and whether the next one still can be. */
const fund = z.strictObject({ asset: z.string(), available: z.string(), isEmpty: z.boolean() });

const slot = z.strictObject({
  slot: z.int(),
  state: z.enum(SLOT_STATES),
  asset: z.string(),
  amount: z.string(),
});

const signInView = z.strictObject({
  /** The person's calendar day as YYYY-MM-DD, in this zone, and when the next one begins. */
  today: z.string(),
  zone: z.string(),
  nextDayAt: z.int(),
  slots: z.array(slot).length(CYCLE_DAYS),
  fund,
  verified: z.enum(['none', 'junior', 'senior']),
  /** False where the law of the country does not allow rewards. */
  isOffered: z.boolean(),
});
export type SignInView = z.infer<typeof signInView>;

/** What the house gives, and to whom; each has a page. */
const BENEFITS = ['signIn', 'tasks', 'invitation', 'feeTiers'] as const;
export type Benefit = (typeof BENEFITS)[number];

/** Null in the first tier: what each market says. */
const tier = z.strictObject({
  tier: z.int(),
  volume: z.string(),
  makerPpm: z.int().nullable(),
  takerPpm: z.int().nullable(),
});

/** A market that asks for less than these keeps its own rates. */
const rates = z.strictObject({ makerPpm: z.int(), takerPpm: z.int() });

export const rewardCalls = defineCalls({
  getFuli: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What the house gives, with the terms that hold now and what is left to pay it from.',
    input: z.strictObject({}),
    output: z.strictObject({
      benefits: z.array(z.strictObject({ benefitId: z.enum(BENEFITS), isOpen: z.boolean() })),
      signIn: z.strictObject({ amounts: z.array(z.string()).length(CYCLE_DAYS), fund }),
      /** What brings a fee voucher; none: nothing is published, or all of it is taken. */
      tasks: z.array(openTask),
      /** The shares of a kept fee by level, and after how many days they are paid. */
      invitation: z.strictObject({ ratesPpm: z.array(z.int()), waitDays: z.int() }),
      feeTiers: z.array(tier),
    }),
    refusals: [],
  },
  getSignIn: {
    method: 'GET',
    auth: 'user',
    summary: 'The seven slots of the sign-in cycle as they are for this person today.',
    input: z.strictObject({}),
    output: signInView,
    refusals: ['virtualAccount'],
  },
  signIn: {
    method: 'POST',
    auth: 'user',
    limit: 'signIn',
    summary: 'Takes the reward of today, which is in the currency account at once.',
    input: z.strictObject({}),
    output: z.strictObject({
      slot: z.int(),
      asset: z.string(),
      amount: z.string(),
      signIn: signInView,
      receipt: z.strictObject({ seq: z.int(), hash: z.string() }),
    }),
    refusals: [
      ...(['virtualAccount', 'rewardsNotOffered', 'verificationNeeded'] as const),
      ...(['alreadySigned', 'clusterSigned', 'fundEmpty', 'dayUnknown'] as const),
    ],
  },
  setRewardZone: {
    method: 'POST',
    auth: 'user',
    limit: 'rewardZone',
    summary: 'Sets the time zone by which the days of this person are counted.',
    input: z.strictObject({ zone }),
    output: signInView,
    refusals: ['virtualAccount'],
  },
  getRewards: {
    method: 'GET',
    auth: 'user',
    summary: 'Every reward that was paid to this person, the latest first.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 200) }),
    output: z.strictObject({
      rewards: z.array(
        z.strictObject({
          rewardId: z.int(),
          kind: z.enum(['signIn']),
          day: z.string(),
          slot: z.int(),
          asset: z.string(),
          amount: z.string(),
          at: z.int(),
        }),
      ),
      next: z.int().nullable(),
    }),
    refusals: ['virtualAccount'],
  },
  getFeeTiers: {
    method: 'GET',
    auth: 'user',
    summary:
      'The fee schedule, this person’s volume of thirty days, rates and cuts, and the next tier.',
    input: z.strictObject({}),
    output: z.strictObject({
      asset: z.string(),
      /** What counts now, of the last thirty whole UTC days, and what today adds so far. */
      volume: z.string(),
      today: z.string(),
      tier: z.int(),
      /** The rates that the engine charges; null: what each market says. */
      rates: rates.nullable(),
      /** When tiers are set again, by whole days. */
      nextAt: z.int(),
      /** Null in the last tier. */
      next: tier.extend({ missing: z.string() }).nullable(),
      tiers: z.array(tier),
      /** The schedule of the next cut, where another one is announced for it. */
      coming: z.array(tier).nullable(),
      /** What has set the rates, the latest first. */
      cuts: z.array(rates.extend({ day: z.string(), tier: z.int(), volume: z.string() })),
    }),
    refusals: [],
  },
  getFeeRates: {
    method: 'GET',
    auth: 'user',
    summary: 'The fee rates of this person’s tier, as the engine charges them; null in the first.',
    input: z.strictObject({}),
    output: z.strictObject({ rates: rates.nullable() }),
    refusals: [],
  },
});
