import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { HOUR, SECOND } from '@assay/core/time';
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

export interface RenewalJobOptions {
  readonly realm: Realm;
  readonly machine: () => Pick<EarnMachine, 'open'>;
  readonly assetSymbol: (asset: number) => string;
  readonly submit: (command: Command<'renewEarn'>) => Promise<{ readonly ok: boolean }>;
  readonly isOffered: (userId: number, asset: string) => Promise<boolean>;
}

/**
 * Turns automatic renewal off for people to whom the product is no longer offered: by the law of
 * another country that they have proved, or by new terms of theirs. The term that runs is kept.
 */
export function endRenewalsJob(options: RenewalJobOptions): Job {
  const { realm, machine, assetSymbol, submit, isOffered } = options;
  return {
    name: `endEarnRenewals:${realm}`,
    everyMs: HOUR,
    atStart: true,
    run: async (_at, signal) => {
      const known = new Map<string, boolean>();
      for (const { id: orderId, userId, asset, renews } of [...machine().open.rows()]) {
        if (signal.aborted) return;
        if (!renews) continue;
        const key = `${userId} ${asset}`;
        const isAllowed = known.get(key) ?? (await isOffered(userId, assetSymbol(asset)));
        known.set(key, isAllowed);
        if (isAllowed) continue;
        // One that has ended or is being redeemed by now is refused, and renews no more.
        const body = { orderId, renews: false };
        await submit({ type: 'renewEarn', actor: OWNER.engine, body });
      }
    },
  };
}
