import { refuse } from '@assay/core/schema/outcome';
import type { EngineStatus } from '@assay/platform/engine/status';
import type { Handlers } from '@assay/platform/http/context';
import type { Outbox } from '@assay/platform/mail/outbox';
import type { calls } from './schema.ts';
import type { OperatorSessions } from './sessions.ts';
import type { OperatorStore } from './store/index.ts';

/** What the calls of staff need. */
export interface Parts {
  readonly store: OperatorStore;
  readonly sessions: OperatorSessions;
  readonly outbox: Pick<Outbox, 'latest'>;
  /** Whether a mail server is configured. */
  readonly mail: boolean;
  /** In a trial staff read the codes that were sent; in a production only who gets them does. */
  readonly codesAreShown: boolean;
  readonly engines: readonly { readonly status: EngineStatus }[];
}

/** The console reads every few seconds; one log entry an hour is enough. */
const READ_QUIET_MS = 60 * 60 * 1000;

export function operatorCalls(parts: Parts): Handlers<typeof calls> {
  const { store, sessions, outbox, mail, codesAreShown, engines } = parts;
  return {
    operatorEnter: async ({ link }, context) => {
      const entered = await sessions.enter(link, context);
      if (entered === null) return refuse('linkUnknown');
      const { sessionId, ...answer } = entered;
      await store.record(sessionId, 'entered', context.ip, context.now, 0);
      return answer;
    },
    operatorLeave: async (_input, context) => {
      await store.record(context.actor.sessionId, 'left', context.ip, context.now, 0);
      await sessions.leave(context);
      return {};
    },
    getOutbox: async ({ limit }, context) => {
      const { actor, ip, now } = context;
      // The record comes first: nobody reads unrecorded.
      await store.record(actor.sessionId, 'readOutbox', ip, now, READ_QUIET_MS);
      const messages = await outbox.latest(limit);
      if (codesAreShown) return { mail, messages };
      return { mail, messages: messages.map((message) => ({ ...message, content: '' })) };
    },
    getEngineStatus: (_input, { now }) => ({
      at: now,
      engines: engines.map(({ status }) => status),
    }),
    getOperatorLog: async ({ limit }) => ({ entries: await store.log(limit) }),
  };
}
