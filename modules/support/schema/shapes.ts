import { lines } from '@assay/core/schema/fields';
import { restrictionKinds } from '@assay/modules/identity/schema';
import { z } from 'zod';
import { MESSAGE_MAX, RATING_MAX, SIDES, TICKET_STATUSES, TOPICS } from '../rules/index.ts';

/** What is published inside the server. */
export type SupportFact =
  | {
      /** An answer that the person has not read for a while. */
      readonly fact: 'supportUnread';
      readonly userId: number;
      readonly ticketId: number;
    }
  | { readonly fact: 'supportRead'; readonly userId: number; readonly ticketId: number };

/**
 * What the channels `support` publish: that there is something, and its number. What it is, a call
 * says, which asks who may know it.
 */
export type SupportDelta =
  | { readonly ticketId: number; readonly lastNumber: number; readonly read: number }
  | { readonly ticketId: number; readonly typing: true };

/** What somebody writes; empty where pictures stand for it. */
export const body = lines(MESSAGE_MAX);

export const done = z.strictObject({});
export const topic = z.enum(TOPICS);
export const status = z.enum(TICKET_STATUSES);
export const rating = z.int().min(1).max(RATING_MAX);

const look = z.strictObject({ by: z.string(), at: z.int() });

const file = z.strictObject({
  fileId: z.int(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  /** It was destroyed: its time was up. */
  gone: z.boolean(),
  /** Who of the staff looked at it, the latest first. */
  looks: z.array(look),
});

export const messageView = z.strictObject({
  number: z.int(),
  side: z.enum(SIDES),
  /** `staff:7`; the person themselves is `person`. */
  by: z.string(),
  text: z.string(),
  at: z.int(),
  files: z.array(file),
});
export type MessageView = z.infer<typeof messageView>;

const ticketShape = {
  ticketId: z.int(),
  topic,
  status,
  openedAt: z.int(),
  lastAt: z.int(),
  lastNumber: z.int(),
  /** By when there will be an answer; null while none is waited for. */
  deadlineAt: z.int().nullable(),
  closedAt: z.int().nullable(),
  rating: rating.nullable(),
};

/** A conversation as its owner sees it. */
export const ticketView = z.strictObject({
  ...ticketShape,
  /** Answers that the person has not read. */
  unread: z.int(),
  /** The number of the last message that staff have read. */
  readByStaff: z.int(),
  /** It can be rated, once. */
  ratable: z.boolean(),
});
export type TicketView = z.infer<typeof ticketView>;

const levels = z.strictObject({
  junior: z.string(),
  senior: z.string(),
  address: z.string(),
});

/** A customer as staff see them. */
export const customerView = z.strictObject({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  createdAt: z.int(),
  levels,
  restrictions: z.array(
    z.strictObject({
      restrictionId: z.int(),
      kind: z.enum(restrictionKinds),
      reason: z.string(),
      expiresAt: z.int().nullable(),
    }),
  ),
  tickets: z.array(
    z.strictObject({
      ticketId: z.int(),
      topic,
      status,
      openedAt: z.int(),
      rating: z.int().nullable(),
    }),
  ),
  /** Whether this member works on a case of the customer, without which nothing is unmasked. */
  openCase: z.boolean(),
  /** Fields that this member may still see in full today. */
  unmasksLeft: z.int(),
});
export type CustomerView = z.infer<typeof customerView>;

/** A conversation as whoever of the staff works on it sees it. */
export const staffTicket = z.strictObject({
  ...ticketShape,
  userId: z.int(),
  waitingSince: z.int().nullable(),
  readByPerson: z.int(),
  claimedUntil: z.int(),
  note: z.string(),
});
export type StaffTicket = z.infer<typeof staffTicket>;
