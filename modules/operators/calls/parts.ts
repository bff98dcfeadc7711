import type { EngineStatus } from '@assay/platform/engine/status';
import type { Passkeys } from '@assay/platform/factors/passkeys';
import type { Totps } from '@assay/platform/factors/totp';
import type { JobState } from '@assay/platform/jobs/jobs';
import type { Outbox } from '@assay/platform/mail/outbox';
import type { StaffProofs } from '../proofs.ts';
import type { Proposals } from '../proposals.ts';
import type { OperatorSessions } from '../sessions.ts';
import type { ChallengeStore } from '../store/challenges.ts';
import type { StaffFactors } from '../store/factors.ts';
import type { OperatorStore } from '../store/index.ts';
import type { ProposalStore } from '../store/proposals.ts';
import type { StaffStore } from '../store/staff.ts';

/** What the calls of staff need. */
export interface Parts {
  readonly store: OperatorStore;
  readonly staff: StaffStore;
  readonly kept: ProposalStore;
  readonly proposals: Proposals;
  readonly sessions: OperatorSessions;
  readonly factors: StaffFactors;
  readonly challenges: ChallengeStore;
  readonly passkeys: Passkeys;
  readonly totps: Totps;
  readonly proofs: StaffProofs;
  /** As authenticator apps show it. */
  readonly siteName: string;
  readonly outbox: Pick<Outbox, 'latest'>;
  /** Whether a mail server is configured. */
  readonly mail: boolean;
  /**
   * In a trial staff read the codes that were sent, and one person may play two; in a production
   * only who gets a code reads it, and two are two.
   */
  readonly trial: boolean;
  readonly engines: readonly { readonly status: EngineStatus }[];
  /** Whether this is the number of somebody who has registered. */
  readonly isCustomer: (userId: number) => Promise<boolean>;
  readonly jobs: () => readonly JobState[];
}
