import { OWNER } from '@assay/core/ledger/owners';
import { SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import { PRACTICE_KEY, signRound } from './machine/beacon.ts';
import type { LaunchRealm } from './parts.ts';
import { beaconOf, timesOf } from './rules/lottery.ts';

/**
 * Tells the engine that the clock has made something due. The engine decides by its own time, and
 * goes on by itself; what a server that stood still has missed is due at its first look. Rounds of
 * the practice beacon, whose key everybody knows, it brings itself.
 */
export function launchJob({ realm, machine, submit }: LaunchRealm): Job {
  return {
    name: `stepLaunches:${realm}`,
    everyMs: SECOND,
    run: async (at) => {
      for (const body of practiceRounds(machine(), at)) {
        await submit({ type: 'drawLaunch', actor: OWNER.custody, body });
      }
      if (!machine().isDue(at)) return;
      await submit({ type: 'stepLaunches', actor: OWNER.custody, body: {} });
    },
  };
}

function practiceRounds({ launches }: ReturnType<LaunchRealm['machine']>, at: number) {
  return launches.rows().flatMap((project) => {
    const { lottery } = launches.terms(project);
    const isAwaited = project.phase === 'awaiting' && project.listDigest !== null;
    if (lottery === undefined || !isAwaited || at < timesOf(lottery).at) return [];
    if (beaconOf(lottery.chain)?.name !== 'practice') return [];
    const { round } = lottery;
    return [{ launchId: project.id, round, signature: signRound(PRACTICE_KEY, round) }];
  });
}
