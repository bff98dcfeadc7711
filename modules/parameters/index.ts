import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type Origin, Parameters } from './parameters.ts';
import { calls, type TermsKindName } from './schema.ts';
import { ParameterStore, TermsStore } from './store.ts';
import { PublishedTerms, type TermsKind } from './terms.ts';

export { approvals as parameterApprovals, type Origin, type Parameters } from './parameters.ts';
export { approvals as termsApprovals, type PublishedTerms, type TermsKind } from './terms.ts';

export const parameterMigrations = () =>
  migrationSets(import.meta.url, 'parameters', {
    shared: {
      ...{ parameter_version: ['insert'], parameter_withdrawal: ['insert'] },
      ...{ terms_version: ['insert'], terms_withdrawal: ['insert'] },
    },
  });

export interface ParametersModule {
  readonly parameters: Parameters;
  readonly terms: PublishedTerms;
  readonly calls: CallSet;
}

/** Assembles the module and reads what was published. */
export async function createParameters(
  database: Pick<Database, 'pool'>,
  origin: Origin,
  kinds: Readonly<Record<TermsKindName, TermsKind>>,
): Promise<ParametersModule> {
  const parameters = new Parameters(new ParameterStore(database), origin);
  const terms = new PublishedTerms(new TermsStore(database), kinds);
  await Promise.all([parameters.load(), terms.load()]);
  return {
    ...{ parameters, terms },
    calls: callSet(calls, {
      getParameterChanges: (_input, { now }) => ({ at: now, changes: parameters.changes() }),
      getTermsChanges: (_input, { now }) => ({ at: now, changes: terms.changes() }),
      getParameters: (_input, { now }) => ({ at: now, parameters: parameters.views(now) }),
    }),
  };
}
