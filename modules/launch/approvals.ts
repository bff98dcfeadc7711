import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { LaunchTerms } from './schema/commands.ts';

const twoPeople = byTwo('house');

/** A project, its end before its result, and to whom its proceeds go, take two people. */
export const approvals = defineApprovals<{
  publishLaunch: LaunchTerms;
  cancelLaunch: object;
  payOutLaunch: object;
}>({ publishLaunch: twoPeople, cancelLaunch: twoPeople, payOutLaunch: twoPeople });
