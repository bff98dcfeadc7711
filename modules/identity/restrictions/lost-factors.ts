import type { Origin } from '../history.ts';
import type { Parts } from '../parts.ts';
import {
  doneWithin,
  holdAfter,
  objectWithin,
  ownFreezes,
  type ProvedBy,
  type VerifiedBy,
} from '../rules/security.ts';
import { changed, isLocked } from '../step-up/changes.ts';
import { factorsBy } from '../step-up/own-factors.ts';
import { endWhatActs, origin } from './by-staff.ts';

/** What staff are asked to do for a person who says that nothing else is left. */
type Asked = 'factorRemovalAsked' | 'freezeLiftAsked' | 'factorLossClaimed';
type Done = 'factorsRemoved' | 'freezeLifted';

type WhyNotYet = 'notAnnounced' | 'tooEarly' | 'ownerObjected' | 'factorUsed';
type WhyFactorsStay = 'ownLock' | 'noFactors' | WhyNotYet;
type WhyFrozenStill = 'ownLock' | 'notFrozen' | WhyNotYet;

type Client = Parameters<Parts['factors']['removeAll']>[1];

/**
 * For two of staff, in their transaction: when the person has known for long enough that it was
 * asked for (`objectWithin`). Each returns why it cannot be; the person is informed of both ends.
 */
export interface DoneByTwo {
  noteFactorRemovalAsked(userId: number, by: VerifiedBy, now: number): Promise<void>;
  /** All factors and codes go, and withdrawals wait for 72 hours. */
  removeFactorsByStaff(
    userId: number,
    by: VerifiedBy,
    now: number,
    client: Client,
  ): Promise<WhyFactorsStay | null>;
  /** Ends the sessions, too. */
  noteFactorsRemoved(userId: number, now: number): Promise<void>;
  noteFreezeLiftAsked(userId: number, by: VerifiedBy, now: number): Promise<void>;
  /**
   * Lifts what the person had stopped when it was asked for. Ways to prove something that came
   * after the freeze go, because nobody knows whose they are, and withdrawals wait for 72 hours.
   */
  liftFreezeByStaff(
    userId: number,
    by: VerifiedBy,
    now: number,
    client: Client,
  ): Promise<WhyFrozenStill | null>;
  /** Ends the sessions, too. */
  noteFreezeLifted(userId: number, now: number): Promise<void>;
}

/** What staff do for a person who says that every factor is lost, which a thief says too. */
export function lostFactors(parts: Parts): DoneByTwo {
  const { factors, restrictions, sessions } = parts;
  const hold = (userId: number, reason: Done, now: number, client: Client) => {
    const expiresAt = now + holdAfter[reason];
    return restrictions.place(userId, { kind: 'withdrawalHold', reason, expiresAt }, now, client);
  };
  return {
    noteFactorRemovalAsked: (userId, by, now) => tell(parts, userId, 'factorRemovalAsked', by, now),
    noteFreezeLiftAsked: (userId, by, now) => tell(parts, userId, 'freezeLiftAsked', by, now),

    removeFactorsByStaff: async (userId, by, now, client) => {
      if (await isLocked(parts, userId, now)) return 'ownLock';
      const asked = await askedAt(parts, userId, 'factorRemovalAsked', by, now);
      if (typeof asked === 'string') return asked;
      if (!(await factors.removeAll(userId, client))) return 'noFactors';
      await hold(userId, 'factorsRemoved', now, client);
      return null;
    },

    liftFreezeByStaff: async (userId, by, now, client) => {
      if (await isLocked(parts, userId, now)) return 'ownLock';
      const own = await restrictions.ownUntil(userId, ownFreezes);
      if (own === null) return 'notFrozen';
      const asked = await askedAt(parts, userId, 'freezeLiftAsked', by, now);
      if (typeof asked === 'string') return asked;
      const before = { client, placedBy: asked };
      if ((await restrictions.lift(userId, ownFreezes, now, before)) === 0) return 'notFrozen';
      await factors.removeAfter(userId, own, client);
      await hold(userId, 'freezeLifted', now, client);
      return null;
    },

    noteFactorsRemoved: async (userId, now) => {
      await endWhatActs(parts, userId, 'factorsRemoved', now);
      await tell(parts, userId, 'factorsRemoved', '', now);
    },
    noteFreezeLifted: async (userId, now) => {
      await sessions.endAll(userId, [], now);
      await tell(parts, userId, 'freezeLifted', '', now);
    },
  };
}

/** Wherever messages reach the person, and wherever they did before. */
export async function tell(
  parts: Parts,
  userId: number,
  kind: Asked | Done,
  detail: ProvedBy | '',
  now: number,
  from: Origin = origin(now),
) {
  const person = await parts.people.byId(userId);
  if (person === null) return;
  const also = await parts.security.formerAddresses(userId);
  await changed(parts, person, kind, detail, from, { key: kind, count: '', also });
}

/**
 * When it was asked for, if the owner has had the time to object since, has not done so, and has
 * used none of their factors; else why it cannot be. A level that was worse then or is now counts.
 */
export async function askedAt(
  { history, factors, restrictions }: Parts,
  userId: number,
  kind: Asked,
  by: ProvedBy,
  now: number,
): Promise<WhyNotYet | number> {
  const asked = await history.latest(userId, kind);
  if (asked === null) return 'notAnnounced';
  const { at, detail } = asked;
  const worse = detail === 'junior' ? detail : by;
  const waitMs = objectWithin[worse];
  if (now - at > waitMs + doneWithin[worse]) return 'notAnnounced';
  if (now - at < waitMs) return 'tooEarly';
  if (await history.happenedAfter(userId, 'notMe', at)) return 'ownerObjected';
  const own = (await restrictions.ownUntil(userId, ownFreezes)) ?? now;
  const { totps, passkeys } = factorsBy(await factors.of(userId), own);
  const isUsed = [...totps, ...passkeys].some(({ lastUsedAt }) => (lastUsedAt ?? 0) > at);
  return isUsed ? 'factorUsed' : at;
}
