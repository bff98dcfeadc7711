import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';
import { type EmergencyOptions, EmergencyStops } from './stops.ts';
import { StopStore } from './store.ts';

export { approvals as emergencyApprovals, type EmergencyStops } from './stops.ts';

export const emergencyMigrations = () =>
  migrationSets(import.meta.url, 'emergency', { shared: { emergency_stop: ['insert', 'update'] } });

/** Assembles the module and reads what is stopped, so that nothing is open for a moment. */
export async function createEmergency(
  database: Pick<Database, 'pool'>,
  options: Omit<EmergencyOptions, 'store'> & { readonly messages: Messages },
): Promise<{ readonly stops: EmergencyStops; readonly calls: CallSet }> {
  options.messages.add({ en: english });
  const stops = new EmergencyStops({ ...options, store: new StopStore(database) });
  await stops.load();
  return { stops, calls: callSet(calls, stops.calls()) };
}
