import { defineCalls } from '@assay/core/schema/call';
import { id } from '@assay/core/schema/fields';
import { z } from 'zod';
import { HOLDS, REFUSALS } from '../rules/index.ts';
import { asked as one, pin, receipt, stepUp, withdrawalView } from './withdrawals.ts';

/** Why some of an amount stays: held elsewhere, too many open withdrawals, or a refusal. */
const REMAINS = ['held', 'tooManyWithdrawals', ...REFUSALS] as const;

const detail = z.record(z.string(), z.string());

const { kind: _, notBefore: __, ...asked } = one;

const part = z.strictObject({
  /** `exit`: all of a balance below the least amount, at the cost of the network. */
  kind: z.enum(['ordinary', 'exit', 'return']),
  ...{ amount: z.string(), fee: z.string(), arrives: z.string() },
  /** When it goes if nothing holds it. */
  goesAt: z.int(),
  ground: z.enum(['tier', 'onePerson', 'twoPeople']),
  holds: z.array(z.strictObject({ reason: z.enum(HOLDS), deadline: z.int().nullable() })),
});

const exitPlan = z.strictObject({
  /** Why nothing of it leaves, in the order in which the reasons are checked. */
  refusals: z.array(z.strictObject({ code: z.enum(REFUSALS), detail })),
  /** In the order in which they go; each is a withdrawal like any other. */
  parts: z.array(part),
  /** Of all parts. */
  ...{ leaves: z.string(), fee: z.string(), arrives: z.string() },
  remains: z.array(z.strictObject({ code: z.enum(REMAINS), amount: z.string(), detail })),
  /** Names exactly this plan: where to, and each part with its amount, its fee and its day. */
  digest: z.string(),
});

export const exitPlanCalls = defineCalls({
  planExit: {
    method: 'GET',
    auth: 'user',
    summary: 'By which withdrawals on which days an amount leaves whole, and what of it stays.',
    input: z.strictObject(asked),
    output: exitPlan,
    refusals: ['virtualAccount'],
  },
  acceptExitPlan: {
    method: 'POST',
    auth: 'user',
    limit: 'withdrawal',
    summary: 'Asks for all parts of a plan as it was shown; a step-up proves exactly this plan.',
    input: z.strictObject({
      ...asked,
      digest: z.string().regex(/^[0-9a-f]{64}$/, 'digest'),
      tradePassword: pin,
      stepUp,
    }),
    output: z.strictObject({
      planId: z.int(),
      taken: z.array(z.strictObject({ withdrawal: withdrawalView, receipt })),
      /** What the engine did not take, because its money was used meanwhile. */
      refused: z.array(
        z.strictObject({
          amount: z.string(),
          code: z.enum(['tooManyWithdrawals', 'insufficientBalance']),
        }),
      ),
    }),
    refusals: [
      ...(['virtualAccount', ...REFUSALS, 'tooManyWithdrawals', 'planChanged'] as const),
      ...(['tradePasswordWrong', 'tradePasswordLocked'] as const),
      ...(['accountNeeded', 'stepUpNeeded', 'stepUpWrong'] as const),
    ],
  },
  cancelExitPlan: {
    method: 'POST',
    auth: 'user',
    summary: 'Takes back all parts of a plan that are not handed over yet.',
    input: z.strictObject({ planId: id }),
    output: z.strictObject({
      cancelled: z.int(),
      withdrawals: z.array(withdrawalView),
    }),
    refusals: ['virtualAccount', 'unknownPlan', 'wrongState'],
  },
});
