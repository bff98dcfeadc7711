import type { PoolClient } from '@assay/platform/db/database';
import type { Registered } from '../parts.ts';
import { removeLostFactors } from '../schema/customers.ts';

interface LostFactorsOptions {
  readonly registered: Pick<
    Registered,
    'customer' | 'noteFactorRemovalAsked' | 'removeFactorsByStaff' | 'noteFactorsRemoved'
  >;
  /** Whether there are approved pictures with which staff compare who says that they are it. */
  readonly isVerified: (userId: number) => Promise<boolean>;
}

/**
 * The way back of a customer who has lost every factor and recovery code: one member of staff has
 * compared who writes with the pictures of the approved verification, another confirms it. The
 * customer learns of it when it is asked for and has a day to object.
 */
export function lostFactorsCommand({ registered, isVerified }: LostFactorsOptions) {
  const refusalOf = async (userId: number) => {
    if ((await registered.customer(userId)) === null) return 'customerUnknown';
    return (await isVerified(userId)) ? null : 'notVerified';
  };
  return {
    read: (body: object) => removeLostFactors.safeParse(body).data ?? null,
    customer: async (body: object) => removeLostFactors.parse(body).userId,
    prepared: (body: object) => refusalOf(removeLostFactors.parse(body).userId),
    announced: (body: object, now: number) =>
      registered.noteFactorRemovalAsked(removeLostFactors.parse(body).userId, now),
    run: async (body: object, client: PoolClient, now: number) => {
      const { userId } = removeLostFactors.parse(body);
      const refusal =
        (await refusalOf(userId)) ?? (await registered.removeFactorsByStaff(userId, now, client));
      return refusal === null ? { outcome: { userId } } : ({ refusal } as const);
    },
    done: async (body: object, now: number): Promise<void> =>
      registered.noteFactorsRemoved(removeLostFactors.parse(body).userId, now),
  };
}
