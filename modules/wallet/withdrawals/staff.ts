import { claimOf } from '@assay/core/claim';
import { staffActor } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { type Refusal, refuse } from '@assay/core/schema/outcome';
import { MINUTE } from '@assay/core/time';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import { type RiskCode, turnoverOf } from '../rules/index.ts';
import type { QueuedWithdrawal, WithdrawalCase, walletStaffCalls } from '../schema/staff.ts';
import type { Parts } from './parts.ts';
import { situationOf } from './situation.ts';
import { lastEntry } from './store/by-hand.ts';
import {
  claim,
  lotsTaken,
  openWithdrawals,
  release,
  type Withdrawal,
  withdrawalById,
  withdrawalsOf,
} from './store/withdrawals.ts';
import { stageOf, timelineOf, viewOf } from './views.ts';

const CLAIM_MS = 30 * MINUTE;
const QUEUE_MAX = 500;
const EARLIER_MAX = 10;

const text = (units: bigint) => formatDecimal(units, SCALE);

export function staffHandlers(parts: Parts): Handlers<typeof walletStaffCalls> {
  const { database, record } = parts;
  return {
    getWithdrawalQueue: async (_input, { actor, now }) => {
      const me = actor.operator.operatorId;
      const found = await openWithdrawals(database.pool, QUEUE_MAX);
      const withdrawals = found.map((one) => queuedOf(one, me, now)).sort(byUrgency);
      const decided = withdrawals.filter(({ dueAt }) => dueAt !== null);
      const late = withdrawals.filter(({ stage }) => stage === 'late').length;
      return { waiting: decided.length, late, withdrawals };
    },
    getWithdrawalCase: async ({ withdrawalId }, context) => {
      const one = await withdrawalById(database.pool, withdrawalId);
      if (one === null) return refuse('unknownWithdrawal');
      const subject = `user:${one.userId}`;
      await record(context, { action: 'withdrawalOpened', subject, detail: { withdrawalId } });
      return caseOf(parts, one, context);
    },
    claimWithdrawal: async ({ withdrawalId }, { actor, now }) => {
      const one = await withdrawalById(database.pool, withdrawalId);
      if (one === null) return refuse('unknownWithdrawal');
      if (one.endedAt !== null) return refuse('wrongState', { state: one.state });
      const claimedUntil = now + CLAIM_MS;
      const { operatorId } = actor.operator;
      const claimed = await claim(database.pool, withdrawalId, operatorId, now, claimedUntil);
      return claimed ? { claimedUntil } : refuse('claimedByOther');
    },
    releaseWithdrawal: async ({ withdrawalId }, context) => {
      const one = await claimed(parts, withdrawalId, context);
      if (!('digest' in one)) return one;
      await release(database.pool, withdrawalId, context.actor.operator.operatorId);
      return {};
    },
    approveWithdrawalAlone: async ({ withdrawalId }, context) => {
      const one = await claimed(parts, withdrawalId, context);
      if (!('digest' in one)) return one;
      if (context.actor.operator.accounts.includes(one.userId)) return refuse('ownMatter');
      if (one.state !== 'requested') return refuse('wrongState', { state: one.state });
      if (one.ground === 'twoPeople') return refuse('needsTwoPeople');
      const { digest, userId } = one;
      const subject = `user:${userId}`;
      const detail = { withdrawalId, digest };
      await record(context, { action: 'withdrawalApproved', subject, detail });
      const { operatorId } = context.actor.operator;
      const reply = await parts.realm.submit({
        type: 'approveWithdrawal',
        actor: staffActor(operatorId),
        id: `approveAlone ${withdrawalId}`,
        body: { withdrawalId, digest, ground: 'onePerson' },
      });
      if (!reply.ok) return refuse('wrongState', reply.detail ?? {});
      await release(database.pool, withdrawalId, operatorId);
      return {};
    },
  };
}

/** An open withdrawal that this member of staff works on, or why it is none. */
async function claimed(
  { database }: Parts,
  withdrawalId: number,
  { actor, now }: StaffContext,
): Promise<Withdrawal | Refusal<'unknownWithdrawal' | 'notClaimed'>> {
  const one = await withdrawalById(database.pool, withdrawalId);
  if (one === null) return refuse('unknownWithdrawal');
  return claimOf(one, actor.operator.operatorId, now).claimedByMe ? one : refuse('notClaimed');
}

