import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '@assay/core/schema/outcome';
import { HOUR } from '@assay/core/time';
import type { Actor, CallContext } from '@assay/platform/http/context';
import { type Account, accountsOf, languageOf, notify } from '../account.ts';
import type { Origin } from '../history.ts';
import type { Parts } from '../parts.ts';
import { holdAfter, limiting } from '../rules/security.ts';
import { actionText } from '../rules/step-up.ts';
import type { ApiKeyEvent, EventKind } from '../schema/index.ts';
import type { Person } from '../store/people.ts';

export type UserContext = CallContext & { readonly actor: Actor };

/** The person behind a session, who is refused while a visitor: a visitor has nothing to secure. */
export async function personOf(
  parts: Parts,
  { actor }: UserContext,
): Promise<Person | Refusal<'accountNeeded'>> {
  const person = await parts.people.byId(actor.userId);
  if (person === null) throw new Error(`Session ${actor.sessionId} belongs to no person`);
  return person.demoOnly ? refuse('accountNeeded') : person;
}

/** The same, before a change of security, which a settings lock forbids. */
export async function changeable(
  parts: Parts,
  context: UserContext,
): Promise<Person | Refusal<'accountNeeded' | 'settingsLocked'>> {
  const person = await personOf(parts, context);
  if (!('userId' in person)) return person;
  return (await isLocked(parts, person.userId, context.now)) ? refuse('settingsLocked') : person;
}

export async function isLocked(parts: Parts, userId: number, now: number): Promise<boolean> {
  const standing = await parts.restrictions.standing(userId, now);
  return limiting(standing, 'settings').length > 0;
}

/** Uses the step-up of this exact action up, or shows it `again`; null when it was proved. */
export async function useStepUp(
  parts: Parts,
  { actor, now }: UserContext,
  action: string,
  input: { readonly stepUp?: string | undefined; readonly commandId?: string },
  again = false,
): Promise<Refusal<'stepUpNeeded' | 'stepUpWrong'> | null> {
  if (input.stepUp === undefined) return refuse('stepUpNeeded');
  const digest = createHash('sha256').update(actionText(action, input)).digest('hex');
  const { stepUp } = input;
  const proved = await parts.challenges.useToken(stepUp, actor.sessionId, digest, now, again);
  return proved ? null : refuse('stepUpWrong');
}

/**
 * After a change of security: it stands in the account log, withdrawals wait as long as the table
 * of holds says, and the person learns of it wherever messages reach them, also by the address that
 * they had before.
 */
export async function changed(
  parts: Pick<Parts, 'history' | 'restrictions' | 'links' | 'mailer' | 'messages' | 'siteName'>,
  person: Person,
  kind: EventKind,
  detail: string,
  context: Origin,
  text: { key: string; count: string; also?: readonly Account[] } = { key: kind, count: '' },
): Promise<void> {
  const { userId } = person;
  const { now } = context;
  const lang = languageOf(person);
  await parts.history.add(userId, kind, detail, context);
  const holdMs = holdAfter[kind];
  if (holdMs > 0) {
    const hold = { kind: 'withdrawalHold' as const, reason: kind, expiresAt: now + holdMs };
    await parts.restrictions.place(userId, hold, now);
  }
  const { key: name, count, also = [] } = text;
  const what = parts.messages.text(lang, `event.${name}`, { count });
  const link = parts.links.of(userId, now);
  const key = holdMs > 0 ? 'held' : 'changed';
  const hours = String(holdMs / HOUR);
  for (const account of [...accountsOf(person), ...also]) {
    notify(parts, account, key, lang, { what, link, hours }, person);
  }
}

/** See `Identity.noteApiKey`. */
export async function noteApiKey(
  parts: Parts,
  userId: number,
  kind: ApiKeyEvent,
  label: string,
  context: Origin,
): Promise<void> {
  const person = await parts.people.byId(userId);
  if (person !== null && !person.demoOnly) await changed(parts, person, kind, label, context);
}
