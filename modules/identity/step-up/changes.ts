import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '@assay/core/schema/outcome';
import { HOUR } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';
import type { Actor, CallContext } from '@assay/platform/http/context';
import { type Account, accountsOf, languageOf, notify } from '../account.ts';
import type { AccountEvent, Origin } from '../history.ts';
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

/** What a change of security is called, and what its entry in the account log says of it. */
interface Change {
  readonly person: Person;
  readonly kind: EventKind;
  readonly detail: string;
}

interface Wording {
  readonly key: string;
  readonly count: string;
  /** Where else than at the addresses of now the person is reached. */
  readonly also?: readonly Account[];
}

type Reporting = Pick<Parts, 'history' | 'links' | 'mailer' | 'messages' | 'siteName'>;
type Changing = Pick<Parts, 'database' | 'history' | 'people' | 'restrictions'>;

/**
 * Makes a change of security. In one transaction with it, it stands in the account log and
 * withdrawals wait as long as the table of holds says: no crash leaves the one without the other.
 * Changes of one person come after each other. Null when `make` has changed nothing.
 */
export function makeChange(
  { database, history, people, restrictions }: Changing,
  { person: { userId }, kind, detail }: Change,
  context: Origin,
  make: (client: PoolClient) => Promise<boolean>,
): Promise<AccountEvent | null> {
  const { now } = context;
  return transaction(database.pool, async (client) => {
    await people.lock(userId, client);
    if (!(await make(client))) return null;
    if (holdAfter[kind] > 0) {
      const expiresAt = now + holdAfter[kind];
      const hold = { kind: 'withdrawalHold' as const, reason: kind, expiresAt };
      await restrictions.place(userId, hold, now, client);
    }
    return history.write(userId, kind, detail, context, client);
  });
}

/**
 * The person learns of a change wherever messages reach them, also by the address that they had
 * before.
 */
export async function reportChange(
  parts: Reporting,
  person: Person,
  event: AccountEvent,
  text: Wording = { key: event.kind, count: '' },
): Promise<void> {
  await parts.history.report(event);
  const { userId, kind, at: now } = event;
  const lang = languageOf(person);
  const holdMs = holdAfter[kind];
  const { key: name, count, also = [] } = text;
  const what = parts.messages.text(lang, `event.${name}`, { count });
  const link = parts.links.of(userId, now);
  // What waits for a verification says so itself.
  const key = holdMs > 0 && kind !== 'factorsGivenUp' ? 'held' : 'changed';
  const hours = String(holdMs / HOUR);
  for (const account of [...accountsOf(person), ...also]) {
    notify(parts, account, key, lang, { what, link, hours }, person);
  }
}

/** Both; false when nothing was changed. */
export async function change(
  parts: Changing & Reporting,
  what: Change & { readonly text?: Wording },
  context: Origin,
  make: (client: PoolClient) => Promise<boolean>,
): Promise<boolean> {
  const event = await makeChange(parts, what, context, make);
  if (event !== null) await reportChange(parts, what.person, event, what.text);
  return event !== null;
}

/** After what was changed already, or changes nothing but by its hold and its entry. */
export async function changed(
  parts: Changing & Reporting,
  person: Person,
  kind: EventKind,
  detail: string,
  context: Origin,
  text?: Wording,
): Promise<void> {
  const what = { person, kind, detail, ...(text && { text }) };
  await change(parts, what, context, async () => true);
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
