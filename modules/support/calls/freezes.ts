import { defineApprovals } from '@assay/core/approval/policy';
import { refuse } from '@assay/core/schema/outcome';
import { DAY, HOUR } from '@assay/core/time';
import { placeOf } from '@assay/modules/identity';
import type { PoolClient } from '@assay/platform/db/database';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts, Registered } from '../parts.ts';
import type { FreezeReason } from '../rules/index.ts';
import { freezeLonger } from '../schema/customers.ts';
import type { calls } from '../schema/index.ts';

type OfFreezes = Pick<
  Handlers<typeof calls>,
  'freezeCustomer' | 'unfreezeCustomer' | 'getCustomerSessions' | 'endCustomerSessions'
>;

/** The first days are the customer's, to object: seven at most, and two to decide after them. */
const afterObjections = {
  needs: 2,
  prepare: 'verification.decide',
  decide: 'verification.approve',
  expiresMs: 9 * DAY,
} as const;

/**
 * What takes two people: to stop a customer's withdrawals for more than a day, to remove the
 * factors of a customer who has lost them, and to lift what a customer has stopped and cannot lift.
 */
export const approvals = defineApprovals<{
  freezeLonger: { readonly userId: number; readonly reason: FreezeReason; readonly days: number };
  removeLostFactors: { readonly userId: number };
  liftOwnFreeze: { readonly userId: number };
}>({
  removeLostFactors: afterObjections,
  liftOwnFreeze: afterObjections,
  freezeLonger: { needs: 2, prepare: 'users.freeze', decide: 'users.approve', expiresMs: DAY },
});

/** After a freeze by one person the next one takes two, so that days are not strung together. */
const ALONE_AGAIN_MS = 7 * DAY;

const about = (userId: number) => `user:${userId}`;

/** What staff do to an account that may be in wrong hands; recorded before it is done. */
export function freezeCalls({ registered, colleagues }: Parts): OfFreezes {
  return {
    freezeCustomer: async ({ userId, reason, hours }, context) => {
      const { now, actor } = context;
      if (actor.operator.accounts.includes(userId)) return refuse('ownMatter');
      if ((await registered.customer(userId)) === null) return refuse('customerUnknown');
      if (await registered.frozenByStaffSince(userId, now - ALONE_AGAIN_MS)) {
        return refuse('frozenBefore');
      }
      const freeze = { reason, expiresAt: now + hours * HOUR };
      await colleagues.record(context, {
        ...{ action: 'froze', subject: about(userId) },
        detail: { reason, until: freeze.expiresAt },
      });
      await registered.placeStaffFreeze(userId, freeze, now);
      await registered.noteStaffFreeze(userId, freeze, now);
      return { until: freeze.expiresAt };
    },

    unfreezeCustomer: async ({ userId, note }, context) => {
      const { now, actor } = context;
      if (actor.operator.accounts.includes(userId)) return refuse('ownMatter');
      if ((await registered.customer(userId)) === null) return refuse('customerUnknown');
      const standing = await registered.restrictionsOf(userId, now);
      if (!standing.some(({ kind }) => kind === 'staffFreeze')) {
        return refuse(standing.length > 0 ? 'ownLock' : 'notFrozen');
      }
      const entry = { action: 'unfroze', subject: about(userId), detail: { note } };
      await colleagues.record(context, entry);
      return { lifted: await registered.liftStaffFreeze(userId, now) };
    },

    getCustomerSessions: async ({ userId }, context) => {
      if ((await registered.customer(userId)) === null) return refuse('customerUnknown');
      await colleagues.record(context, { action: 'readSessions', subject: about(userId) });
      const open = await registered.sessionsOf(userId, context.now);
      return {
        sessions: open.map(({ sessionId, realm, ip, userAgent, createdAt, lastSeenAt }) => ({
          ...{ sessionId, realm, place: placeOf(ip), userAgent, createdAt, lastSeenAt },
        })),
      };
    },

    endCustomerSessions: async ({ userId, sessionId, reason }, context) => {
      if ((await registered.customer(userId)) === null) return refuse('customerUnknown');
      const detail = { reason, which: sessionId ?? 'all' };
      await colleagues.record(context, {
        ...{ action: 'endedSessions', subject: about(userId), detail },
      });
      const which = { sessionId, reason };
      return { ended: await registered.endSessionsByStaff(userId, which, context.now) };
    },
  };
}

type Freezing = Pick<Registered, 'customer' | 'placeStaffFreeze' | 'noteStaffFreeze'>;

/** A longer freeze as a command that one person prepares and another signs. */
export function freezeCommand({ registered }: { readonly registered: Freezing }) {
  const freezeOf = (body: object, now: number) => {
    const { userId, reason, days } = freezeLonger.parse(body);
    return { userId, freeze: { reason, expiresAt: now + days * DAY } };
  };
  return {
    read: (body: object) => freezeLonger.safeParse(body).data ?? null,
    customer: async (body: object) => freezeLonger.parse(body).userId,
    prepared: async (body: object) => {
      const { userId } = freezeLonger.parse(body);
      return (await registered.customer(userId)) === null ? 'customerUnknown' : null;
    },
    run: async (body: object, client: PoolClient, now: number) => {
      const { userId, freeze } = freezeOf(body, now);
      await registered.placeStaffFreeze(userId, freeze, now, client);
      return { outcome: { until: freeze.expiresAt } };
    },
    done: async (body: object, now: number): Promise<void> => {
      const { userId, freeze } = freezeOf(body, now);
      await registered.noteStaffFreeze(userId, freeze, now);
    },
  };
}
