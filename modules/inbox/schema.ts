import { defineCalls } from '@assay/core/schema/call';
import { id, limit, oneOf, text, truth } from '@assay/core/schema/fields';
import { z } from 'zod';
import { CHANNELS, MESSAGE_KINDS } from './rules.ts';

const done = z.strictObject({});
const channels = z.strictObject({ app: z.boolean(), email: z.boolean(), push: z.boolean() });

const message = z.strictObject({
  messageId: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  text: z.string(),
  /** An address of the app. */
  link: z.string(),
  at: z.int(),
  read: z.boolean(),
});
export type MessageView = z.infer<typeof message>;

const base64url = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), 'invalid');

export const calls = defineCalls({
  getMessages: {
    method: 'GET',
    auth: 'user',
    summary: 'The messages of this person, the latest first, and how many were not read.',
    input: z.strictObject({
      kind: oneOf(...MESSAGE_KINDS).optional(),
      unread: truth.default(false),
      before: id.optional(),
      limit: limit(20, 100),
    }),
    output: z.strictObject({ messages: z.array(message), unread: z.int() }),
    refusals: [],
  },
  getMessage: {
    method: 'GET',
    auth: 'user',
    summary: 'One message of this person.',
    input: z.strictObject({ messageId: id }),
    output: message,
    refusals: ['noMessage'],
  },
  readMessages: {
    method: 'POST',
    auth: 'user',
    summary: 'Marks one message as read, or all of them.',
    input: z.strictObject({ messageId: id.optional() }),
    output: z.strictObject({ unread: z.int() }),
    refusals: [],
  },
  getChannels: {
    method: 'GET',
    auth: 'user',
    summary: 'By which channels each kind of message reaches this person.',
    input: z.strictObject({}),
    output: z.strictObject({
      kinds: z.array(
        z.strictObject({ kind: z.enum(MESSAGE_KINDS), on: channels, fixed: channels }),
      ),
      /** Whom notifications of the browser are signed by. */
      pushKey: z.string(),
      browsers: z.int(),
      /** The person has an e-mail address. */
      hasEmail: z.boolean(),
    }),
    refusals: [],
  },
  setChannel: {
    method: 'POST',
    auth: 'user',
    summary: 'Switches a channel on or off for a kind of message.',
    input: z.strictObject({
      kind: oneOf(...MESSAGE_KINDS),
      channel: oneOf(...CHANNELS),
      on: truth,
    }),
    output: done,
    refusals: ['channelFixed'],
  },
  addPushEndpoint: {
    method: 'POST',
    auth: 'user',
    summary: 'Notifies this browser, by the service of its maker.',
    input: z.strictObject({
      endpoint: text(1, 1_000),
      /** The public key of the browser, and its secret (RFC 8291). */
      p256dh: base64url(87),
      auth: base64url(22),
    }),
    output: done,
    refusals: ['pushHost', 'tooManyBrowsers'],
  },
  removePushEndpoint: {
    method: 'POST',
    auth: 'user',
    summary: 'No longer notifies a browser.',
    input: z.strictObject({ endpoint: text(1, 1_000) }),
    output: done,
    refusals: [],
  },
});
