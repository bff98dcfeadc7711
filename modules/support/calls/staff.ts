import { conflict, Refusal, refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import { byStaff, messageViews, type Parts, withClaimed } from '../parts.ts';
import { CLAIM_MS, forbiddenIn, MESSAGES_MAX } from '../rules/index.ts';
import type { calls, StaffTicket } from '../schema/index.ts';
import { addMessage, messageOf } from '../store/messages.ts';
import { ratingsSince } from '../store/ratings.ts';
import * as tickets from '../store/tickets.ts';
import { customerOf } from './customers.ts';

type OfStaff = Pick<
  Handlers<typeof calls>,
  | 'getSupportQueue'
  | 'claimSupport'
  | 'releaseSupport'
  | 'getSupportCase'
  | 'answerSupport'
  | 'readSupportCase'
  | 'showStaffTyping'
>;

const QUEUE_MAX = 200;
const RATINGS_OF_MS = 30 * DAY;

/** The calls of staff on conversations. */
export function staffCalls(parts: Parts): OfStaff {
  const { database, live } = parts;
  return {
    getSupportQueue: async (_input, { actor, now }) => {
      const { operatorId } = actor.operator;
      const rows = await tickets.openQueue(database.pool, QUEUE_MAX);
      return {
        waiting: await tickets.waitingCount(database.pool),
        ratings: await ratingsSince(database.pool, now - RATINGS_OF_MS),
        tickets: rows.map((row) => ({
          ...{ ticketId: row.ticketId, userId: row.userId, topic: row.topic, status: row.status },
          ...{ waitingSince: row.waitingSince, deadlineAt: row.deadlineAt, lastAt: row.lastAt },
          unread: row.unreadByStaff,
          claimedBy: row.claimedUntil > now ? byStaff(row.claimedBy ?? 0) : null,
          claimedByMe: row.claimedUntil > now && row.claimedBy === operatorId,
        })),
      };
    },
    claimSupport: ({ ticketId }, { actor, now }) =>
      transaction(database.pool, async (client) => {
        const { operatorId } = actor.operator;
        const ticket = await tickets.findTicket(client, ticketId, true);
        if (ticket === null) return refuse('conversationUnknown');
        if (ticket.status === 'closed') return refuse('ticketClosed');
        const isTaken = ticket.claimedUntil > now && ticket.claimedBy !== operatorId;
        if (isTaken) return refuse('claimedByOther');
        const claimedUntil = now + CLAIM_MS;
        await tickets.claim(client, ticketId, operatorId, claimedUntil);
        return { claimedUntil };
      }),
    releaseSupport: ({ ticketId }, context) =>
      withClaimed(parts, ticketId, context, async (_ticket, _by, client) => {
        await tickets.claim(client, ticketId, null, 0);
        return {};
      }),
    getSupportCase: ({ ticketId, after }, context) =>
      withClaimed(parts, ticketId, context, async (ticket, _by, client) => ({
        ticket: staffView(ticket),
        messages: await messageViews(client, ticketId, after, MESSAGES_MAX, context.now),
        customer: await customerOf(parts, client, ticket.userId, context),
      })),
    answerSupport: (input, context) => answer(parts, input, context),
    readSupportCase: async ({ ticketId, number }, context) => {
      const read = await withClaimed(parts, ticketId, context, async (_ticket, _by, client) => {
        await tickets.setRead(client, ticketId, 'staff', number);
        return tickets.findTicket(client, ticketId);
      });
      if (read instanceof Refusal) return read;
      if (read !== null) live.changed(read);
      return {};
    },
    showStaffTyping: ({ ticketId }, context) =>
      withClaimed(parts, ticketId, context, async (ticket) => {
        live.typing(ticket, 'staff');
        return {};
      }),
  };
}

/** An answer holds the claim for another while. */
async function answer(
  parts: Parts,
  { ticketId, text }: { readonly ticketId: number; readonly text: string },
  context: StaffContext,
) {
  const { now, commandId = null } = context;
  const sent = await withClaimed(parts, ticketId, context, async (ticket, by, client) => {
    const before = await messageOf(client, context.commandId, { ticketId, text });
    if (before === 'other') return conflict();
    if (before !== null) return { number: before.number, ticket: null };
    if (ticket.lastNumber >= MESSAGES_MAX) return refuse('ticketFull');
    const found = forbiddenIn(text, parts.ownHosts);
    if (found !== null) return refuse(found.code, { found: found.found });
    const { operatorId } = by;
    const message = { ticketId, side: 'staff', operatorId, text, at: now, commandId } as const;
    const number = await addMessage(client, message, null);
    await tickets.claim(client, ticketId, operatorId, now + CLAIM_MS);
    return { number, ticket: await tickets.findTicket(client, ticketId) };
  });
  if (sent instanceof Refusal) return sent;
  if (sent.ticket !== null) parts.live.changed(sent.ticket);
  return { number: sent.number };
}

function staffView(ticket: tickets.Ticket): StaffTicket {
  const { ticketId, userId, topic, status, openedAt, lastAt, lastNumber, deadlineAt } = ticket;
  const { closedAt, rating, waitingSince, personRead, claimedUntil, note } = ticket;
  return {
    ...{ ticketId, userId, topic, status, openedAt, lastAt, lastNumber, deadlineAt },
    ...{ closedAt, rating, waitingSince, readByPerson: personRead, claimedUntil, note },
  };
}
