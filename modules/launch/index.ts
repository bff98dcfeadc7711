import type { PersonalRecords } from '@assay/core/personal-records';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { personHandlers } from './calls/person.ts';
import { staffHandlers } from './calls/staff.ts';
import { launchJob } from './job.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Parts } from './parts.ts';
import { launchCalls } from './schema/person.ts';
import { launchStaffCalls } from './schema/staff.ts';
import { applicationsOf, dropApplications } from './store/applications.ts';
import { launch, launchMove, launchResult, subscription } from './store/tables.ts';

export { launchPart } from './account-part.ts';
export { approvals as launchApprovals } from './approvals.ts';
export { LaunchMachine } from './machine/launch-machine.ts';
export type { LaunchRealm } from './parts.ts';
export { refuseLaunchApplication } from './refusal.ts';
export { LaunchReads } from './store/reads.ts';

/** Texts of this module by language. */
export const launchMessages = { en: english };

/** The tables of this module. */
export function launchMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'launch', {
    shared: {
      launch_application: ['insert', 'update', 'delete'],
      launch_waiting: ['insert', 'update'],
    },
    realm: rightsOf(launch, subscription, launchResult, launchMove),
  });
}

export interface LaunchModule {
  readonly calls: readonly CallSet[];
  readonly jobs: readonly Job[];
  readonly personalRecords: PersonalRecords;
}

/** Assembles what is around the machines' new coins. */
export function createLaunch(parts: Parts): LaunchModule {
  const { realms, database } = parts;
  return {
    calls: [
      callSet(launchCalls, personHandlers(parts)),
      callSet(launchStaffCalls, staffHandlers(parts)),
    ],
    jobs: Object.values(realms).map(launchJob),
    personalRecords: {
      read: async (userId) => {
        const applications = await applicationsOf(database.pool, userId);
        return applications.map(({ userId: _, ...application }) => application);
      },
      close: async () => undefined,
      erase: (userId) => dropApplications(database.pool, userId),
    },
  };
}
