import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { SECOND } from '@assay/core/time';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import type { EarnMachine } from './machine/earn-machine.ts';

export interface EarnJobOptions {
  readonly realm: Realm;
  /** That of the engine now. */
  readonly machine: () => Pick<EarnMachine, 'hasWork'>;
  readonly submit: (command: Command<'workEarn'>) => Promise<{ readonly ok: boolean }>;
  readonly now: () => number;
}

/**
 * Has the engine book the days that have ended and pay what is due, a slice after the other: each
 * waits until the one before it is durable, so that commands of others come in between. After a
 * downtime it goes on where the rows say that it was.
 */
export function earnJob({ realm, machine, submit, now }: EarnJobOptions): Job {
  return {
    name: `workEarn:${realm}`,
    everyMs: 5 * SECOND,
    atStart: true,
    run: async (_at, signal) => {
      while (!signal.aborted && machine().hasWork(now())) {
        const { ok } = await submit({ type: 'workEarn', actor: OWNER.engine, body: {} });
        if (!ok) return;
      }
    },
  };
}
