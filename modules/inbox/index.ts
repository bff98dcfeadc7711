import { REALMS } from '@assay/core/ledger/realm';
import type { PersonalRecords } from '@assay/core/personal-records';
import { SECOND } from '@assay/core/time';
import type { Identity } from '@assay/modules/identity';
import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Hub } from '@assay/platform/streams/hub';
import { inboxCalls } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { Push } from './push.ts';
import { type Channel, FIXED, USUAL } from './rules.ts';
import { calls } from './schema.ts';
import { InboxStore, type NewMessage } from './store/index.ts';
import { readOrMakePushKeys } from './store/push-keys.ts';

export interface InboxOptions {
  readonly database: Pick<Database, 'pool'>;
  /** The folder of the keys of browsers' notifications. */
  readonly dataDir: string;
  readonly messages: Messages;
  readonly log: Log;
  readonly identity: Pick<Identity, 'write' | 'hasEmail'>;
  readonly siteName: string;
  /** Whom makers of browsers may write to: an https: or mailto: address. */
  readonly contact: string;
  /** Further hosts of notifications, for tests. */
  readonly pushHosts?: readonly string[];
  readonly fetch?: typeof fetch;
}

export interface Inbox {
  readonly calls: CallSet;
  readonly job: Job;
  /** Delivers a message by the channels that the person has chosen. */
  deliver(message: NewMessage): Promise<void>;
  /** The person has read what messages with this link are about. */
  readAbout(userId: number, link: string, now: number): Promise<void>;
  /** Publishes the number of unread messages to those who look. */
  stream(hub: Pick<Hub, 'declare'>): void;
  readonly personalRecords: PersonalRecords;
}

export const inboxMigrations = () =>
  migrationSets(import.meta.url, 'inbox', {
    shared: {
      inbox_message: ['insert', 'update', 'delete'],
      inbox_choice: ['insert', 'update', 'delete'],
      push_endpoint: ['insert', 'update', 'delete'],
      push_task: ['insert', 'update', 'delete'],
    },
  });

const SEND_EVERY_MS = 2 * SECOND;
const CHANNEL = 'inbox';

export function createInbox(options: InboxOptions): Inbox {
  const { database, dataDir, messages, log, identity, siteName, contact } = options;
  const { pushHosts: hosts = [], fetch: ask = fetch } = options;
  messages.add({ en: english });
  const store = new InboxStore(database.pool);
  const keys = readOrMakePushKeys(dataDir);
  const push = new Push({ store, keys, messages, log, contact, siteName, hosts, fetch: ask });
  let counted: (userId: number, unread: number) => void = () => undefined;
  const handlers = inboxCalls({
    ...{ store, messages, hosts, pushKey: keys.publicKey },
    hasEmail: (userId) => identity.hasEmail(userId),
    counted: (userId, unread) => counted(userId, unread),
  });
  return {
    calls: callSet(calls, handlers),
    job: { name: 'sendNotifications', everyMs: SEND_EVERY_MS, run: (at) => push.sendDue(at) },
    deliver: async (message) => {
      const { userId, kind, key, details } = message;
      const choices = await store.choices(userId);
      const isOn = (channel: Channel) =>
        FIXED[kind].includes(channel) ||
        (choices.find((one) => one.kind === kind && one.channel === channel)?.isOn ??
          USUAL[kind][channel]);
      if (isOn('app')) await store.add(message);
      // The mails about security are those of the accounts, which carry a link that freezes.
      if (kind !== 'security' && isOn('email')) await identity.write(userId, key, details);
      if (isOn('push')) await store.addTasks(message);
      counted(userId, await store.unread(userId));
    },
    readAbout: async (userId, link, now) => {
      if (!(await store.readAbout(userId, link, now))) return;
      counted(userId, await store.unread(userId));
    },
    stream: (hub) => {
      const publishers = REALMS.map((realm) =>
        hub.declare(
          realm,
          CHANNEL,
          { everyMs: 0, private: true },
          {
            snapshot: async (name, { userId }) =>
              name === CHANNEL && userId !== null ? { unread: await store.unread(userId) } : null,
          },
        ),
      );
      counted = (userId, unread) => {
        for (const publisher of publishers) publisher.publish(CHANNEL, { unread }, userId);
      };
    },
    personalRecords: {
      read: (userId) => store.all(userId),
      close: (userId) => store.removeAll(userId),
    },
  };
}
