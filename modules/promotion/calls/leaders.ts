import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { MINUTE } from '@assay/core/time';
import type { Parts } from '../parts.ts';
import { dayOf } from '../rules.ts';
import { incomeOfDays, type Leader } from '../store/reads.ts';

const LEADERS = 20;
const LEADER_DAYS = 30;
/** So long one ranking answers everybody. */
const KEPT_MS = MINUTE;

interface Ranking {
  readonly leaders: readonly { userId: number; place: number; members: number; worth: string }[];
  readonly people: number;
}

/** Who has got most of late. Calls that come together, and those of a minute, share one ranking. */
export function ranking(parts: Parts): (now: number) => Promise<Ranking> {
  let kept: { readonly at: number; readonly ranking: Promise<Ranking> } | null = null;
  const incomeAt = income(parts);
  return (now) => {
    if (kept !== null && now >= kept.at && now - kept.at < KEPT_MS) return kept.ranking;
    const made = { at: now, ranking: rank(parts, incomeAt(dayOf(now))) };
    kept = made;
    // What failed answers nobody else.
    made.ranking.catch(() => {
      if (kept === made) kept = null;
    });
    return made.ranking;
  };
}

/**
 * What everybody got in the days that count, with today. Days that are over are added up once a
 * day: a ranking reads today's sums.
 */
function income({ database }: Parts): (today: number) => Promise<readonly Leader[]> {
  let past: { readonly today: number; readonly rows: readonly Leader[] } | null = null;
  return async (today) => {
    if (past?.today !== today) {
      const from = today - LEADER_DAYS + 1;
      past = { today, rows: await incomeOfDays(database.pool, { from, before: today }) };
    }
    const ofToday = await incomeOfDays(database.pool, { from: today, before: today + 1 });
    return [...past.rows, ...ofToday];
  };
}

async function rank(parts: Parts, rows: Promise<readonly Leader[]>): Promise<Ranking> {
  const all = byWorth(parts, await rows);
  const { lines } = parts.realm.machine();
  const leaders = all.slice(0, LEADERS).map(({ userId, worth }, at) => {
    const members = lines.counts(userId).reduce((sum, count) => sum + count, 0);
    return { userId, place: at + 1, members, worth: formatDecimal(worth, SCALE) };
  });
  return { leaders, people: all.length };
}

/** Everybody by worth; of equal ones who was there first. */
function byWorth({ realm }: Parts, rows: readonly Leader[]) {
  const sums = new Map<number, bigint>();
  for (const { userId, asset, amount } of rows) {
    sums.set(userId, (sums.get(userId) ?? 0n) + realm.worth(asset, amount));
  }
  return [...sums]
    .map(([userId, worth]) => ({ userId, worth }))
    .sort((a, b) => (a.worth === b.worth ? a.userId - b.userId : a.worth < b.worth ? 1 : -1));
}
