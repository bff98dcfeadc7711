import { OWNER } from '@assay/core/ledger/owners';
import { DAY, SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import { payoutDigest } from './digest.ts';
import type { Parts } from './parts.ts';
import type { Payer } from './store/destinations.ts';
import { findLost, setPayer } from './store/destinations.ts';
import {
  endDueHolds,
  endlessHolds,
  readyWithdrawals,
  releaseHold,
  type Withdrawal,
} from './store/withdrawals.ts';

const STEP_EVERY_MS = 2 * SECOND;
/** A request whose answer is so old is looked for: the engine answers much sooner. */
const LOST_MS = 10 * SECOND;
/** At once to the engine, which takes them as one batch. */
const TOGETHER = 200;

/** What a step needs beside the parts of the handlers. */
export interface StepOptions {
  /** Who pays what is handed over now. */
  payer(chainId: number): Exclude<Payer, ''>;
  /** Chains that took back what was final: nothing is paid out there. */
  contradicted(): readonly number[];
}

/** What goes on by itself: deadlines, approvals within the tier, handing over, settling. */
export function withdrawalsJob(parts: Parts, options: StepOptions): Job {
  return {
    name: 'stepWithdrawals',
    everyMs: STEP_EVERY_MS,
    run: (at, signal) => step(parts, options, at, signal),
  };
}

/** Every command has a permanent id, so that an interrupted run is done again. */
async function step(parts: Parts, options: StepOptions, at: number, signal: AbortSignal) {
  const { pool } = parts.database;
  await findLost(pool, at - LOST_MS, at - DAY);
  await endDueHolds(pool, at);
  await endWhatIsOver(parts, at);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const ready = await readyWithdrawals(pool, at, after, TOGETHER);
    await Promise.all(ready.map((one) => advance(parts, options, one, at)));
    const last = ready.at(-1);
    if (last === undefined || ready.length < TOGETHER) return;
    after = last.withdrawalId;
  }
}

/** Ends the holds without a deadline whose cause no longer stands. */
async function endWhatIsOver({ database, identity }: Parts, at: number): Promise<void> {
  for (const { digest, reason, userId } of await endlessHolds(database.pool)) {
    const limits = await identity.withdrawalLimits(userId, at);
    const kind = CAUSES[reason];
    if (limits.some((limit) => limit.kind === kind)) continue;
    await releaseHold(database.pool, { digest, reason }, at);
  }
}

/** The limits of identity by what holds because of them. */
const CAUSES: Readonly<Record<string, string>> = {
  stoppedForAll: 'everybody',
  frozenByStaff: 'staffFreeze',
  securityChange: 'withdrawalHold',
};

/** Takes a withdrawal as far as it goes by itself, unless its owner or everybody is stopped. */
export async function advance(
  parts: Parts,
  { payer, contradicted }: StepOptions,
  one: Withdrawal,
  at: number,
): Promise<void> {
  const { realm, database, identity } = parts;
  const { withdrawalId, digest, state, chainId, userId } = one;
  const body = { withdrawalId, digest };
  const by = (step: string) => ({ actor: OWNER.custody, id: `${step} ${withdrawalId}` });
  if (state === 'paying') {
    const payout = payoutDigest(chainId, one.transaction!, one.salt);
    const type = 'settleWithdrawal';
    await realm.submit({ type, ...by(type), body: { ...body, payout } });
    return;
  }
  if (contradicted().includes(chainId)) return;
  const limits = await identity.withdrawalLimits(userId, at);
  // What holds because of a change of security is a hold of the withdrawal, with its own end.
  if (limits.some(({ kind }) => kind !== 'withdrawalHold')) return;
  if (state === 'requested') {
    const type = 'approveWithdrawal';
    const reply = await realm.submit({ type, ...by(type), body: { ...body, ground: 'tier' } });
    if (!reply.ok) return;
  }
  await setPayer(database.pool, digest, payer(chainId));
  const type = 'payWithdrawal';
  await realm.submit({ type, ...by(type), body });
}
