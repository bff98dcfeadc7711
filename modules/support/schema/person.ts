import { defineCalls } from '@assay/core/schema/call';
import { id, integer, limit, oneOf, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { z } from 'zod';
import {
  FILE_BELOW_BYTES,
  FILE_TYPES,
  FILES_OF_MESSAGE_MAX,
  MESSAGES_MAX,
  RATING_MAX,
  RATING_TEXT_MAX,
  TOPICS,
} from '../rules/index.ts';
import { body, done, messageView, ticketView } from './shapes.ts';

export const limits = {
  supportMessage: {
    account: [
      { max: 10, ms: MINUTE },
      { max: 200, ms: DAY },
    ],
  },
  supportUpload: {
    account: [{ max: 20, ms: HOUR }],
    network: [{ max: 40, ms: HOUR }],
    members: [{ max: 200, ms: HOUR }],
  },
  supportTyping: { account: [{ max: 30, ms: MINUTE }] },
} as const satisfies LimitTable;

const files = z.array(id).max(FILES_OF_MESSAGE_MAX, 'tooLong').default([]);
const number = integer(1, MESSAGES_MAX);

/** The calls of people, each for their own conversations only. */
export const personCalls = defineCalls({
  getSupport: {
    method: 'GET',
    auth: 'user',
    summary: 'The conversations of this person with staff, the latest first.',
    input: z.strictObject({}),
    output: z.strictObject({
      tickets: z.array(ticketView),
      unread: z.int(),
      /** Within this time support answers what is asked now. */
      answerWithinMs: z.int(),
    }),
    refusals: [],
  },
  getSupportMessages: {
    method: 'GET',
    auth: 'user',
    summary: 'A conversation, and its messages after a number, in their order.',
    input: z.strictObject({
      ticketId: id,
      after: integer(0, MESSAGES_MAX).default(0),
      limit: limit(100, 100),
    }),
    output: z.strictObject({ ticket: ticketView, messages: z.array(messageView) }),
    refusals: ['conversationUnknown'],
  },
  openSupport: {
    method: 'POST',
    auth: 'user',
    limit: 'supportMessage',
    summary: 'Begins a conversation by its first message.',
    input: z.strictObject({ topic: oneOf(...TOPICS), text: body, files }),
    output: z.strictObject({ ticketId: z.int() }),
    refusals: ['virtualAccount', 'tooManyOpen', 'fileUnknown'],
  },
  sendSupport: {
    method: 'POST',
    auth: 'user',
    limit: 'supportMessage',
    summary: 'Adds a message to an open conversation.',
    input: z.strictObject({ ticketId: id, text: body, files }),
    output: z.strictObject({ number: z.int() }),
    refusals: [
      'virtualAccount',
      'conversationUnknown',
      'ticketClosed',
      'ticketFull',
      'fileUnknown',
    ],
  },
  readSupport: {
    method: 'POST',
    auth: 'user',
    summary: 'Says up to which message the person has read.',
    input: z.strictObject({ ticketId: id, number }),
    output: done,
    refusals: ['conversationUnknown'],
  },
  showTyping: {
    method: 'POST',
    auth: 'user',
    limit: 'supportTyping',
    summary: 'Shows staff for some seconds that the person is typing.',
    input: z.strictObject({ ticketId: id }),
    output: done,
    refusals: ['conversationUnknown', 'ticketClosed'],
  },
  closeSupport: {
    method: 'POST',
    auth: 'user',
    summary: 'Ends a conversation.',
    input: z.strictObject({ ticketId: id }),
    output: done,
    refusals: ['conversationUnknown', 'ticketClosed'],
  },
  rateSupport: {
    method: 'POST',
    auth: 'user',
    summary: 'Rates a conversation that has ended, once.',
    input: z.strictObject({
      ticketId: id,
      rating: integer(1, RATING_MAX),
      text: text(0, RATING_TEXT_MAX).default(''),
    }),
    output: done,
    refusals: ['conversationUnknown', 'ticketOpen', 'alreadyRated', 'ratingOver'],
  },
  uploadSupportFile: {
    method: 'POST',
    auth: 'user',
    limit: 'supportUpload',
    upload: { types: FILE_TYPES, belowBytes: FILE_BELOW_BYTES },
    summary: 'Sends one picture, the whole body, for the next message.',
    input: z.strictObject({ fileName: text(1, 255) }),
    output: z.strictObject({
      fileId: z.int(),
      width: z.int(),
      height: z.int(),
      size: z.int(),
    }),
    refusals: ['virtualAccount', 'tooManyFiles', 'quotaObjects', 'quotaBytes', 'quotaEverybody'],
  },
  removeSupportFile: {
    method: 'POST',
    auth: 'user',
    summary: 'Destroys a picture that was not sent with a message.',
    input: z.strictObject({ fileId: id }),
    output: done,
    refusals: [],
  },
  openSupportFile: {
    method: 'POST',
    auth: 'user',
    summary: 'A picture of this person.',
    input: z.strictObject({ fileId: id }),
    output: z.never(),
    refusals: ['fileUnknown', 'fileGone'],
  },
});
