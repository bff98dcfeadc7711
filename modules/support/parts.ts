import { type Refusal, refuse } from '@assay/core/schema/outcome';
import type { Identity } from '@assay/modules/identity';
import type { Database } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';
import type { Files } from '@assay/platform/files/files';
import type { Staff, StaffContext } from '@assay/platform/http/context';
import type { Decoder } from '@assay/platform/images/decoder';
import type { Live } from './live.ts';
import { canRate } from './rules/index.ts';
import type { MessageView, SupportFact, TicketView } from './schema/index.ts';
import { filesOf } from './store/files.ts';
import { looksAt } from './store/looks.ts';
import { messagesOf } from './store/messages.ts';
import { findTicket, type Queryable, type Ticket } from './store/tickets.ts';

/** What is needed of people. */
export type Registered = Pick<
  Identity,
  | 'customer'
  | 'findCustomer'
  | 'restrictionsOf'
  | 'noteUnmasked'
  | 'placeStaffFreeze'
  | 'noteStaffFreeze'
  | 'frozenByStaffSince'
  | 'liftStaffFreeze'
  | 'sessionsOf'
  | 'endSessionsByStaff'
  | 'noteFactorRemovalAsked'
  | 'removeFactorsByStaff'
  | 'noteFactorsRemoved'
  | 'noteFreezeLiftAsked'
  | 'liftFreezeByStaff'
  | 'noteFreezeLifted'
>;

/** How far people are, and who works on it. */
export interface Verified {
  levelsOf(userId: number): Promise<{ junior: string; senior: string; address: string }>;
  /** Whether this member has claimed a case of this person that waits for a decision. */
  worksFor(operatorId: number, userId: number, now: number): Promise<boolean>;
}

/** What is needed of staff. */
export interface Colleagues {
  /** Members who may answer. */
  answering(): Promise<{ operatorId: number; name: string }[]>;
  /** Adds to the record of what staff do. */
  record(
    context: StaffContext,
    entry: { action: string; subject?: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
}

/** What the handlers work with. */
export interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Files;
  /** For what people send, and for what staff look at: neither holds up the other. */
  readonly decoder: Decoder;
  readonly marker: Decoder;
  readonly registered: Registered;
  readonly verified: Verified;
  readonly colleagues: Colleagues;
  /** Names of the site, to which messages of staff may lead. */
  readonly ownHosts: readonly string[];
  /** Within this time support answers, for what is asked now. */
  answerWithinMs(now: number): number;
  /** Conversations that somebody may have open. */
  mostOpen(now: number): number;
  readonly live: Live;
  publish(fact: SupportFact): void;
}

/** Who works on a conversation, as customers and the record see it: a number, no name. */
export const byStaff = (operatorId: number) => `staff:${operatorId}`;

/** Runs with a conversation of this person, which nobody else changes meanwhile. */
export function withOwn<T>(
  { database }: Pick<Parts, 'database'>,
  ticketId: number,
  userId: number,
  work: (ticket: Ticket, client: Queryable) => Promise<T>,
): Promise<T | Refusal<'conversationUnknown'>> {
  return transaction(database.pool, async (client) => {
    const ticket = await findTicket(client, ticketId, true);
    // That of somebody else is as unknown as one that does not exist.
    if (ticket === null || ticket.userId !== userId) return refuse('conversationUnknown');
    return work(ticket, client);
  });
}

/** Runs with a conversation that this member of staff has claimed. */
export function withClaimed<T>(
  { database }: Pick<Parts, 'database'>,
  ticketId: number,
  { actor, now }: StaffContext,
  work: (ticket: Ticket, by: Staff, client: Queryable) => Promise<T>,
): Promise<T | Refusal<'conversationUnknown' | 'ticketClosed' | 'notClaimed'>> {
  return transaction(database.pool, async (client) => {
    const by = actor.operator;
    const ticket = await findTicket(client, ticketId, true);
    if (ticket === null) return refuse('conversationUnknown');
    if (ticket.status === 'closed') return refuse('ticketClosed');
    const isMine = ticket.claimedBy === by.operatorId && ticket.claimedUntil > now;
    return isMine ? work(ticket, by, client) : refuse('notClaimed');
  });
}

/** Messages after a number, each with its pictures and who looked at them. */
export async function messageViews(
  client: Queryable,
  ticketId: number,
  after: number,
  limit: number,
  now: number,
): Promise<MessageView[]> {
  const messages = await messagesOf(client, ticketId, after, limit);
  const files = await filesOf(client, ticketId, after);
  const ids = files.map(({ fileId }) => fileId);
  const looks = ids.length === 0 ? [] : await looksAt(client, ids);
  return messages.map(({ number, side, operatorId, text, at }) => ({
    ...{ number, side, text, at, by: operatorId === null ? 'person' : byStaff(operatorId) },
    files: files
      .filter((file) => file.number === number)
      .map(({ fileId, width, height, size, keepUntil }) => ({
        ...{ fileId, width, height, size, gone: keepUntil !== null && keepUntil <= now },
        looks: looks
          .filter((look) => look.fileId === fileId)
          .map((look) => ({ by: byStaff(look.operatorId), at: look.at })),
      })),
  }));
}

/** As its owner sees it. */
export function ticketViewOf(ticket: Ticket, now: number): TicketView {
  const { ticketId, topic, status, openedAt, lastAt, lastNumber, deadlineAt } = ticket;
  const { closedAt, rating, unreadByPerson: unread, staffRead: readByStaff } = ticket;
  const ratable = canRate(ticket, now) === null;
  return {
    ...{ ticketId, topic, status, openedAt, lastAt, lastNumber, deadlineAt, closedAt, rating },
    ...{ unread, readByStaff, ratable },
  };
}
