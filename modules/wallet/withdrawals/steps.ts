import { OWNER } from '@assay/core/ledger/owners';
import { DAY, SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import { BANK } from './bank-way.ts';
import { confirmEntries, type PaidOptions } from './by-hand.ts';
import { payoutDigest } from './digest.ts';
import type { Parts } from './parts.ts';
import type { Payer } from './store/destinations.ts';
import { findLost, setPayer } from './store/destinations.ts';
import { unconfirmedOf } from './store/situation.ts';
import {
  endDueHolds,
  endlessHolds,
  placeHold,
  readyWithdrawals,
  releaseHold,
  takeBack,
  takenBack,
  type Withdrawal,
  withdrawalById,
} from './store/withdrawals.ts';
import { isRecallable } from './views.ts';

const STEP_EVERY_MS = 2 * SECOND;
/** A request whose answer is so old is looked for: the engine answers much sooner. */
const LOST_MS = 10 * SECOND;
/** At once to the engine, which takes them as one batch. */
const TOGETHER = 200;

/** What a step needs beside the parts of the handlers. */
export interface StepOptions extends PaidOptions {
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
  for (const one of await takenBack(pool)) await letGo(parts, one);
  await confirmEntries(parts, options, at);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const ready = await readyWithdrawals(pool, at, after, TOGETHER);
    await Promise.all(ready.map((one) => advance(parts, options, one, at)));
    const last = ready.at(-1);
    if (last === undefined || ready.length < TOGETHER) return;
    after = last.withdrawalId;
  }
}

/** The engine lets go what its owner has taken back, under one permanent id. */
function letGo({ realm }: Parts, { withdrawalId, digest }: Pick<Withdrawal, IdAndDigest>) {
  const [type, id] = ['recallWithdrawal', `recallWithdrawal ${withdrawalId}`] as const;
  return realm.submit({ type, actor: OWNER.custody, id, body: { withdrawalId, digest } });
}
type IdAndDigest = 'withdrawalId' | 'digest';

/**
 * Its owner takes back what was handed over to the signer; null where that has signed it, or it is
 * none of the signer's. One row decides: the signer's, or this one.
 */
export async function recall(parts: Parts, withdrawalId: number, userId: number, now: number) {
  const { pool } = parts.database;
  const one = await withdrawalById(pool, withdrawalId);
  if (one?.userId !== userId) return null;
  // The same command id again: the engine has kept its first answer, which was that it is paying.
  if (one.state === 'cancelled' && one.payingAt !== null) return letGo(parts, one);
  if (!isRecallable(one)) return null;
  return (await takeBack(pool, withdrawalId, 'owner', now)) ? letGo(parts, one) : null;
}

/** Ends the holds without a deadline whose cause no longer stands. */
async function endWhatIsOver(parts: Parts, at: number): Promise<void> {
  const { database, identity } = parts;
  for (const hold of await endlessHolds(database.pool)) {
    const { digest, reason, userId, placedAt } = hold;
    if (reason === 'confirmations') {
      // What came after the request keeps nothing of it.
      const shallow = await unconfirmedOf(database.pool, userId, placedAt);
      if (shallow.length === 0) await releaseHold(database.pool, { digest, reason }, at);
      continue;
    }
    if (reason === 'chainClosed' || reason === 'unknownAddress') {
      const stands = (await obstacleOf(parts, hold, at)) === reason;
      if (!stands) await releaseHold(database.pool, { digest, reason }, at);
      continue;
    }
    const limits = await identity.withdrawalLimits(userId, at);
    const kind = CAUSES[reason];
    if (limits.some((limit) => limit.kind === kind)) continue;
    await releaseHold(database.pool, { digest, reason }, at);
  }
}

type Going = Pick<Withdrawal, 'userId' | 'kind' | 'chainId' | 'asset' | 'address' | 'memo'>;

/**
 * What has come up since the request and keeps it from being handed over: its chain is offered no
 * more, or its owner lets money go to known addresses only, among which it is not.
 */
async function obstacleOf(
  { networks, book }: Parts,
  { userId, kind, chainId, asset, address, memo }: Going,
  at: number,
): Promise<'chainClosed' | 'unknownAddress' | null> {
  const isOffered = networks().some((one) => one.chainId === chainId && one.asset === asset);
  if (chainId !== BANK && !isOffered) return 'chainClosed';
  if (kind === 'return' || !(await book.isWhitelistOnly(userId, at))) return null;
  const known = await book.find(userId, { chainId, address, memo });
  return known === null ? 'unknownAddress' : null;
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
  // What holds because of a change of security is a hold of the withdrawal, with its own end; who
  // has come back without a factor takes out nothing that was asked for before, either.
  if (limits.some(({ kind, isLong }) => kind !== 'withdrawalHold' || isLong)) return;
  const reason = await obstacleOf(parts, one, at);
  if (reason !== null) return placeHold(database.pool, { digest, reason }, at);
  if (state === 'requested') {
    const type = 'approveWithdrawal';
    const reply = await realm.submit({ type, ...by(type), body: { ...body, ground: 'tier' } });
    if (!reply.ok) return;
  }
  await setPayer(database.pool, digest, payer(chainId));
  const type = 'payWithdrawal';
  await realm.submit({ type, ...by(type), body });
}
