import { defineCalls } from '@assay/core/schema/call';
import { id, integer, limit } from '@assay/core/schema/fields';
import { z } from 'zod';
import { LEVEL_COUNT } from '../rules.ts';

const level = integer(1, LEVEL_COUNT);
const MOST_DAYS = 366;

const money = z.strictObject({ asset: z.string(), amount: z.string() });

const levelView = z.strictObject({
  level: z.int(),
  /** The share of a kept fee that this person gets now: 0 where their country forbids it. */
  ratePpm: z.int(),
  isAllowed: z.boolean(),
  members: z.int(),
  /** What was paid, and what members have paid in fees since would bring. */
  income: z.array(money),
  waiting: z.array(money),
});
export type PromotionLevel = z.infer<typeof levelView>;

const profit = z.strictObject({
  /** Of the command that paid it, with level and asset. */
  id: z.string(),
  profit: z.string(),
  asset: z.string(),
  level: z.int(),
  /** By which members differ; nothing of who they are. */
  member: z.string(),
  day: z.string(),
  /** What the house has kept of the member's fees on that day, and the share of it. */
  fees: z.string(),
  ratePpm: z.int(),
  remark: z.enum(['paid', 'samePerson', 'belowUnit']),
  addTime: z.int(),
});
export type PromotionProfit = z.infer<typeof profit>;

const member = z.strictObject({
  id: z.string(),
  level: z.int(),
  /** Masked. */
  name: z.string(),
  phone: z.string(),
  addTime: z.int(),
});
export type PromotionMember = z.infer<typeof member>;

export const promotionCalls = defineCalls({
  getMyEarningsAndPromotion: {
    method: 'GET',
    auth: 'user',
    summary: 'This person’s invitation code, and income and members of each of the four levels.',
    input: z.strictObject({}),
    output: z.strictObject({
      code: z.string(),
      levels: z.array(levelView).length(LEVEL_COUNT),
      /** All that was paid, in USDT at the index prices of now. */
      worth: z.string(),
      /** Days after the day of a fee, when its commissions are paid. */
      waitDays: z.int(),
      nextPaidAt: z.int(),
      /** Shares are paid to nobody else. */
      isVerified: z.boolean(),
      /** What waits, by the day of its fees, and when it is paid; it may become less until then. */
      waiting: z.array(
        z.strictObject({
          ...{ day: z.string(), paidAt: z.int(), level: z.int() },
          ...{ asset: z.string(), amount: z.string() },
        }),
      ),
    }),
    refusals: ['virtualAccount'],
  },
  getMyEarningsDetail: {
    method: 'GET',
    auth: 'user',
    summary: 'Every commission of this person, the latest first.',
    input: z.strictObject({
      level: level.optional(),
      before: id.optional(),
      limit: limit(50, 200),
    }),
    output: z.strictObject({ profits: z.array(profit), next: z.int().nullable() }),
    refusals: ['virtualAccount'],
  },
  getMyPromotion: {
    method: 'GET',
    auth: 'user',
    summary: 'Who was invited on each level, masked, the latest first.',
    input: z.strictObject({
      level: level.default(1),
      /** The place among the members of the level, which says nothing of who they are. */
      before: id.optional(),
      limit: limit(50, 100),
    }),
    output: z.strictObject({ members: z.array(member), next: z.int().nullable() }),
    refusals: ['virtualAccount'],
  },
  getPromotionByDay: {
    method: 'GET',
    auth: 'user',
    summary: 'The statement of commissions by UTC day, level and asset, the latest first.',
    input: z.strictObject({ days: integer(1, MOST_DAYS).default(30) }),
    output: z.strictObject({
      days: z.array(
        z.strictObject({
          day: z.string(),
          level: z.int(),
          asset: z.string(),
          fees: z.string(),
          amount: z.string(),
          /** In USDT at the index prices of now. */
          worth: z.string(),
        }),
      ),
    }),
    refusals: ['virtualAccount'],
  },
  getPromotionLeaders: {
    method: 'GET',
    auth: 'user',
    summary: 'What the most successful have got in thirty days, without who they are.',
    input: z.strictObject({}),
    output: z.strictObject({
      leaders: z.array(
        z.strictObject({
          place: z.int(),
          members: z.int(),
          worth: z.string(),
          isYou: z.boolean(),
        }),
      ),
      /** How many people were paid anything in that time. */
      people: z.int(),
    }),
    refusals: ['virtualAccount'],
  },
});
