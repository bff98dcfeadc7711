import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { HoldCode } from '../rules/index.ts';
import { type Reason, STEPS } from '../schema/commands.ts';
import type { Stage, TimelineEvent, WithdrawalDetails } from '../schema/withdrawals.ts';
import type { Network } from './parts.ts';
import type { Withdrawal } from './store/withdrawals.ts';

const decimal = (units: bigint) => formatDecimal(units, SCALE);

/** Those whose deadline nobody shortens: they end by themselves. */
const OF_ITSELF: ReadonlySet<string> = new Set<HoldCode>([
  ...(['stoppedForAll', 'frozenByStaff', 'securityChange', 'newDevice', 'newAddress'] as const),
  ...(['confirmations', 'chainClosed', 'unknownAddress'] satisfies HoldCode[]),
]);

export function stageOf(withdrawal: Withdrawal, now: number): Stage {
  const { state, holds, queuedUntil, bank } = withdrawal;
  if (bank?.back) return 'sentBack';
  if (state !== 'requested') return state;
  const open = holds.filter(({ outcome }) => outcome !== 'released');
  if (open.some(({ outcome }) => outcome === 'escalated')) return 'late';
  if (open.length > 0) {
    return open.every(({ reason }) => OF_ITSELF.has(reason)) ? 'held' : 'review';
  }
  return queuedUntil > now ? 'queued' : 'review';
}

/** A withdrawal as its owner sees it. */
export function viewOf(
  withdrawal: Withdrawal,
  networks: readonly Network[],
  now: number,
): WithdrawalDetails {
  const { withdrawalId, asset, amount, fee, state, requestedAt, queuedUntil } = withdrawal;
  const { chainId, address, memo, approvedAt, payingAt, endedAt } = withdrawal;
  const network = networks.find((one) => one.chainId === chainId && one.asset === asset);
  const transaction = withdrawal.transaction ?? '';
  const explorer = transaction === '' ? '' : (network?.explorer ?? '');
  return {
    ...{ withdrawalId, asset, state, requestedAt, queuedUntil, chainId, address, memo },
    ...{ amount: decimal(amount), fee: decimal(fee), arrives: decimal(amount - fee) },
    stage: stageOf(withdrawal, now),
    reason: withdrawal.reason as Reason | '',
    changedAt: withdrawal.bank?.back?.at ?? endedAt ?? payingAt ?? approvedAt ?? requestedAt,
    chain: withdrawal.bank?.bankName ?? network?.chain ?? String(chainId),
    transaction,
    transactionLink: explorer === '' ? '' : `${explorer}${transaction}`,
    canCancel: STEPS.cancelWithdrawal.from.some((one) => one === state) || isRecallable(withdrawal),
    holds: withdrawal.holds.map(({ reason, placedAt, deadline, follows, outcome }) => ({
      ...{ reason: reason as HoldCode, placedAt, deadline, follows, outcome },
    })),
    planId: withdrawal.planId,
    bank: bankViewOf(withdrawal),
  };
}

/** Handed over to the signer, which has not signed it. */
export function isRecallable({ state, payer, isSigned }: Withdrawal): boolean {
  return state === 'paying' && payer === 'signer' && !isSigned;
}

function bankViewOf({ bank, address: account, recipient: payeeName }: Withdrawal) {
  if (bank === null) return null;
  const { proceeds, rate, back, ...rest } = bank;
  return {
    ...{ ...rest, account, payeeName, proceeds: decimal(proceeds), rate: decimal(rate) },
    back: back && { ...back, returned: decimal(back.returned), amount: decimal(back.amount) },
  };
}

const event = (what: TimelineEvent['what'], at: number, more: Partial<TimelineEvent> = {}) =>
  ({ what, at, until: null, reason: '', by: '', ...more }) as const;

/** Everything that happened to it, the first first. */
export function timelineOf(withdrawal: Withdrawal): TimelineEvent[] {
  const { requestedAt, queuedUntil, holds, approvedAt, approvedBy, payingAt } = withdrawal;
  const events: TimelineEvent[] = [event('requested', requestedAt)];
  if (queuedUntil > requestedAt) {
    events.push(event('queued', requestedAt, { until: queuedUntil }));
  }
  for (const { reason, placedAt, deadline, outcome, endedAt } of holds) {
    events.push(event('held', placedAt, { until: deadline, reason }));
    if (outcome !== '') events.push(event(outcome, endedAt ?? placedAt, { reason }));
  }
  if (approvedAt !== null) {
    const by = approvedBy === OWNER.custody ? 'tier' : 'people';
    events.push(event('approved', approvedAt, { by }));
  }
  if (payingAt !== null) events.push(event('paying', payingAt));
  const { state, endedAt, reason } = withdrawal;
  if (endedAt !== null && state !== 'requested' && state !== 'approved') {
    events.push(event(state, endedAt, { reason }));
  }
  const { bank } = withdrawal;
  if (bank?.back) events.push(event('sentBack', bank.back.at));
  return events
    .map((one, place) => ({ one, place }))
    .sort(inTime)
    .map(({ one }) => one);
}

interface Placed {
  readonly one: TimelineEvent;
  readonly place: number;
}

const inTime = (a: Placed, b: Placed) => a.one.at - b.one.at || a.place - b.place;
