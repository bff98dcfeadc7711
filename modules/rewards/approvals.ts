import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { FundPromotions } from './schema/commands.ts';

/** Money of the house takes two people. */
export const approvals = defineApprovals<{ fundPromotions: FundPromotions }>({
  fundPromotions: byTwo('house'),
});
