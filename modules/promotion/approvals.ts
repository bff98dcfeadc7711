import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { JoinCluster, LeaveCluster } from './schema/commands.ts';

const twoPeople = byTwo('house');

/** To take two accounts for one person costs somebody money, and so does the way back. */
export const approvals = defineApprovals<{
  joinCluster: JoinCluster;
  leaveCluster: LeaveCluster;
}>({ joinCluster: twoPeople, leaveCluster: twoPeople });
