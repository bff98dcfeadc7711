import { defineCalls } from '@assay/core/schema/call';
import { z } from 'zod';

const pair = z.strictObject({
  userId: z.int(),
  withUserId: z.int(),
  /** Networks from which both have used the account of late. */
  networks: z.int(),
});
export type LikelyPair = z.infer<typeof pair>;

export const promotionStaffCalls = defineCalls({
  getPromotions: {
    method: 'GET',
    auth: 'operator',
    right: 'reports.read',
    summary:
      'What invitations cost, how far days are paid, clusters, and pairs that look like one.',
    input: z.strictObject({}),
    output: z.strictObject({
      ratesPpm: z.array(z.int()),
      waitDays: z.int(),
      invited: z.int(),
      /** The last day that is paid; null before the first. */
      paidDay: z.string().nullable(),
      /** By asset, of thirty days: kept fees that counted, what was paid of them, what is there. */
      funds: z.array(
        z.strictObject({
          asset: z.string(),
          fees: z.string(),
          paid: z.string(),
          available: z.string(),
        }),
      ),
      clusters: z.array(
        z.strictObject({ clusterId: z.int(), members: z.array(z.int()), joinedAt: z.int() }),
      ),
      likely: z.array(pair),
    }),
    refusals: [],
  },
});
