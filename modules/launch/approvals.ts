import { defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { LaunchTerms } from './schema/commands.ts';

const twoPeople = {
  needs: 2,
  prepare: 'house.prepare',
  decide: 'house.approve',
  expiresMs: DAY,
} as const;

/** A project, its end before its result, and to whom its proceeds go, take two people. */
export const approvals = defineApprovals<{
  publishLaunch: LaunchTerms;
  cancelLaunch: object;
  payOutLaunch: object;
}>({ publishLaunch: twoPeople, cancelLaunch: twoPeople, payOutLaunch: twoPeople });
