import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { dayOf } from '../rules.ts';
import type { promotionStaffCalls } from '../schema/staff.ts';
import { clusterRows, latestReferrals, sumsSince } from '../store/reads.ts';

const SHOWN_DAYS = 30;
const SHOWN_CLUSTERS = 200;
/** Of the latest invitations so many are compared. */
const COMPARED = 500;
const SHOWN_PAIRS = 100;

const text = (units: bigint) => formatDecimal(units, SCALE);

/** The calls of staff about invitations. */
export function staffHandlers(parts: Parts): Handlers<typeof promotionStaffCalls> {
  const { database, realm } = parts;
  const { pool } = database;
  return {
    getPromotions: async (_input, { now }) => {
      const sums = await sumsSince(pool, dayOf(now) - SHOWN_DAYS + 1);
      const machine = realm.machine();
      const closed = machine.closed();
      return {
        ratesPpm: [...parts.ratesPpm(now)],
        waitDays: parts.waitDays(now),
        invited: machine.invited(),
        paidDay: closed === null ? null : new Date(closed.day * DAY).toISOString().slice(0, 10),
        funds: sums.map(({ asset, fees, amount }) => ({
          ...{ asset: realm.assetSymbol(asset), fees: text(fees), paid: text(amount) },
          available: text(realm.feesLeft(asset)),
        })),
        clusters: await clusterRows(pool, SHOWN_CLUSTERS),
        likely: await likelyPairs(parts, now),
      };
    },
  };
}

/** Who has used the networks of who has invited them, and is in no cluster with them yet. */
async function likelyPairs({ database, realm, sharedNetworks }: Parts, now: number) {
  const { clusters } = realm.machine();
  const latest = await latestReferrals(database.pool, COMPARED);
  const pairs = latest
    .filter(({ userId, referrerId }) => !clusters.areSame(userId, referrerId))
    .map(({ userId, referrerId }) => [userId, referrerId] as const);
  const networks = await sharedNetworks(pairs, now);
  return pairs
    .map(([userId, withUserId], at) => ({ userId, withUserId, networks: networks[at] ?? 0 }))
    .filter((one) => one.networks > 0)
    .sort((a, b) => b.networks - a.networks || a.userId - b.userId)
    .slice(0, SHOWN_PAIRS);
}
