import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { limit, missingOr } from '@assay/core/schema/fields';
import { z } from 'zod';

/** Recorded actions of staff. */
export const ACTIONS = ['entered', 'left', 'readOutbox'] as const;
export type OperatorAction = (typeof ACTIONS)[number];

/** The secret of a one-time link: 256 random bits. */
const linkSecret = z
  .string({ error: missingOr('operatorLink') })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'operatorLink');

const done = z.strictObject({});

/** A message to a person; once sent, its text is empty. */
export const outboxMessage = z.strictObject({
  messageId: z.int(),
  kind: z.enum(['email', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  content: z.string(),
  createdAt: z.int(),
  sentAt: z.int().nullable(),
  tries: z.int(),
  /** Why the last try failed. */
  fault: z.string().nullable(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/** The state of an engine: how far its log has come, and how it keeps up. */
export const engineView = z.strictObject({
  realm: z.enum(REALMS),
  state: z.enum(['starting', 'ready', 'recovering', 'halted', 'stopped']),
  /** How often a process has taken over the realm. */
  epoch: z.int(),
  /** The last command that was decided, and the last one that is durable. */
  seq: z.int(),
  durableSeq: z.int(),
  /** Hash of the chain of commands up to `seq`. */
  head: z.string(),
  /** Commands waiting for their commit. */
  waiting: z.int(),
  batches: z.int(),
  /** How long the last commit took. */
  lastCommitMs: z.number(),
  /** How long the batch that is being written has waited; 0 without one. */
  commitWaitsMs: z.number(),
  /** Why it does not work now; else empty. */
  trouble: z.string(),
  /** What stopped it, with accounts and amounts; else empty. */
  finding: z.string(),
});
export type EngineView = z.infer<typeof engineView>;

const logEntry = z.strictObject({
  name: z.string(),
  action: z.enum(ACTIONS),
  ip: z.string(),
  at: z.int(),
});
export type LogEntry = z.infer<typeof logEntry>;

export const calls = defineCalls({
  operatorEnter: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Enters the console by a one-time link, which is used up by it.',
    input: z.strictObject({ link: linkSecret }),
    output: z.strictObject({ token: z.string(), name: z.string(), expiresAt: z.int() }),
    refusals: ['linkUnknown'],
  },
  operatorLeave: {
    method: 'POST',
    auth: 'operator',
    summary: 'Ends this operator session.',
    input: z.strictObject({}),
    output: done,
    refusals: [],
  },
  getOutbox: {
    method: 'GET',
    auth: 'operator',
    summary: 'The latest mails and text messages; that they were read is written down.',
    input: z.strictObject({ limit: limit(50, 200) }),
    output: z.strictObject({
      /** Whether a mail server is configured; without one messages stay in the outbox. */
      mail: z.boolean(),
      messages: z.array(outboxMessage),
    }),
    refusals: [],
  },
  getEngineStatus: {
    method: 'GET',
    auth: 'operator',
    summary: 'The engines of both realms: state, sequence, epoch, head of the chain, last commit.',
    input: z.strictObject({}),
    output: z.strictObject({ at: z.int(), engines: z.array(engineView) }),
    refusals: [],
  },
  getOperatorLog: {
    method: 'GET',
    auth: 'operator',
    summary: 'What staff did here, newest first. The record cannot be changed.',
    input: z.strictObject({ limit: limit(50, 200) }),
    output: z.strictObject({ entries: z.array(logEntry) }),
    refusals: [],
  },
});
