import type { PersonalRecords } from '@assay/core/personal-records';
import { SECOND } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { alertCalls, type Quotes } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';
import { AlertStore } from './store.ts';
import { type Fired, Watch } from './watch.ts';

export type { Quotes } from './calls.ts';
export type { Fired } from './watch.ts';

export interface AlertsOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly log: Log;
  readonly quotes: Quotes;
  /** Alerts that somebody may have waiting. */
  readonly most: (now: number) => number;
  /** Hands a message to the message centre. */
  readonly deliver: (message: Fired) => Promise<void>;
}

export interface Alerts {
  readonly calls: CallSet;
  readonly job: Job;
  /** A price of a market, in units, with that of 24 hours ago. Returns at once. */
  price(market: string, price: bigint, open: bigint | null, at: number): void;
  /** When everything that prices have started is done. */
  settled(): Promise<void>;
  readonly personalRecords: PersonalRecords;
}

export const alertsMigrations = () =>
  migrationSets(import.meta.url, 'alerts', {
    shared: { price_alert: ['insert', 'update', 'delete'] },
  });

const DELIVER_EVERY_MS = 30 * SECOND;

/** Assembles the module and reads the alerts that wait. */
export async function createAlerts(options: AlertsOptions): Promise<Alerts> {
  const { database, messages, log, quotes, most, deliver } = options;
  messages.add({ en: english });
  const store = new AlertStore(database.pool);
  const watch = new Watch({ store, log, deliver });
  await watch.load();
  return {
    calls: callSet(calls, alertCalls({ store, watch, quotes, most })),
    job: { name: 'deliverAlerts', everyMs: DELIVER_EVERY_MS, run: (at) => watch.deliver(at) },
    price: (market, price, open, at) => watch.price(market, price, open, at),
    settled: () => watch.settled(),
    personalRecords: {
      read: (userId) => store.list(userId),
      close: async (userId) => watch.forget(await store.removeAll(userId)),
    },
  };
}
