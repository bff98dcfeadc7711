import type { PersonalRecords } from '@assay/core/personal-records';
import { HOUR, SECOND } from '@assay/core/time';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Handlers } from '@assay/platform/http/context';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Hub } from '@assay/platform/streams/hub';
import { cannedCalls } from './calls/canned.ts';
import { customerCalls } from './calls/customers.ts';
import { fileCalls } from './calls/files.ts';
import { freezeCalls } from './calls/freezes.ts';
import { leavingCalls } from './calls/leaving.ts';
import { keepFilesOf, personCalls } from './calls/person.ts';
import { ratingCalls } from './calls/ratings.ts';
import { staffCalls } from './calls/staff.ts';
import { Live } from './live.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Parts } from './parts.ts';
import { supportRecords } from './records.ts';
import { NOTIFY_AFTER_MS, SILENT_MS } from './rules/index.ts';
import { calls, type SupportFact } from './schema/index.ts';
import { forgetDrafts } from './store/files.ts';
import { closeSilent, findTicket, openedByDay, takeUnread } from './store/tickets.ts';

export { approvals as supportApprovals, freezeCommand } from './calls/freezes.ts';
export { lostFactorsCommand, ownFreezeCommand } from './calls/lost-factors.ts';
export type { Colleagues, Verified } from './parts.ts';

export interface SupportOptions extends Omit<Parts, 'live' | 'publish'> {
  readonly messages: Messages;
}

export interface Support {
  readonly calls: CallSet;
  readonly jobs: readonly Job[];
  /** Begins a conversation of this person, as if they had done so on its screen. */
  readonly open: Handlers<typeof calls>['openSupport'];
  /** Whether this conversation is this person's. */
  isOf(ticketId: number, userId: number): Promise<boolean>;
  /** How many conversations people began, by UTC day, from an instant on. */
  openedByDay(from: number): Promise<{ day: number; count: number }[]>;
  onFact(listener: (fact: SupportFact) => void): void;
  /** Publishes to people at the app's stream, and to staff at the console's. */
  stream(ofPeople: Pick<Hub, 'declare'>, ofStaff: Pick<Hub, 'declare'>): void;
  /** A person's conversations: pictures go with the account, texts when no law keeps them. */
  readonly personalRecords: PersonalRecords;
}

export const supportMigrations = () =>
  migrationSets(import.meta.url, 'support', {
    shared: {
      support_ticket: ['insert', 'update'],
      // Of a message only its text can be erased, by a trigger.
      support_message: ['insert', 'update'],
      support_file: ['insert', 'update', 'delete'],
      support_look: ['insert'],
      support_canned: ['insert', 'update'],
    },
  });

const NOTIFY_EVERY_MS = 5 * SECOND;

/** Assembles the module. */
export function createSupport({ messages, ...options }: SupportOptions): Support {
  messages.add({ en: english });
  const { database, colleagues } = options;
  const live = new Live();
  const listeners: ((fact: SupportFact) => void)[] = [];
  const publish = (fact: SupportFact) => {
    for (const listener of listeners) listener(fact);
  };
  const parts: Parts = { ...options, live, publish };
  const handlers = {
    ...personCalls(parts),
    ...fileCalls(parts),
    ...staffCalls(parts),
    ...leavingCalls(parts),
    ...ratingCalls(parts),
    ...cannedCalls(parts),
    ...customerCalls(parts),
    ...freezeCalls(parts),
  };
  const notify = async (at: number) => {
    for (const unread of await takeUnread(database.pool, at - NOTIFY_AFTER_MS)) {
      publish({ fact: 'supportUnread', ...unread });
    }
  };
  const close = async (at: number) => {
    const closed = await closeSilent(database.pool, at - SILENT_MS, at);
    await keepFilesOf(
      parts,
      closed.map(({ ticketId }) => ticketId),
      at,
    );
    await forgetDrafts(database.pool, at);
  };
  return {
    calls: callSet(calls, handlers),
    open: handlers.openSupport,
    jobs: [
      { name: 'notifySupport', everyMs: NOTIFY_EVERY_MS, run: notify },
      { name: 'closeSilentSupport', everyMs: HOUR, run: close },
    ],
    isOf: async (ticketId, userId) =>
      (await findTicket(database.pool, ticketId))?.userId === userId,
    openedByDay: (from) => openedByDay(database.pool, from),
    onFact: (listener) => void listeners.push(listener),
    stream: (ofPeople, ofStaff) => {
      live.ofPeople(ofPeople);
      live.ofStaff(ofStaff, async (operatorId) =>
        (await colleagues.answering()).some((one) => one.operatorId === operatorId),
      );
    },
    personalRecords: supportRecords(parts),
  };
}
