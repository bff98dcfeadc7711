import type { DayOfFees, Parts, PromotionRealm } from './parts.ts';
import { commissionOf, dayOf, dayStart } from './rules.ts';

/** The commands of a day; null while the journal of it may not be complete. */
export async function dayOfFees(realm: PromotionRealm, day: number): Promise<DayOfFees | null> {
  const upTo = await realm.lastBefore(dayStart(day + 1));
  return upTo === null ? null : { day, after: await startOf(realm, day), upTo };
}

async function startOf(realm: PromotionRealm, day: number): Promise<number> {
  const closed = realm.machine().closed();
  if (closed?.day === day - 1) return closed.upTo;
  return (await realm.lastBefore(dayStart(day))) ?? 0;
}

const NEWEST = Number.MAX_SAFE_INTEGER;
/** So many members are looked at for what waits; nobody waits for more. */
const MOST_WAITING = 5_000;

/** What a day would bring a person of a level, by the rates of the day. */
export interface Waiting {
  readonly day: number;
  readonly level: number;
  readonly asset: number;
  readonly amount: bigint;
}

/**
 * What waits for a person, by day: of fees as far as they are kept now. A voucher, an option that
 * is made good, and accounts that are found to be of one person take it back until it is paid.
 */
export async function waitingOf(parts: Parts, userId: number, now: number): Promise<Waiting[]> {
  const { realm } = parts;
  const members = realm.machine().lines.latest(userId, MOST_WAITING);
  const first = realm.machine().firstOpenDay();
  if (members.length === 0 || first === null) return [];
  const levels = new Map(members.map((one) => [one.userId, one.level]));
  const allowed = await parts.allowedLevels(userId);
  const { clusters } = realm.machine();
  const found: Waiting[] = [];
  for (let day = first; day <= dayOf(now); day += 1) {
    const whole = await dayOfFees(realm, day);
    const of = whole ?? { day, after: await startOf(realm, day), upTo: NEWEST };
    const rates = parts.ratesPpm(dayStart(day));
    const sums = new Map<string, Waiting>();
    for (const { userId: member, asset, amount: fee } of (
      await realm.keptFees(of, [...levels.keys()])
    ).fees) {
      const level = levels.get(member)!;
      const isPaid = (realm.machine().paidDayOf(member) ?? day) >= day;
      if (level > allowed || isPaid || clusters.areSame(member, userId)) continue;
      const key = `${level} ${asset}`;
      const amount = commissionOf(fee, rates[level - 1]!) + (sums.get(key)?.amount ?? 0n);
      if (amount > 0n) sums.set(key, { day, level, asset, amount });
    }
    found.push(...sums.values());
    if (whole === null) break;
  }
  return found;
}
