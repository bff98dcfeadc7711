import { OWNER, trialOwner } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { MINUTE } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Parts } from '../parts.ts';
import type { Voucher } from './machine.ts';
import { dayOf, dayStart } from './rules.ts';

/** So many of those whose fees were not given back are named. */
const NAMED = 20;

/**
 * Gives back the fees of every day that is over, and then ends the vouchers whose last day is: a
 * person's day once, in the order of days, however many there are after a standstill. The engine
 * refuses what was paid already, so a crash or a second server changes nothing.
 */
export function vouchersJob(parts: Parts): Job {
  let done = -1;
  return {
    name: 'payVouchers',
    everyMs: MINUTE,
    atStart: true,
    run: async (at, signal) => {
      const today = dayOf(at);
      if (today <= done) return;
      // Trades of yesterday may still be on their way.
      if ((await parts.realm.lastBefore(dayStart(today))) === null) return;
      // Contracts that are closed wait for a tick: it looks again until nothing is open.
      if (await payUpTo(parts, today, signal)) done = today;
    },
  };
}

/**
 * Whoever is refused keeps their vouchers, and nobody else from getting theirs. False while trial
 * funds still have something open.
 */
async function payUpTo(parts: Parts, today: number, signal: AbortSignal): Promise<boolean> {
  const { realm } = parts;
  const open = realm.vouchers().openVouchers();
  const due = open.filter(
    ({ gives, paidDay, lastDay }) => gives === 'fees' && paidDay < Math.min(today - 1, lastDay),
  );
  const refused = new Map<number, string>();
  if (due.length > 0) {
    const first = Math.min(...due.map(({ paidDay }) => paidDay + 1));
    const users = [...new Set(due.map(({ userId }) => userId))];
    for (const { userId, day, fees } of await parts.feesByDay(users, first, today)) {
      signal.throwIfAborted();
      if (fees === 0n || refused.has(userId)) continue;
      const body = { userId, day, fees: formatDecimal(fees, SCALE) };
      const reply = await realm.submit({ type: 'payVouchers', actor: OWNER.setup, body });
      const isDone = reply.ok || reply.refusal === 'alreadyPaid' || reply.refusal === 'noVoucher';
      if (!isDone) refused.set(userId, `${userId} ${reply.refusal}`);
    }
  }
  const over = ({ userId, lastDay }: Voucher) => lastDay < today && !refused.has(userId);
  let isDone = true;
  for (const { voucherId, gives } of open.filter(over)) {
    signal.throwIfAborted();
    if (gives === 'contracts') await realm.closeContracts(trialOwner(voucherId));
    const body = { voucherId };
    const reply = await realm.submit({ type: 'endVoucher', actor: OWNER.setup, body });
    if (!reply.ok && reply.refusal === 'trialOpen') isDone = false;
    else if (!reply.ok && reply.refusal !== 'voucherEnded') {
      throw new Error(`voucher ${voucherId} was not ended: ${reply.refusal}`);
    }
  }
  if (refused.size > 0) {
    const some = [...refused.values()].slice(0, NAMED).join(', ');
    throw new Error(`the fees of ${refused.size} people were not given back: ${some}`);
  }
  return isDone;
}
