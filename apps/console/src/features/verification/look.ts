import type { StaffRight } from '@assay/core/approval/rights';
import type { StaffCase } from './use-cases.ts';

/** What somebody who reads a case may do with its pictures, and how a look is recorded. */
export type Look =
  | { readonly reason: 'review' | 'secondLook' }
  /** Why not: nothing waits for their signature, or they have no part in the decision. */
  | { readonly closed: 'nothingToSign' | 'closed' };

/** As the server decides it (VERI-022, VERI-023); a look beside a prepared refusal is a second. */
export function lookOf(
  { proposalId }: Pick<StaffCase, 'proposalId'>,
  may: (right: StaffRight) => boolean,
): Look {
  if (!may('verification.open')) return { closed: 'closed' };
  if (proposalId !== null) return { reason: 'secondLook' };
  return may('verification.decide') ? { reason: 'review' } : { closed: 'nothingToSign' };
}
