import type { ApiKeys } from '@assay/modules/api-keys';
import type { Identity, VirtualAccounts } from '@assay/modules/identity';
import type { Job } from '@assay/platform/jobs/jobs';

export interface LostVisitorsOptions {
  readonly identity: Pick<Identity, 'loseVisitors' | 'visitorsEnded'>;
  readonly apiKeys: Pick<ApiKeys, 'endOf'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'end'>;
}

const LOOK_EVERY_MS = 10 * 60 * 1000;
/** Accounts of one round; between rounds the job can be stopped. */
const ROUND = 200;

/**
 * Ends the virtual accounts that nobody can enter again: first what could open them, for good,
 * then, by one command each, their orders and balances. What a crash interrupts is done again: the
 * commands have permanent ids, and an account is done only when that is noted.
 */
export function lostVisitorsJob(options: LostVisitorsOptions): Job {
  const { identity, apiKeys, virtualAccounts } = options;
  return {
    name: 'lostVisitors',
    everyMs: LOOK_EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      let lost: readonly number[];
      do {
        signal.throwIfAborted();
        lost = await identity.loseVisitors(at, ROUND);
        await apiKeys.endOf(lost, at);
        for (const userId of lost) await virtualAccounts.end(userId);
        await identity.visitorsEnded(lost, at);
      } while (lost.length === ROUND);
    },
  };
}
