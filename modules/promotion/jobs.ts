import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import type { DayOfFees, KeptFees, Parts } from './parts.ts';
import { dayStart, LEVEL_COUNT, lastDueDay } from './rules.ts';
import { dayOfFees } from './waiting.ts';

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

/** Those of whom a day is not paid yet; their later days are paid after it. */
type Owed = Set<number>;

/**
 * Pays the commissions of every day that is over and has waited, one after another, however many
 * there are after a standstill. The engine pays a person's day once; whoever runs this again after
 * a crash is refused. Who is refused waits with all their days, and keeps nobody else from theirs.
 */
export function commissionsJob(parts: Parts): Job {
  /** Days that were tried and are still open, with whom they are open for. */
  const tried = new Map<number, readonly number[]>();
  return {
    name: 'payCommissions',
    everyMs: EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      const first = parts.realm.machine().firstOpenDay();
      if (first === null) return;
      const last = lastDueDay(at, parts.waitDays(at));
      const owed: Owed = new Set();
      const refused: string[] = [];
      for (let day = first; day <= last; day += 1) {
        const of = await dayOfFees(parts.realm, day);
        // The journal of the day may not be complete.
        if (of === null) break;
        refused.push(...(await payDay(parts, of, tried.get(day), owed, signal)));
        if (owed.size === 0) await close(parts, of);
        if (owed.size === 0) tried.delete(day);
        else tried.set(day, [...owed]);
      }
      if (refused.length > 0) throw new Error(refused.join('; '));
    },
  };
}

/** Pays whom it can, and adds the others to who is owed; says who was refused. */
async function payDay(
  parts: Parts,
  of: DayOfFees,
  only: readonly number[] | undefined,
  owed: Owed,
  signal: AbortSignal,
): Promise<string[]> {
  const { realm } = parts;
  const { day } = of;
  // A later change of the rates is none for a day that had begun.
  const ratesPpm = parts.ratesPpm(dayStart(day));
  const { fees: all, unsettled } = await realm.keptFees(of, only);
  const allowed = remembered(async (userId) =>
    (await parts.isVerified(userId)) ? parts.allowedLevels(userId) : 0,
  );
  const refused: string[] = [];
  for (const [userId, fees] of byPerson(all)) {
    signal.throwIfAborted();
    const paid = realm.machine().paidDayOf(userId);
    if (paid === null || paid >= day || owed.has(userId)) continue;
    if (unsettled.has(userId)) {
      owed.add(userId);
      continue;
    }
    const rates = await allowedRates(realm.machine().uplineOf(userId), ratesPpm, allowed);
    const why = await payMember(parts, day, fees, rates);
    if (why === null) continue;
    owed.add(userId);
    refused.push(`${userId} ${why}`);
  }
  if (refused.length === 0) return [];
  const some = refused.slice(0, NAMED).join(', ');
  return [`${refused.length} commissions of day ${day} were refused: ${some}`];
}

async function close({ realm }: Parts, { day, upTo }: DayOfFees): Promise<void> {
  const body = { day, upTo };
  const reply = await realm.submit({ type: 'closeCommissionDay', actor: OWNER.setup, body });
  if (!reply.ok && reply.refusal !== 'dayClosed') {
    throw new Error(`the commissions of day ${day} were not closed: ${reply.refusal}`);
  }
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
