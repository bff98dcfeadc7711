import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { ApplicantRefusal } from './refusal.ts';
import type { LaunchTerms } from './schema/commands.ts';

const twoPeople = byTwo('house');
/** Those who look at applicants, within the time that an applicant waits at most. */
const ofApplicants = {
  needs: 2,
  prepare: 'verification.decide',
  decide: 'verification.approve',
  expiresMs: DAY,
} as const;

/**
 * A project, its end before its result, and to whom its proceeds go, take two people; so does what
 * is decided against an applicant (decision 0014).
 */
export const approvals = defineApprovals<{
  publishLaunch: LaunchTerms;
  cancelLaunch: object;
  payOutLaunch: object;
  refuseLaunchApplication: ApplicantRefusal;
}>({
  ...{ publishLaunch: twoPeople, cancelLaunch: twoPeople, payOutLaunch: twoPeople },
  refuseLaunchApplication: ofApplicants,
});
