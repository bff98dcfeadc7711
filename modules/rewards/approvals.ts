import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { FundPromotions } from './schema/commands.ts';
import type { EndTask, PublishTask } from './schema/voucher-commands.ts';

/** Money of the house takes two people. */
export const approvals = defineApprovals<{
  fundPromotions: FundPromotions;
  publishTask: PublishTask;
  endTask: EndTask;
}>({
  fundPromotions: byTwo('house'),
  publishTask: byTwo('house'),
  endTask: byTwo('house'),
});
