import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
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
      const userId = parts.links.userOf(link, context.now);
      const person = userId === null ? null : await parts.people.byId(userId);
      if (person === null) return refuse('linkWrong');
      const freeze = { kind: 'notMe' as const, reason: 'link', expiresAt: null };
      const placed = await restrictions.place(person.userId, freeze, context.now);
      await parts.sessions.endAll(person.userId, [], context.now);
      if (placed) await changed(parts, person, 'notMe', '', context);
      return {};
    },
  };
}

/** What staff do, who record it themselves: the person learns of it as of any change. */
export function staffFreezes(parts: Parts) {
  const { restrictions, people, history } = parts;
  const origin = (now: number) => ({ now, ip: '', userAgent: '', lang: 'en' });
  return {
    placeStaffFreeze: async (userId: number, reason: string, expiresAt: number, now: number) => {
      const freeze = { kind: 'staffFreeze' as const, reason, expiresAt };
      const person = await people.byId(userId);
      if (person === null || !(await restrictions.place(userId, freeze, now))) return;
      await changed(parts, person, 'staffFrozen', reason, origin(now));
    },
    noteUnmasked: (userId: number, detail: string, now: number) =>
      history.add(userId, 'unmasked', detail, origin(now)),
    liftStaffFreeze: async (userId: number, now: number) => {
      const lifted = await restrictions.lift(userId, ['staffFreeze'], now);
      if (lifted > 0) await history.add(userId, 'staffUnfrozen', '', origin(now));
      return lifted;
    },
  };
}
