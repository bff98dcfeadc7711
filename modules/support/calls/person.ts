import { conflict, InvalidInput, Refusal, refuse } from '@assay/core/schema/outcome';
import { transaction } from '@assay/platform/db/transaction';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import { messageViews, type Parts, ticketViewOf, withOwn } from '../parts.ts';
import { canRate, KEEP_CLOSED_MS, MESSAGES_MAX } from '../rules/index.ts';
import type { calls } from '../schema/index.ts';
import { bindFiles, draftsAmong, keepClosed } from '../store/files.ts';
import { addMessage, messageOf } from '../store/messages.ts';
import { rateTicket } from '../store/ratings.ts';
import * as tickets from '../store/tickets.ts';

type OfPerson = Pick<
  Handlers<typeof calls>,
  | 'getSupport'
  | 'getSupportMessages'
  | 'openSupport'
  | 'sendSupport'
  | 'readSupport'
  | 'showTyping'
  | 'closeSupport'
  | 'rateSupport'
>;
type Context = CallContext & { readonly actor: Actor };

const LIST_MAX = 100;

interface Written {
  readonly text: string;
  readonly files: readonly number[];
}

/** The calls by which a person writes with staff. */
export function personCalls(parts: Parts): OfPerson {
  const { database, live, publish } = parts;
  return {
    getSupport: async (_input, { actor, now }) => {
      const list = await tickets.ticketsOf(database.pool, actor.userId, LIST_MAX);
      const views = list.map((ticket) => ticketViewOf(ticket, now));
      const unread = views.reduce((sum, view) => sum + view.unread, 0);
      return { tickets: views, unread, answerWithinMs: parts.answerWithinMs(now) };
    },
    getSupportMessages: async ({ ticketId, after, limit }, { actor, now }) => {
      const ticket = await tickets.findTicket(database.pool, ticketId);
      if (ticket === null || ticket.userId !== actor.userId) return refuse('conversationUnknown');
      const messages = await messageViews(database.pool, ticketId, after, limit, now);
      return { ticket: ticketViewOf(ticket, now), messages };
    },
    openSupport: (input, context) => open(parts, input, context),
    sendSupport: (input, context) => send(parts, input, context),
    readSupport: async ({ ticketId, number }, { actor }) => {
      const read = await withOwn(parts, ticketId, actor.userId, async (ticket, client) => {
        if (number <= ticket.personRead) return null;
        await tickets.setRead(client, ticketId, 'person', number);
        return tickets.findTicket(client, ticketId);
      });
      if (read instanceof Refusal) return read;
      if (read !== null) {
        live.changed(read);
        publish({ fact: 'supportRead', userId: actor.userId, ticketId });
      }
      return {};
    },
    showTyping: async ({ ticketId }, { actor }) => {
      const ticket = await tickets.findTicket(database.pool, ticketId);
      if (ticket === null || ticket.userId !== actor.userId) return refuse('conversationUnknown');
      if (ticket.status === 'closed') return refuse('ticketClosed');
      live.typing(ticket, 'person');
      return {};
    },
    closeSupport: async ({ ticketId }, { actor, now }) => {
      const closed = await withOwn(parts, ticketId, actor.userId, async (ticket, client) => {
        if (ticket.status === 'closed') return refuse('ticketClosed');
        await tickets.closeTicket(client, ticketId, 'person', now);
        return ticket;
      });
      if (closed instanceof Refusal) return closed;
      await keepFilesOf(parts, [ticketId], now);
      live.changed(closed);
      return {};
    },
    rateSupport: ({ ticketId, rating, text }, { actor, now }) =>
      withOwn(parts, ticketId, actor.userId, async (ticket, client) => {
        const refusal = canRate(ticket, now);
        if (refusal !== null) return refuse(refusal);
        await rateTicket(client, { ticketId, rating, text, at: now });
        return {};
      }),
  };
}

/** Pictures of closed conversations are kept for a while, in case somebody asks. */
export async function keepFilesOf(
  { database, files }: Pick<Parts, 'database' | 'files'>,
  ticketIds: readonly number[],
  now: number,
): Promise<void> {
  const until = now + KEEP_CLOSED_MS;
  await files.keepUntil(await keepClosed(database.pool, ticketIds, until), until);
}

