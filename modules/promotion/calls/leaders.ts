import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY, MINUTE } from '@assay/core/time';
import type { Parts } from '../parts.ts';
import { incomeSince, type Leader } from '../store/reads.ts';

const LEADERS = 20;
const LEADER_DAYS = 30;
/** So long one ranking answers everybody: it adds up the commissions of all. */
const KEPT_MS = MINUTE;

interface Ranking {
  readonly leaders: readonly { userId: number; place: number; members: number; worth: string }[];
  readonly people: number;
}

/** Who has got most of late. Calls that come together, and those of a minute, share one ranking. */
export function ranking(parts: Parts): (now: number) => Promise<Ranking> {
  let kept: { readonly at: number; readonly ranking: Promise<Ranking> } | null = null;
  return (now) => {
    if (kept !== null && now >= kept.at && now - kept.at < KEPT_MS) return kept.ranking;
    const made = { at: now, ranking: rank(parts, now) };
    kept = made;
    // What failed answers nobody else.
    made.ranking.catch(() => {
      if (kept === made) kept = null;
    });
    return made.ranking;
  };
}

async function rank(parts: Parts, now: number): Promise<Ranking> {
  const { pool } = parts.database;
  const all = byWorth(parts, await incomeSince(pool, now - LEADER_DAYS * DAY));
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
