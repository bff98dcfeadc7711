import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { id, instant, integer, limit, text } from '@assay/core/schema/fields';
import { z } from 'zod';

/** A message to a person; once sent, its text is empty. */
const outboxMessage = z.strictObject({
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
  /** What the gateway of phones reported; null until it does. */
  report: z.string().nullable(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/** The state of an engine: how far its log has come, and how it keeps up. */
const engineView = z.strictObject({
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
  actionId: z.int(),
  operatorId: z.int(),
  name: z.string(),
  /** One of ACTIONS, or of another module. */
  action: z.string(),
  /** What it was about, such as `proposal:…` or `staff:3`; empty for nothing. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  ip: z.string(),
  at: z.int(),
  /** The hash over this entry and the one before. */
  hash: z.string(),
});
export type LogEntry = z.infer<typeof logEntry>;

export const systemCalls = defineCalls({
  getOutbox: {
    method: 'GET',
    auth: 'operator',
    right: 'outbox.read',
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
    right: 'system.read',
    summary: 'The engines of both realms: state, sequence, epoch, head of the chain, last commit.',
    input: z.strictObject({}),
    output: z.strictObject({ at: z.int(), engines: z.array(engineView) }),
    refusals: [],
  },
  getJobs: {
    method: 'GET',
    auth: 'operator',
    right: 'system.read',
    summary: 'Periodic work of this process: runs, failures, and the last of each.',
    input: z.strictObject({}),
    output: z.strictObject({
      jobs: z.array(
        z.strictObject({
          name: z.string(),
          runs: z.int(),
          failures: z.int(),
          lastStartedAt: z.int().nullable(),
          lastEndedAt: z.int().nullable(),
          /** Of the last run; null when it went well. */
          lastError: z.string().nullable(),
          /** The last run that failed, whatever came after it. */
          lastFailure: z.strictObject({ at: z.int(), error: z.string() }).nullable(),
          /** Null while it runs. */
          nextAt: z.int().nullable(),
        }),
      ),
    }),
    refusals: [],
  },
  checkOperatorLog: {
    method: 'GET',
    auth: 'operator',
    right: 'audit.read',
    summary: 'Computes the hashes of some entries of the record of staff again, oldest first.',
    input: z.strictObject({
      /** Of the last entry that was checked before. */
      after: integer(0, Number.MAX_SAFE_INTEGER).default(0),
      limit: limit(1_000, 5_000),
    }),
    output: z.strictObject({
      checked: z.int(),
      /** The last entry that was checked, with its hash. */
      last: z.int(),
      head: z.string(),
      /** The first entry that does not follow the one before it; null for none. */
      wrong: z.int().nullable(),
      more: z.boolean(),
    }),
    refusals: [],
  },
  getOperatorLog: {
    method: 'GET',
    auth: 'operator',
    right: 'audit.read',
    summary: 'What staff did, newest first, in pages; reading it is itself written down.',
    input: z.strictObject({
      limit: limit(50, 200),
      /** Of the last entry of the page before. */
      before: id.optional(),
      operatorId: id.optional(),
      action: text(1, 41).optional(),
      subject: text(1, 200).optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    output: z.strictObject({ entries: z.array(logEntry), more: z.boolean() }),
    refusals: [],
  },
});