async function open(
  parts: Parts,
  { topic, ...written }: Written & { readonly topic: tickets.Ticket['topic'] },
  context: Context,
) {
  const { userId, realm } = context.actor;
  if (realm === 'demo') return refuse('virtualAccount');
  const done = await transaction(parts.database.pool, async (client) => {
    await tickets.lockPerson(client, userId);
    const before = await messageOf(client, context.commandId, { topic, ...written });
    if (before === 'other') return conflict();
    if (before !== null) return before;
    if (isEmpty(written)) return nothingWritten;
    const limit = parts.mostOpen(context.now);
    if ((await tickets.openTickets(client, userId)) >= limit) {
      return refuse('tooManyOpen', { limit: String(limit) });
    }
    const objects = await objectsOf(client, userId, written, context.now);
    if (objects === null) return refuse('fileUnknown');
    const deadlineAt = context.now + parts.answerWithinMs(context.now);
    const ticketId = await tickets.addTicket(client, userId, topic, context.now, deadlineAt);
    const number = await write(parts, client, ticketId, written, context);
    return { ticketId, number, objects };
  });
  return finish(parts, done, ({ ticketId }) => ({ ticketId }));
}

async function send(
  parts: Parts,
  { ticketId, ...written }: Written & { readonly ticketId: number },
  context: Context,
) {
  const { userId, realm } = context.actor;
  if (realm === 'demo') return refuse('virtualAccount');
  const done = await withOwn(parts, ticketId, userId, async (ticket, client) => {
    const before = await messageOf(client, context.commandId, { ticketId, ...written });
    if (before === 'other') return conflict();
    if (before !== null) return before;
    if (isEmpty(written)) return nothingWritten;
    if (ticket.status === 'closed') return refuse('ticketClosed');
    if (ticket.lastNumber >= MESSAGES_MAX) return refuse('ticketFull');
    const objects = await objectsOf(client, userId, written, context.now);
    if (objects === null) return refuse('fileUnknown');
    const number = await write(parts, client, ticketId, written, context);
    return { ticketId, number, objects };
  });
  return finish(parts, done, ({ number }) => ({ number }));
}

interface Sent {
  readonly ticketId: number;
  readonly number: number;
  /** Of the pictures that were sent; none when the same request had come before. */
  readonly objects?: readonly string[];
}

/** What follows once it is stored: pictures are kept while it is open, and who looks sees it. */
async function finish<R extends string, T>(
  { database, files, live }: Parts,
  done: Sent | Refusal<R> | InvalidInput,
  answer: (sent: Sent) => T,
): Promise<T | Refusal<R> | InvalidInput> {
  if (done instanceof Refusal || done instanceof InvalidInput) return done;
  if (done.objects !== undefined) {
    await files.keepUntil(done.objects, null);
    const ticket = await tickets.findTicket(database.pool, done.ticketId);
    if (ticket !== null) live.changed(ticket);
  }
  return answer(done);
}

const nothingWritten = new InvalidInput({ text: ['required'] });
const isEmpty = ({ text, files }: Written) => text === '' && files.length === 0;

/** The objects of these drafts; null when one of them is none of the person's. */
async function objectsOf(
  client: tickets.Queryable,
  userId: number,
  { files }: Written,
  now: number,
): Promise<string[] | null> {
  if (files.length === 0) return [];
  const drafts = await draftsAmong(client, userId, files, now);
  return drafts.length === new Set(files).size ? drafts.map(({ objectId }) => objectId) : null;
}

async function write(
  { answerWithinMs }: Pick<Parts, 'answerWithinMs'>,
  client: tickets.Queryable,
  ticketId: number,
  { text, files }: Written,
  { actor, now, commandId }: Context,
): Promise<number> {
  const of = { ticketId, side: 'person', operatorId: null } as const;
  const number = await addMessage(
    client,
    { ...of, text, at: now, commandId: commandId ?? null },
    now + answerWithinMs(now),
  );
  if (files.length > 0) await bindFiles(client, actor.userId, files, { ticketId, number });
  return number;
}