function queuedOf(one: Withdrawal, me: number, now: number): QueuedWithdrawal {
  const { withdrawalId, userId, asset, amount, ground, risk, requestedAt, queuedUntil } = one;
  return {
    ...{ withdrawalId, userId, asset, amount: text(amount), ground, requestedAt, queuedUntil },
    ...{ stage: stageOf(one, now), score: risk.score, dueAt: dueOf(one) },
    ...claimOf(one, me, now),
  };
}

/** By when people decide; the one that is paid by hand, at once. */
function dueOf({ state, holds, payer, payingAt, ...one }: Withdrawal): number | null {
  if (state === 'paying') {
    return payer === 'hand' && (one.transaction ?? one.entered) === null ? payingAt : null;
  }
  if (state !== 'requested') return null;
  const looked = holds.filter(({ outcome, reason }) => {
    return outcome !== 'released' && REVIEWED.has(reason);
  });
  const deadlines = looked.flatMap(({ deadline }) => (deadline === null ? [] : [deadline]));
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

/** Holds that people end by deciding. */
const REVIEWED: ReadonlySet<string> = new Set(['turnover', 'amount', 'risk', 'outflow', 'payee']);

/** What is late, then what is due first, then the rest in the order of its request. */
function byUrgency(a: QueuedWithdrawal, b: QueuedWithdrawal): number {
  const rank = ({ dueAt }: QueuedWithdrawal) => dueAt ?? Number.MAX_SAFE_INTEGER;
  const late = Number(b.stage === 'late') - Number(a.stage === 'late');
  return late || rank(a) - rank(b) || a.withdrawalId - b.withdrawalId;
}

async function caseOf(
  parts: Parts,
  one: Withdrawal,
  { actor, now }: StaffContext,
): Promise<WithdrawalCase> {
  const { database, networks } = parts;
  const { userId, asset, chainId, address, amount, digest } = one;
  const network = networks().find((of) => of.chainId === chainId && of.asset === asset) ?? null;
  const payee = { hasRecipient: true, hasProvider: true };
  const wanted = { ...one, network, address, amount, ...payee, notBefore: 0 };
  const { situation } = await situationOf(parts, wanted, now);
  const limits = await parts.identity.withdrawalLimits(userId, now);
  const lots = await lotsTaken(database.pool, digest);
  const all = await withdrawalsOf(database.pool, userId, { limit: EARLIER_MAX + 1 });
  const { kind, recipient, provider, token, sum, payer, ground, risk } = one;
  return {
    ...{ withdrawal: viewOf(one, networks(), now), timeline: timelineOf(one), userId, kind },
    customer: await parts.customer(userId),
    verified: situation.verified,
    limits: limits.map(({ kind: of, reason, expiresAt }) => ({ kind: of, reason, expiresAt })),
    recipient: recipient === '' ? '' : parts.mask(recipient),
    ...{ provider, digest, token, sum: String(sum), payer, ground },
    byHand: await lastEntry(database.pool, one.withdrawalId),
    risk: {
      score: risk.score,
      inputs: risk.inputs.map(({ code, points }) => ({ code: code as RiskCode, points })),
    },
    lots: lots.map(({ lot, taken, amount: of, at }) => ({
      ...{ deposit: lot === 0 ? null : lot, taken: text(BigInt(taken)), at },
      amount: of === null ? null : text(BigInt(of)),
    })),
    story: storyOf(situation, all),
    earlier: all
      .filter(({ withdrawalId }) => withdrawalId !== one.withdrawalId)
      .slice(0, EARLIER_MAX)
      .map((of) => ({
        ...{ withdrawalId: of.withdrawalId, amount: text(of.amount), asset: of.asset },
        ...{ address: of.address, stage: stageOf(of, now), requestedAt: of.requestedAt },
      })),
    ...claimOf(one, actor.operator.operatorId, now),
  };
}

type Situation = Awaited<ReturnType<typeof situationOf>>['situation'];

function storyOf({ lots, turnoverDone, available, held }: Situation, all: readonly Withdrawal[]) {
  const sum = (amounts: readonly bigint[]) => text(amounts.reduce((a, b) => a + b, 0n));
  const paid = all.filter(({ state }) => state === 'paid');
  return {
    deposited: sum(lots.map(({ amount }) => amount)),
    withdrawn: sum(paid.map(({ amount }) => amount)),
    turnedOver: text(turnoverDone),
    requiredTurnover: text(turnoverOf(lots, turnoverDone).required),
    ...{ available: text(available), held: text(held) },
  };
}
