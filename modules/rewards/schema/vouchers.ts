import { defineCalls } from '@assay/core/schema/call';
import { id, limit } from '@assay/core/schema/fields';
import { z } from 'zod';
import { GIVES, TASKS } from './tasks.ts';

/** `toDo`: not done yet; `ready`: a voucher can be taken; `full`: nothing is left of it. */
const TASK_STATES = ['toDo', 'ready', 'taken', 'full'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** `open`: it can still give; `used`: it has given all; `over`: its last day has passed. */
const VOUCHER_STATES = ['open', 'used', 'over'] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];

const taskTerms = {
  taskId: z.int(),
  kind: z.enum(TASKS),
  /** Fees back, or trial funds: stakes of options, or an account for contracts. */
  gives: z.enum(GIVES),
  asset: z.string(),
  /** What a voucher of it gives at most, and of which share of a fee; 0 for trial funds. */
  amount: z.string(),
  sharePpm: z.int(),
  days: z.int(),
};

/** A task as everybody sees it: for how many people something is still set aside. */
export const openTask = z.strictObject({ ...taskTerms, left: z.int() });

const ownTask = openTask.extend({ state: z.enum(TASK_STATES) });

const voucher = z.strictObject({
  voucherId: z.int(),
  kind: z.enum(TASKS),
  gives: z.enum(GIVES),
  asset: z.string(),
  amount: z.string(),
  remaining: z.string(),
  sharePpm: z.int(),
  /** UTC days, both included. */
  fromDay: z.string(),
  lastDay: z.string(),
  state: z.enum(VOUCHER_STATES),
});

const ownTasks = z.strictObject({
  verified: z.enum(['none', 'junior', 'senior']),
  /** False where the law of the country does not allow rewards. */
  isOffered: z.boolean(),
  tasks: z.array(ownTask),
  vouchers: z.array(voucher),
});

export const voucherCalls = defineCalls({
  getTasks: {
    method: 'GET',
    auth: 'user',
    summary: 'What brings a voucher, how far this person is, and the vouchers that they have.',
    input: z.strictObject({}),
    output: ownTasks,
    refusals: ['virtualAccount'],
  },
  takeVoucher: {
    method: 'POST',
    auth: 'user',
    limit: 'signIn',
    summary: 'Takes the voucher of a task that is done.',
    input: z.strictObject({ taskId: id }),
    output: z.strictObject({
      ownTasks,
      receipt: z.strictObject({ seq: z.int(), hash: z.string() }),
    }),
    refusals: [
      ...(['virtualAccount', 'rewardsNotOffered', 'verificationNeeded', 'unknownTask'] as const),
      ...(['optionsNotOffered', 'notOfferedHere'] as const),
      ...(['taskEnded', 'taskNotDone', 'voucherTaken', 'clusterTook', 'taskFull'] as const),
    ],
  },
  endTrialFunds: {
    method: 'POST',
    auth: 'user',
    limit: 'signIn',
    summary:
      'Ends trial funds for contracts while nothing is open by them; a gain is the person’s.',
    input: z.strictObject({ voucherId: id }),
    output: z.strictObject({
      asset: z.string(),
      /** What goes back to the fund, and what is in the person's contract wallet now. */
      returned: z.string(),
      gained: z.string(),
      receipt: z.strictObject({ seq: z.int(), hash: z.string() }),
    }),
    refusals: ['virtualAccount', 'unknownVoucher', 'voucherEnded', 'trialOpen'],
  },
  getVoucherPayments: {
    method: 'GET',
    auth: 'user',
    summary: 'What vouchers have given back of this person’s fees, the latest first.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 200) }),
    output: z.strictObject({
      payments: z.array(
        z.strictObject({
          paymentId: z.int(),
          voucherId: z.int(),
          day: z.string(),
          asset: z.string(),
          /** What of the day's fees met this voucher, by the prices of their trades. */
          fees: z.string(),
          amount: z.string(),
          at: z.int(),
        }),
      ),
      next: z.int().nullable(),
    }),
    refusals: ['virtualAccount'],
  },
});

export const voucherStaffCalls = defineCalls({
  getTaskBudgets: {
    method: 'GET',
    auth: 'operator',
    right: 'reports.read',
    summary: 'What was published for tasks, what is set aside for each, and what was given back.',
    input: z.strictObject({}),
    output: z.strictObject({
      asset: z.string(),
      /** What the fund could still set aside, and what the escrow of vouchers has. */
      available: z.string(),
      escrow: z.string(),
      tasks: z.array(
        z.strictObject({
          ...taskTerms,
          people: z.int(),
          taken: z.int(),
          /**
           * For who has not come yet, in vouchers that are open, and given so far: fees, or
           * stakes and fees of options that trial funds paid.
           */
          setAside: z.string(),
          inVouchers: z.string(),
          paid: z.string(),
          publishedAt: z.int(),
          endedAt: z.int().nullable(),
        }),
      ),
    }),
    refusals: [],
  },
});
