import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import type { KeptFees, Parts } from './parts.ts';
import { dayStart, LEVEL_COUNT, lastDueDay } from './rules.ts';

const EVERY_MS = 10 * SECOND;
const TOGETHER = 500;
/** Numbers are given as registrations begin and may become durable in another order. */
const OVERLAP = 1_000;
/** So many of those whose commissions were refused are named. */
const NAMED = 20;

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

/**
 * False while the journal of the day may not be complete. Whoever's commissions are refused keeps
 * the day open, and nobody else from getting theirs.
 */
async function payDay(parts: Parts, day: number, signal: AbortSignal): Promise<boolean> {
  const { realm } = parts;
  const upTo = await realm.lastBefore(dayStart(day + 1));
  if (upTo === null) return false;
  const from = realm.machine().closed()?.upTo ?? (await realm.lastBefore(dayStart(day))) ?? 0;
  // A later change of the rates is none for a day that had begun.
  const ratesPpm = parts.ratesPpm(dayStart(day));
  const byMember = byPerson(await realm.keptFees(from, upTo));
  const allowed = remembered(parts.allowedLevels);
  const refused: string[] = [];
  for (const [userId, fees] of byMember) {
    signal.throwIfAborted();
    if (!realm.machine().isReferred(userId)) continue;
    const rates = await allowedRates(realm.machine().uplineOf(userId), ratesPpm, allowed);
    const why = await payMember(parts, day, fees, rates);
    if (why !== null) refused.push(`${userId} ${why}`);
  }
  if (refused.length > 0) {
    const some = refused.slice(0, NAMED).join(', ');
    throw new Error(`${refused.length} commissions of day ${day} were refused: ${some}`);
  }
  const body = { day, upTo };
  const reply = await realm.submit({ type: 'closeCommissionDay', actor: OWNER.setup, body });
  if (!reply.ok && reply.refusal !== 'dayClosed') {
    throw new Error(`the commissions of day ${day} were not closed: ${reply.refusal}`);
  }
  return true;
}

/** Why the engine refused it; null when it is paid. */
async function payMember(
  { realm }: Parts,
  day: number,
  fees: readonly KeptFees[],
  ratesPpm: readonly number[],
): Promise<string | null> {
  const { userId } = fees[0]!;
  const body = {
    ...{ userId, day, ratesPpm },
    fees: fees.map(({ asset, amount }) => ({
      ...{ asset: realm.assetSymbol(asset), amount: formatDecimal(amount, SCALE) },
    })),
  };
  const reply = await realm.submit({ type: 'payCommissions', actor: OWNER.setup, body });
  if (reply.ok || reply.refusal === 'alreadyPaid' || reply.refusal === 'dayClosed') return null;
  return reply.refusal;
}

/** A level gets nothing where the law of the country of who is there does not allow it. */
async function allowedRates(
  upline: readonly number[],
  ratesPpm: readonly number[],
  allowedLevels: Parts['allowedLevels'],
): Promise<number[]> {
  const rates = Array.from({ length: LEVEL_COUNT }, (_, at) => ratesPpm[at] ?? 0);
  for (const [at, userId] of upline.entries()) {
    if (at >= (await allowedLevels(userId))) rates[at] = 0;
  }
  return rates;
}

/** Asks once for each person: many members have the same people above them. */
function remembered(ask: Parts['allowedLevels']): Parts['allowedLevels'] {
  const known = new Map<number, Promise<number>>();
  return (userId) => {
    const answer = known.get(userId) ?? ask(userId);
    known.set(userId, answer);
    return answer;
  };
}

function byPerson(all: readonly KeptFees[]): Map<number, KeptFees[]> {
  const found = new Map<number, KeptFees[]>();
  for (const fees of all) found.set(fees.userId, [...(found.get(fees.userId) ?? []), fees]);
  return found;
}
