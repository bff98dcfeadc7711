import type { CallOutcome } from '@assay/core/schema/call';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import { MINUTE } from '@assay/core/time';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { bindCookie } from '../cookies.ts';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { newInvitationCode } from '../secrets.ts';
import type { Person } from '../store/people.ts';
import { loginReplyOf } from './profile.ts';

type Calls = Handlers<typeof calls>;
type Outcome = Promise<CallOutcome<(typeof calls)['tempLogin']>>;

const INVITATION_TRIES = 5;

export function virtualAccountCalls(
  parts: Parts,
): Pick<Calls, 'tempLogin' | 'exitVirtualAccount' | 'resetVirtualAccount'> {
  return {
    tempLogin: async (_input, context) => {
      const { actor } = context;
      const person = actor === null ? null : await parts.people.byId(actor.userId);
      return person === null ? openAsVisitor(parts, context) : openAs(parts, context, person);
    },

    exitVirtualAccount: async (_input, context) => {
      const { actor, now } = context;
      if (actor.realm !== 'demo') return refuse('notInVirtualAccount');
      const row = await parts.sessions.live(actor.sessionId, now);
      const parentId = row?.parentId ?? null;
      const parent = parentId === null ? null : await parts.sessions.live(parentId, now);
      await parts.sessions.end([actor.sessionId], now);
      const token = parent === null ? null : await parts.sessions.retoken(parent.sessionId, now);
      const person = token === null ? null : await parts.people.byId(actor.userId);
      if (token === null || person === null) {
        context.setHeader('set-cookie', bindCookie.clearedLine(context.secure));
        return { login: null };
      }
      return { login: await loginReplyOf(parts, person, 'real', token) };
    },

    resetVirtualAccount: async (_input, context) => {
      const { userId } = context.actor;
      const reply = await parts.virtualAccounts.reset(userId, context.commandId);
      if (reply.ok) return {};
      // The call lists the engine's refusals; any other fails the output check.
      return new Refusal(reply.refusal as 'notOpen' | 'noRoom', reply.detail);
    },
  };
}

/** Opens a virtual account for a visitor. */
async function openAsVisitor(parts: Parts, context: CallContext): Outcome {
  const waitMs = visitorsWait(parts, context);
  if (waitMs > 0) return refuse('tooManyVisitors', { minutes: String(Math.ceil(waitMs / MINUTE)) });
  const person = await addVisitor(parts, context.now);
  if (!(await parts.virtualAccounts.open(person.userId))) {
    await parts.people.removeVisitor(person.userId);
    return refuse('virtualMoneyUsedUp');
  }
  const opening = { userId: person.userId, realm: 'demo' as const, visitor: true };
  const { token } = await parts.sessions.open(opening, context);
  return loginReplyOf(parts, person, 'demo', token);
}

/** How long until the site may open another visitor's account; 0, and counted, when it may now. */
function visitorsWait({ limits }: Parts, { ip, now }: CallContext): number {
  const network = networkOf(ip);
  if (limits.row('firstVisitor').takeNetwork(network, now) === 0) return 0;
  return limits.row('visitor').takeNetwork(network, now);
}

async function addVisitor(parts: Parts, now: number): Promise<Person> {
  for (let i = 0; i < INVITATION_TRIES; i++) {
    const person = await parts.people.addVisitor(now, newInvitationCode());
    if (person !== null) return person;
  }
  throw new Error('No free invitation code was found');
}

/** Opens the virtual account from a person's session, or resumes it with a new token. */
async function openAs(parts: Parts, context: CallContext, person: Person): Outcome {
  const { userId, realm, sessionId } = context.actor!;
  if (!(await parts.virtualAccounts.open(userId))) return refuse('virtualMoneyUsedUp');
  const open = realm === 'demo' ? sessionId : await childOf(parts, context);
  const resumed = open === null ? null : await parts.sessions.retoken(open, context.now);
  if (resumed !== null) return loginReplyOf(parts, person, 'demo', resumed);
  // Null when the person logged out in the meantime: there is no session to open it from.
  const opened = realm === 'demo' ? null : await parts.sessions.openFrom(sessionId, context);
  if (opened === null) return refuse('sessionEnded');
  return loginReplyOf(parts, person, 'demo', opened.token);
}

/** The virtual session that was opened from this real one, if it is still live. */
async function childOf(parts: Parts, context: CallContext): Promise<string | null> {
  const { userId, sessionId } = context.actor!;
  const rows = await parts.sessions.list(userId, context.now);
  return rows.find((row) => row.parentId === sessionId)?.sessionId ?? null;
}
