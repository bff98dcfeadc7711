import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type Origin, Parameters } from './parameters.ts';
import { calls } from './schema.ts';
import { ParameterStore } from './store.ts';

export { approvals as parameterApprovals, type Origin, type Parameters } from './parameters.ts';

export const parameterMigrations = () =>
  migrationSets(import.meta.url, 'parameters', {
    shared: { parameter_version: ['insert'], parameter_withdrawal: ['insert'] },
  });

export interface ParametersModule {
  readonly parameters: Parameters;
  readonly calls: CallSet;
}

/** Assembles the module and reads what was published. */
export async function createParameters(
  database: Pick<Database, 'pool'>,
  origin: Origin,
): Promise<ParametersModule> {
  const parameters = new Parameters(new ParameterStore(database), origin);
  await parameters.load();
  return {
    parameters,
    calls: callSet(calls, {
      getParameterChanges: (_input, { now }) => ({ at: now, changes: parameters.changes() }),
      getParameters: (_input, { now }) => ({ at: now, parameters: parameters.views(now) }),
    }),
  };
}
