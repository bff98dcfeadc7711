import { id, text } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { REASON_MAX } from './schema/staff.ts';
import * as applications from './store/applications.ts';

const refusal = z.strictObject({ launchId: id, userId: id, reason: text(1, REASON_MAX) });

/** What two people sign about an applicant: `reason` is what the applicant reads. */
export type ApplicantRefusal = z.infer<typeof refusal>;

/** A step of the keeper of proposals (modules/operators). */
interface Step {
  readonly proposalId: string;
  readonly operatorId: number;
  readonly now: number;
  readonly expiresAt: number;
}

/** Why a refusal cannot be prepared, in the order in which it is checked. */
export type RefusalRefusal = 'unknownApplication' | 'alreadyProposed' | 'notClaimed';

/**
 * The refusal of an applicant as a command that one person prepares and another signs. Whoever
 * prepares it has claimed the application, which nobody claims while it waits for the other.
 */
export const refuseLaunchApplication = {
  read: (body: object) => refusal.safeParse(body).data ?? null,
  customer: async (body: object) => refusal.parse(body).userId,
  prepared: async (
    body: object,
    client: PoolClient,
    { proposalId, operatorId, now, expiresAt }: Step,
  ): Promise<RefusalRefusal | null> => {
    const { launchId, userId } = refusal.parse(body);
    const one = await applications.lockWaiting(client, launchId, userId);
    if (one === null) return 'unknownApplication';
    if (one.proposedUntil > now) return 'alreadyProposed';
    if (one.claimedBy !== operatorId || (one.claimedUntil ?? 0) <= now) return 'notClaimed';
    await applications.proposeRefusal(client, launchId, userId, { proposalId, until: expiresAt });
    return null;
  },
  dropped: async (body: object, client: PoolClient, { proposalId }: Step): Promise<void> => {
    const { launchId, userId } = refusal.parse(body);
    await applications.dropRefusal(client, launchId, userId, proposalId);
  },
  run: async (body: object, client: PoolClient, now: number, signers: readonly number[]) => {
    const { launchId, userId, reason } = refusal.parse(body);
    const one = await applications.lockWaiting(client, launchId, userId);
    if (one === null) return { refusal: 'unknownApplication' as const };
    const operatorId = signers.at(-1)!;
    await applications.refuseApplication(client, { launchId, userId, reason, operatorId }, now);
    return { outcome: { launchId, userId } };
  },
};
