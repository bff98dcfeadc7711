import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { endWhatActs, origin } from '../restrictions/by-staff.ts';
import { lostFactors } from '../restrictions/lost-factors.ts';
import { ownFreezes } from '../rules/security.ts';
import type { calls } from '../schema/index.ts';
import { changeable, changed, personOf, useStepUp } from '../step-up/changes.ts';

type Calls = Handlers<typeof calls>;

export function restrictionCalls(
  parts: Parts,
): Pick<Calls, 'lockSettings' | 'freezeAccount' | 'unfreezeAccount' | 'notMe'> {
  const { restrictions } = parts;
  return {
    lockSettings: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'lockSettings', input);
      if (unproved !== null) return unproved;
      const expiresAt = context.now + input.days * DAY;
      const lock = { kind: 'settingsLock' as const, reason: 'own', expiresAt };
      await restrictions.place(person.userId, lock, context.now);
      await changed(parts, person, 'settingsLocked', String(input.days), context);
      return { expiresAt };
    },

    // Needs no proof: whoever is in a hurry to stop a thief must not look for a device first.
    freezeAccount: async (_input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      const freeze = { kind: 'selfFreeze' as const, reason: 'own', expiresAt: null };
      const placed = await restrictions.place(person.userId, freeze, context.now);
      if (placed) await changed(parts, person, 'frozen', '', context);
      return {};
    },

    unfreezeAccount: async (input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'unfreezeAccount', input);
      if (unproved !== null) return unproved;
      const lifted = await restrictions.lift(person.userId, ownFreezes, context.now);
      if (lifted > 0) await changed(parts, person, 'unfrozen', '', context);
      return { lifted };
    },

    notMe: async ({ link }, context) => {
      const read = parts.links.read(link, context.now);
      const person = read === null ? null : await parts.people.byId(read.userId);
      if (read === null || person === null) return refuse('linkWrong');
      // What the message reports was no longer done by the owner, so it proves nothing.
      const ownUntil = read.sentAt - 1;
      const freeze = { kind: 'notMe' as const, reason: 'link', expiresAt: null, ownUntil };
      const placed = await restrictions.place(person.userId, freeze, context.now);
      await endWhatActs(parts, person.userId, 'notMe', context.now);
      if (placed) await changed(parts, person, 'notMe', '', context);
      // It also objects to what staff were asked to do meanwhile.
      else await parts.history.add(person.userId, 'notMe', '', context);
      return {};
    },
  };
}

/** For which reason, and until when. */
export interface StaffFreeze {
  readonly reason: string;
  readonly expiresAt: number;
}

type Queryable = Parameters<Parts['restrictions']['place']>[3];

/** What staff do, who record it themselves: the person learns of it as of any change. */
export function staffFreezes(parts: Parts) {
  const { restrictions, people, history, sessions } = parts;
  return {
    placeStaffFreeze: (userId: number, freeze: StaffFreeze, now: number, client?: Queryable) =>
      restrictions.place(userId, { kind: 'staffFreeze', ...freeze }, now, client),
    noteStaffFreeze: async (userId: number, { reason }: StaffFreeze, now: number) => {
      const person = await people.byId(userId);
      if (person !== null) await changed(parts, person, 'staffFrozen', reason, origin(now));
    },
    frozenByStaffSince: (userId: number, since: number) =>
      restrictions.frozenByStaffSince(userId, since),
    noteUnmasked: (userId: number, detail: string, now: number) =>
      history.add(userId, 'unmasked', detail, origin(now)),
    liftStaffFreeze: async (userId: number, now: number) => {
      const lifted = await restrictions.lift(userId, ['staffFreeze'], now);
      if (lifted > 0) await history.add(userId, 'staffUnfrozen', '', origin(now));
      return lifted;
    },
    ...lostFactors(parts),
    sessionsOf: (userId: number, now: number) => sessions.list(userId, now),
    endSessionsByStaff: async (
      userId: number,
      { sessionId, reason }: { readonly sessionId?: string | undefined; readonly reason: string },
      now: number,
    ) => {
      const endOne = async (id: string) => {
        const open = await sessions.list(userId, now);
        return open.some((one) => one.sessionId === id) ? sessions.end([id], now) : 0;
      };
      const ended = await (sessionId === undefined
        ? sessions.endAll(userId, [], now)
        : endOne(sessionId));
      const detail = `${ended} ${reason}`;
      if (ended > 0) await history.add(userId, 'staffEndedSessions', detail, origin(now));
      return ended;
    },
  };
}
