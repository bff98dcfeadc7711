import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import type { KeptFees, Parts } from './parts.ts';
import { dayStart, FIRST_DEEP_LEVEL, LEVEL_COUNT, lastDueDay } from './rules.ts';

const EVERY_MS = 10 * SECOND;
const TOGETHER = 500;
/** Numbers are given as registrations begin and may become durable in another order. */
const OVERLAP = 1_000;

/** Tells the engine who was invited. */
export function referralsJob(parts: Parts): Job & { runNow(): Promise<void> } {
  const { realm } = parts;
  let after = 0;
  const bind = async (signal?: AbortSignal) => {
    for (;;) {
      const found = await parts.invited(after, TOGETHER);
      for (const body of found) {
        signal?.throwIfAborted();
        if (realm.machine().isReferred(body.userId)) continue;
        const id = `referral ${body.userId}`;
        await realm.submit({ type: 'bindReferral', actor: OWNER.setup, id, body });
      }
      if (found.length < TOGETHER) break;
      after = found.at(-1)!.userId;
    }
    after = Math.max(0, after - OVERLAP);
  };
  return {
    name: 'bindReferrals',
    everyMs: EVERY_MS,
    atStart: true,
    run: (_at, signal) => bind(signal),
    runNow: () => bind(),
  };
}

/**
 * Pays the commissions of every day that is over and has waited, one after another, however many
 * there are after a standstill. The engine pays a person's day once; whoever runs this again after
 * a crash is refused.
 */
export function commissionsJob(parts: Parts): Job {
  return {
    name: 'payCommissions',
    everyMs: EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      const last = lastDueDay(at, parts.waitDays(at));
      for (;;) {
        const day = parts.realm.machine().firstOpenDay();
        if (day === null || day > last) return;
        if (!(await payDay(parts, day, signal))) return;
      }
    },
  };
}

/** False while the journal of the day may not be complete. */
async function payDay(parts: Parts, day: number, signal: AbortSignal): Promise<boolean> {
  const { realm } = parts;
  const upTo = await realm.lastBefore(dayStart(day + 1));
  if (upTo === null) return false;
  const from = realm.machine().closed()?.upTo ?? (await realm.lastBefore(dayStart(day))) ?? 0;
  // A later change of the rates is none for a day that had begun.
  const ratesPpm = parts.ratesPpm(dayStart(day));
  const byMember = byPerson(await realm.keptFees(from, upTo));
  for (const [userId, fees] of byMember) {
    signal.throwIfAborted();
    if (!realm.machine().isReferred(userId)) continue;
    await payMember(parts, day, fees, await allowedRates(parts, userId, ratesPpm));
  }
  const body = { day, upTo };
  const reply = await realm.submit({ type: 'closeCommissionDay', actor: OWNER.setup, body });
  if (!reply.ok && reply.refusal !== 'dayClosed') {
    throw new Error(`the commissions of day ${day} were not closed: ${reply.refusal}`);
  }
  return true;
}

async function payMember(
  { realm }: Parts,
  day: number,
  fees: readonly KeptFees[],
  ratesPpm: readonly number[],
): Promise<void> {
  const { userId } = fees[0]!;
  const body = {
    ...{ userId, day, ratesPpm },
    fees: fees.map(({ asset, amount }) => ({
      ...{ asset: realm.assetSymbol(asset), amount: formatDecimal(amount, SCALE) },
    })),
  };
  const reply = await realm.submit({ type: 'payCommissions', actor: OWNER.setup, body });
  if (reply.ok || reply.refusal === 'alreadyPaid' || reply.refusal === 'dayClosed') return;
  throw new Error(`commissions of day ${day} for ${userId} were refused: ${reply.refusal}`);
}

/** The third and the fourth level get nothing where the law of their country does not allow it. */
async function allowedRates(
  { realm, allowsDeepLevels }: Parts,
  userId: number,
  ratesPpm: readonly number[],
): Promise<number[]> {
  const upline = realm.machine().uplineOf(userId);
  const rates = Array.from({ length: LEVEL_COUNT }, (_, at) => ratesPpm[at] ?? 0);
  for (let at = FIRST_DEEP_LEVEL - 1; at < upline.length; at += 1) {
    if (!(await allowsDeepLevels(upline[at]!))) rates[at] = 0;
  }
  return rates;
}

function byPerson(all: readonly KeptFees[]): Map<number, KeptFees[]> {
  const found = new Map<number, KeptFees[]>();
  for (const fees of all) found.set(fees.userId, [...(found.get(fees.userId) ?? []), fees]);
  return found;
}
