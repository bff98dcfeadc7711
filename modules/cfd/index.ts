import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type CfdCallsOptions, cfdHandlers } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema/index.ts';
import * as tables from './store/tables.ts';

export { cfdPart } from './account-part.ts';
export type { CfdCallsOptions, CfdRealm } from './calls.ts';
export { movedNights } from './listings/holidays.ts';
export { CFD, CONTRACTS, contractMarket } from './listings/index.ts';
export { contractOn } from './listings/published.ts';
export { CfdMachine, listingOf } from './machine/cfd-machine.ts';
export { Quality, qualityJob } from './quality.ts';
export { ALWAYS_OPEN, type Session, type Sessions } from './rules/quote.ts';
export { receiptPage, type Standing, standingOf } from './standing.ts';
export { CFD_HOLDS } from './store/holds.ts';
export { marginTurnoverOf } from './store/reads.ts';
export { CfdQuoteStreams } from './streams.ts';
export type { CfdTrials } from './trials.ts';

/** Texts of this module by language. */
export const cfdMessages = { en: english };

/** The tables of this module. */
export function cfdMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'cfd', {
    realm: {
      ...rightsOf(...Object.values(tables)),
      ...{ cfd_quality: ['insert', 'update'], cfd_quality_progress: ['update'] },
    },
  });
}

/** The calls of this module with their handlers. */
export function createCfdCalls(options: CfdCallsOptions): CallSet {
  return callSet(calls, cfdHandlers(options));
}
