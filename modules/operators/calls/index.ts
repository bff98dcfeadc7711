import { maskEmail, maskPhone } from '@assay/core/mask';
import type { Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema/index.ts';
import type { OutboxMessage } from '../schema/system.ts';
import { accessCalls } from './access.ts';
import { factorCalls } from './factors.ts';
import type { Parts } from './parts.ts';
import { proposalCalls } from './proposals.ts';
import { staffCalls } from './staff.ts';

/** The console reads every few seconds; one log entry an hour is enough. */
const READ_QUIET_MS = 60 * 60 * 1000;

export function operatorCalls(parts: Parts): Handlers<typeof calls> {
  return {
    ...accessCalls(parts),
    ...factorCalls(parts),
    ...systemCalls(parts),
    ...staffCalls(parts),
    ...proposalCalls(parts),
  };
}

/**
 * A message as staff of a production see it: not what it says, and of whom it goes to as much as of
 * any customer. Mail servers and gateways repeat that in what they answer.
 */
function masked(message: OutboxMessage): OutboxMessage {
  const { recipient, fault, report } = message;
  const shown = message.kind === 'email' ? maskEmail(recipient) : maskPhone(recipient);
  const spellings = [recipient, recipient.replace(/^\+/, '')];
  const without = (answer: string | null) =>
    spellings.reduce<string | null>(
      (text, spelling) => text?.replaceAll(spelling, shown) ?? null,
      answer,
    );
  return {
    ...{ ...message, recipient: shown, content: '' },
    ...{ fault: without(fault), report: without(report) },
  };
}

type SystemNames =
  | 'getOutbox'
  | 'getEngineStatus'
  | 'getJobs'
  | 'checkOperatorLog'
  | 'getOperatorLog';

function systemCalls(parts: Parts): Pick<Handlers<typeof calls>, SystemNames> {
  const { store, outbox, mail, trial, engines, jobs } = parts;
  return {
    getOutbox: async ({ limit }, context) => {
      const { actor, ip, now } = context;
      // The record comes first: nobody reads unrecorded.
      await store.record(actor.sessionId, { action: 'readOutbox' }, ip, now, READ_QUIET_MS);
      const messages = await outbox.latest(limit);
      if (trial) return { mail, messages };
      return { mail, messages: messages.map(masked) };
    },
    getEngineStatus: (_input, { now }) => ({
      at: now,
      engines: engines.map(({ status }) => status),
    }),
    getJobs: () => ({ jobs: [...jobs()] }),
    checkOperatorLog: async ({ after, limit }, { actor, ip, now }) => {
      await store.record(actor.sessionId, { action: 'readLog' }, ip, now, READ_QUIET_MS);
      return store.checkChain(after, limit);
    },
    getOperatorLog: async (query, { actor, ip, now }) => {
      await store.record(actor.sessionId, { action: 'readLog' }, ip, now, READ_QUIET_MS);
      const entries = await store.log({ ...query, limit: query.limit + 1 });
      return { entries: entries.slice(0, query.limit), more: entries.length > query.limit };
    },
  };
}
