import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { PAYS, utcDay } from '../rules.ts';
import type { rewardStaffCalls } from '../schema/staff.ts';
import { paidSince } from '../store/reads.ts';

const SHOWN_DAYS = 30;

/** The calls of staff about the fund of rewards. */
export function staffHandlers({ database, realm }: Parts): Handlers<typeof rewardStaffCalls> {
  return {
    getRewardFund: async (_input, { now }) => {
      const since = utcDay(now) - SHOWN_DAYS + 1;
      const days = await paidSince(database.pool, since);
      const available = realm.fund();
      const paid = days.reduce((sum, { amount }) => sum + amount, 0n);
      return {
        asset: PAYS,
        available: formatDecimal(available, SCALE),
        paid: formatDecimal(paid, SCALE),
        people: realm.signedSince(since),
        lastsDays: paid === 0n ? null : Number((available * BigInt(SHOWN_DAYS)) / paid),
        days: days.map(({ day, rewards, amount }) => ({
          day: new Date(day * DAY).toISOString().slice(0, 10),
          ...{ rewards, amount: formatDecimal(amount, SCALE) },
        })),
      };
    },
  };
}
