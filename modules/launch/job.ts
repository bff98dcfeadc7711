import { OWNER } from '@assay/core/ledger/owners';
import { SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import type { LaunchRealm } from './parts.ts';

/**
 * Tells the engine that the clock has made something due. The engine decides by its own time, and
 * goes on by itself; what a server that stood still has missed is due at its first look.
 */
export function launchJob({ realm, machine, submit }: LaunchRealm): Job {
  return {
    name: `stepLaunches:${realm}`,
    everyMs: SECOND,
    run: async (at) => {
      if (!machine().isDue(at)) return;
      await submit({ type: 'stepLaunches', actor: OWNER.custody, body: {} });
    },
  };
}
