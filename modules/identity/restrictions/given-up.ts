import type { Origin } from '../history.ts';
import type { Parts } from '../parts.ts';
import { objectWithin } from '../rules/security.ts';
import { makeChange, reportChange } from '../step-up/changes.ts';
import type { Person } from '../store/people.ts';
import { endWhatActs, origin } from './by-staff.ts';
import { askedAt, tell } from './lost-factors.ts';
import type { VerifiedBySource } from './verified.ts';

export interface AfterLoss {
  /** Tells from where it is known by which approved level somebody is verified. */
  verifiedFrom(source: VerifiedBySource): void;
  /** Eases the holds of who came back by codes, once they are verified: every minute. */
  endHoldsOfVerified(now: number): Promise<void>;
}

export function afterLoss(parts: Parts): AfterLoss {
  return {
    verifiedFrom: (source) => parts.verified.from(source),
    endHoldsOfVerified: (now) => endHoldsOfVerified(parts, now),
  };
}

/**
 * For who has given the password and a code of each address, and whom nobody can compare with
 * anything (decision 0147). The first time it is announced; once there was the time to object, all
 * factors and codes go. Returns whether they are gone, else from when they can be.
 */
export async function giveUpFactors(parts: Parts, person: Person, from: Origin) {
  const { userId } = person;
  const { now } = from;
  const kind = 'factorLossClaimed';
  const asked = await askedAt(parts, userId, kind, 'addresses', now);
  const waitMs = objectWithin.addresses;
  if (asked === 'tooEarly') {
    return { removed: false, from: (await parts.history.latest(userId, kind))!.at + waitMs };
  }
  if (typeof asked === 'string') {
    await tell(parts, userId, kind, 'addresses', now, from);
    return { removed: false, from: now + waitMs };
  }
  const gone = { person, kind: 'factorsGivenUp', detail: '' } as const;
  const event = await makeChange(parts, gone, from, (client) =>
    parts.factors.removeAll(userId, client),
  );
  await endWhatActs(parts, userId, 'factorsRemoved', now);
  const also = await parts.security.formerAddresses(userId);
  if (event !== null) {
    await reportChange(parts, person, event, { key: event.kind, count: '', also });
  }
  return { removed: true, from: now };
}

/** Once who came back like that is verified by pictures, 72 hours take the place of their hold. */
async function endHoldsOfVerified(parts: Parts, now: number): Promise<void> {
  for (const userId of await parts.restrictions.heldFor('factorsGivenUp', now)) {
    if ((await parts.verified.by(userId)) !== 'senior') continue;
    const person = (await parts.people.byId(userId))!;
    const verified = { person, kind: 'lossVerified', detail: '' } as const;
    const event = await makeChange(parts, verified, origin(now), (client) =>
      parts.restrictions.endHold(userId, 'factorsGivenUp', now, client),
    );
    if (event !== null) await reportChange(parts, person, event);
  }
}
