import { defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { JoinCluster, LeaveCluster } from './schema/commands.ts';

const twoPeople = {
  needs: 2,
  prepare: 'house.prepare',
  decide: 'house.approve',
  expiresMs: DAY,
} as const;

/** To take two accounts for one person costs somebody money, and so does the way back. */
export const approvals = defineApprovals<{
  joinCluster: JoinCluster;
  leaveCluster: LeaveCluster;
}>({ joinCluster: twoPeople, leaveCluster: twoPeople });
