import { defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { FundPromotions } from './schema/commands.ts';

/** Money of the house takes two people. */
export const approvals = defineApprovals<{ fundPromotions: FundPromotions }>({
  fundPromotions: {
    needs: 2,
    prepare: 'house.prepare',
    decide: 'house.approve',
    expiresMs: DAY,
  },
});
