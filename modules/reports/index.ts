import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { reportCalls } from './calls.ts';
import { countingJobs, type ReportSources } from './count.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';
import { ReportStore } from './store.ts';

export type { PeopleCount, ReportSources, TradingSource } from './count.ts';

export const reportMigrations = () =>
  migrationSets(import.meta.url, 'reports', {
    shared: { daily_figure: ['insert', 'update'], daily_progress: ['update'] },
  });

export interface ReportsOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly sources: ReportSources;
}

export interface Reports {
  readonly calls: CallSet;
  readonly jobs: readonly Job[];
}

/** Assembles the module. */
export function createReports({ database, messages, sources }: ReportsOptions): Reports {
  messages.add({ en: english });
  const store = new ReportStore(database);
  return {
    calls: callSet(calls, reportCalls(store, sources)),
    jobs: countingJobs(store, sources),
  };
}
