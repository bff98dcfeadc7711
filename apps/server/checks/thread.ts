import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Peer } from '@assay/platform/check/peer';
import type { CheckHost } from '@assay/platform/check/service';
import { systemClock } from '@assay/platform/clock';
import type { RealmPart } from '../realm.ts';
import { type CheckSettings, createCheckService } from './service.ts';

const BELOW_NORMAL = 10;

/**
 * Runs the check in the thread that calls it: whatever it costs, no order waits for it.
 * @param parts the modules that the server has beside those of the product
 */
export function runChecker(parts: readonly RealmPart[] = []): void {
  if (parentPort === null) throw new Error('a check runs in a thread of its own');
  // On Linux this is the priority of the thread alone; elsewhere it would be that of the server.
  if (process.platform === 'linux') os.setPriority(BELOW_NORMAL);
  const server: Peer = new Peer(parentPort, {
    begin: (...values: Parameters<typeof service.begin>) => service.begin(...values),
    prove: (...values: Parameters<typeof service.prove>) => service.prove(...values),
    run: () => service.run(),
    stop: () => service.stop(),
  });
  const host: CheckHost = {
    confirm: (...values) => server.call('confirm', ...values),
    found: (...values) => void server.call('found', ...values),
    signed: (...values) => void server.call('signed', ...values),
    warn: (error, text) => void server.call('warn', String(error), text),
  };
  const settings = workerData as CheckSettings;
  const service = createCheckService(settings, host, () => systemClock.now(), parts);
}
