import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type SpotCallsOptions, spotCalls } from './calls/spot-calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';

export { type OrderDone, type OrderTraded, SpotDesk } from './calls/desk.ts';
export { storedView } from './calls/lists.ts';
export type { Sender, SpotRealm } from './calls/realm.ts';
export { SpotRecords, type StoredOrder } from './calls/records.ts';
export { type Moment, momentOf, type OpenOrder, openOrderOf } from './calls/standing.ts';
export { feeTierJob, staleQuotesJob } from './jobs.ts';
export { allLevels } from './machine/levels.ts';
export { SpotMachine } from './machine/spot-machine.ts';
export {
  type FillsPart,
  type HistoryPart,
  type OcoLeg,
  readOpenOcos,
} from './store/history.ts';
export { SPOT_HOLDS } from './store/holds.ts';
export { readLastTrades, readOpenOrders, readTradesFrom } from './store/reads.ts';
export { firstTradeSince, readTapeBefore, readTapeFrom, type TapeRow } from './store/tape.ts';
export { type SpotStart, SpotStreams } from './streams.ts';
export { tradeView } from './views.ts';

/** Texts of this module by language. */
export const spotMessages = { en: english };

/** The tables of this module. */
export function spotMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'spot');
}

/** The calls of this module with their handlers. */
export function createSpotCalls(options: SpotCallsOptions): CallSet {
  return callSet(calls, spotCalls(options));
}
