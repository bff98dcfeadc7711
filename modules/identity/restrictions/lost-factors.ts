import { DAY } from '@assay/core/time';
import type { Parts } from '../parts.ts';
import { holdAfter, ownFreezes } from '../rules/security.ts';
import { changed, isLocked } from '../step-up/changes.ts';
import { factorsBy } from '../step-up/own-factors.ts';
import { endWhatActs, origin } from './by-staff.ts';

/** Between the message that factors are to be removed and their removal, to object to it. */
const WAIT_MS = DAY;
/** What was announced longer ago is announced again. */
const ANNOUNCED_MS = 3 * DAY;

export type WhyFactorsStay =
  | ('ownLock' | 'noFactors')
  | ('notAnnounced' | 'tooEarly' | 'ownerObjected' | 'factorUsed');

type Client = Parameters<Parts['factors']['removeAll']>[1];

/** What staff do for a person who says that every factor is lost, which a thief says too. */
export function lostFactors(parts: Parts) {
  const { people, factors, restrictions } = parts;
  const tell = async (
    userId: number,
    kind: 'factorRemovalAsked' | 'factorsRemoved',
    now: number,
  ) => {
    const person = await people.byId(userId);
    if (person !== null) await changed(parts, person, kind, '', origin(now));
  };
  return {
    noteFactorRemovalAsked: (userId: number, now: number) =>
      tell(userId, 'factorRemovalAsked', now),

    /** Why it cannot be; null when they are removed. */
    removeFactorsByStaff: async (
      userId: number,
      now: number,
      client: Client,
    ): Promise<WhyFactorsStay | null> => {
      if (await isLocked(parts, userId, now)) return 'ownLock';
      const why = await whyNotLost(parts, userId, now);
      if (why !== null) return why;
      if (!(await factors.removeAll(userId, client))) return 'noFactors';
      const expiresAt = now + holdAfter.factorsRemoved;
      const hold = { kind: 'withdrawalHold' as const, reason: 'factorsRemoved', expiresAt };
      await restrictions.place(userId, hold, now, client);
      return null;
    },

    noteFactorsRemoved: async (userId: number, now: number) => {
      await endWhatActs(parts, userId, 'factorsRemoved', now);
      await tell(userId, 'factorsRemoved', now);
    },
  };
}

/** The owner has had a day to object, has not done so, and has used none of their factors. */
async function whyNotLost({ history, factors, restrictions }: Parts, userId: number, now: number) {
  const asked = await history.latest(userId, 'factorRemovalAsked');
  if (asked === null || now - asked > ANNOUNCED_MS) return 'notAnnounced' as const;
  if (now - asked < WAIT_MS) return 'tooEarly' as const;
  if (await history.happenedAfter(userId, 'notMe', asked)) return 'ownerObjected' as const;
  const own = (await restrictions.ownUntil(userId, ownFreezes)) ?? now;
  const { totps, passkeys } = factorsBy(await factors.of(userId), own);
  const isUsed = [...totps, ...passkeys].some(({ lastUsedAt }) => (lastUsedAt ?? 0) > asked);
  return isUsed ? ('factorUsed' as const) : null;
}
