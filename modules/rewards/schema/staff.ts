import { defineCalls } from '@assay/core/schema/call';
import { z } from 'zod';

export const rewardStaffCalls = defineCalls({
  getRewardFund: {
    method: 'GET',
    auth: 'operator',
    right: 'reports.read',
    summary: 'What rewards are paid from, what was paid of late, and how long the fund lasts so.',
    input: z.strictObject({}),
    output: z.strictObject({
      asset: z.string(),
      available: z.string(),
      /** Of the last thirty days. */
      paid: z.string(),
      people: z.int(),
      /** Whole days at that pace; null while nothing is paid. */
      lastsDays: z.int().nullable(),
      days: z.array(z.strictObject({ day: z.string(), rewards: z.int(), amount: z.string() })),
    }),
    refusals: [],
  },
});
