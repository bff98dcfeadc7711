import { defineCalls } from '@assay/core/schema/call';
import { id, instant, integer, limit, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { MESSAGES_MAX, NOTE_MAX, RATINGS_MAX, TITLE_MAX } from '../rules/index.ts';
import {
  body,
  customerView,
  done,
  messageView,
  rating,
  staffTicket,
  status,
  topic,
} from './shapes.ts';

/** A call of staff on a conversation that whoever makes it has claimed. */
const work = ['conversationUnknown', 'ticketClosed', 'notClaimed'] as const;
/** What stood in the way of a text of staff, in the order in which it is looked for. */
const forbidden = [
  'blockchainAddress',
  'bankAccount',
  'outsideLink',
  'otherMessenger',
  'phoneNumber',
] as const;

const ofTicket = z.strictObject({ ticketId: id });
const written = body.refine((value) => value.length > 0, 'required');

const queueRow = z.strictObject({
  ticketId: z.int(),
  userId: z.int(),
  topic,
  status,
  /** Since when the person waits, and until when there is to be an answer. */
  waitingSince: z.int().nullable(),
  deadlineAt: z.int().nullable(),
  lastAt: z.int(),
  unread: z.int(),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
});

const canned = z.strictObject({ cannedId: z.int(), title: z.string(), text: z.string() });

export const staffCalls = defineCalls({
  getSupportQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'support.read',
    summary: 'Open conversations, those that wait first and the earliest deadline before all.',
    input: z.strictObject({}),
    output: z.strictObject({
      tickets: z.array(queueRow),
      waiting: z.int(),
      /** Of the ratings of the last 30 days: how many, and their mean in hundredths. */
      ratings: z.strictObject({ count: z.int(), mean100: z.int() }),
    }),
    refusals: [],
  },
  claimSupport: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary: 'Takes a conversation, which nobody else answers meanwhile; half an hour at a time.',
    input: ofTicket,
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['conversationUnknown', 'ticketClosed', 'claimedByOther'],
  },
  releaseSupport: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary: 'Gives a claimed conversation back.',
    input: ofTicket,
    output: done,
    refusals: work,
  },
  getSupportCase: {
    method: 'GET',
    auth: 'operator',
    right: 'support.answer',
    summary: 'A claimed conversation, its messages after a number, and its customer, masked.',
    input: z.strictObject({ ticketId: id, after: integer(0, MESSAGES_MAX).default(0) }),
    output: z.strictObject({
      ticket: staffTicket,
      messages: z.array(messageView),
      customer: customerView,
    }),
    refusals: work,
  },
  answerSupport: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary: 'Answers in a claimed conversation, without addresses, accounts and outside links.',
    input: z.strictObject({ ticketId: id, text: written }),
    output: z.strictObject({ number: z.int() }),
    refusals: [...work, 'ticketFull', ...forbidden],
  },
  readSupportCase: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary: 'Says up to which message staff have read.',
    input: z.strictObject({ ticketId: id, number: integer(1, MESSAGES_MAX) }),
    output: done,
    refusals: work,
  },
  showStaffTyping: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    limit: 'supportTyping',
    summary: 'Shows the person for some seconds that an answer is being typed.',
    input: ofTicket,
    output: done,
    refusals: work,
  },
  handOverSupport: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary: 'Hands a claimed conversation to a colleague, or to whoever comes, with a note.',
    input: z.strictObject({ ticketId: id, to: id.optional(), note: text(1, NOTE_MAX) }),
    output: done,
    refusals: [...work, 'colleagueUnknown'],
  },
  closeSupportCase: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary: 'Ends a claimed conversation, which its customer may then rate.',
    input: ofTicket,
    output: done,
    refusals: work,
  },
  openSupportAttachment: {
    method: 'POST',
    auth: 'operator',
    right: 'support.answer',
    summary:
      'A picture of a claimed conversation, marked with who looks and when; shown to its owner.',
    input: z.strictObject({ ticketId: id, fileId: id }),
    output: z.never(),
    refusals: [...work, 'fileUnknown', 'fileGone'],
  },
  getSupportRatings: {
    method: 'GET',
    auth: 'operator',
    right: 'support.read',
    summary: 'What customers thought, without who they are, the latest first; recorded.',
    input: z.strictObject({
      before: instant.optional(),
      limit: limit(RATINGS_MAX, RATINGS_MAX),
    }),
    output: z.strictObject({
      ratings: z.array(z.strictObject({ topic, rating, text: z.string(), at: z.int() })),
      /** Where the next page begins; null after the last one. */
      next: z.int().nullable(),
    }),
    refusals: [],
  },
  getSupportColleagues: {
    method: 'GET',
    auth: 'operator',
    right: 'support.answer',
    summary: 'The other members of staff who answer.',
    input: z.strictObject({}),
    output: z.strictObject({
      colleagues: z.array(z.strictObject({ operatorId: z.int(), name: z.string() })),
    }),
    refusals: [],
  },
  getCannedAnswers: {
    method: 'GET',
    auth: 'operator',
    right: 'support.read',
    summary: 'Answers that are written once for all staff.',
    input: z.strictObject({}),
    output: z.strictObject({ answers: z.array(canned) }),
    refusals: [],
  },
  saveCannedAnswer: {
    method: 'POST',
    auth: 'operator',
    right: 'support.canned',
    summary: 'Adds an answer for all staff, or changes one.',
    input: z.strictObject({ cannedId: id.optional(), title: text(1, TITLE_MAX), text: written }),
    output: z.strictObject({ cannedId: z.int() }),
    refusals: ['cannedUnknown', 'tooManyCanned', ...forbidden],
  },
  removeCannedAnswer: {
    method: 'POST',
    auth: 'operator',
    right: 'support.canned',
    summary: 'Takes an answer for all staff away.',
    input: z.strictObject({ cannedId: id }),
    output: done,
    refusals: ['cannedUnknown'],
  },
});
