import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Authenticator } from '@assay/platform/http/context';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { operatorCalls, type Parts } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';
import { OperatorSessions } from './sessions.ts';
import { OperatorStore } from './store/index.ts';

export { ActionEvidence } from './store/evidence.ts';

export interface OperatorsOptions
  extends Pick<Parts, 'outbox' | 'mail' | 'codesAreShown' | 'engines'> {
  readonly database: Pick<Database, 'pool'>;
  readonly messages: Messages;
}

export interface Operators {
  readonly calls: CallSet;
  /** Authenticates staff by their tokens, everybody else by `people`; for calls, not streams. */
  authenticator(people: Authenticator): Authenticator;
  /** The address of the console with a new one-time secret, valid for an hour. */
  newLink(address: string, now: number): Promise<string>;
}

export const operatorMigrations = () =>
  migrationSets(import.meta.url, 'operators', {
    shared: {
      operator: ['insert'],
      operator_link: ['insert', 'update', 'delete'],
      operator_session: ['insert', 'update'],
      operator_action: ['insert'],
    },
  });

export function createOperators(options: OperatorsOptions): Operators {
  options.messages.add({ en: english });
  const store = new OperatorStore(options.database);
  const sessions = new OperatorSessions(store);
  return {
    calls: callSet(calls, operatorCalls({ ...options, store, sessions })),
    authenticator: (people) => sessions.withPeople(people),
    // After "#" the secret is not part of the page's request, and so in no log.
    newLink: async (address, now) => `${address}/console/#${await sessions.newLink(now)}`,
  };
}
