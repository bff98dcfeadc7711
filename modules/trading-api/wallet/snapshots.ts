import { accountId, assetOf, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { mulDivFloor } from '@assay/core/num/integer';
import { DAY } from '@assay/core/time';
import { type FormerTotals, readFormerTotals } from '@assay/modules/ledger';
import { readDayCloses } from '@assay/modules/markets';
import { lastCommandsBefore } from '@assay/platform/engine/log-times';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { API_ERRORS, ApiError } from '../errors.ts';
import { instant, integer, oneOf } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { notValid } from '../trade/params.ts';

const DAYS_MIN = 7;
const DAYS_MAX = 30;
/** The last second of a day. */
const LAST_SECOND_MS = 1_000;
const ONE = 10n ** BigInt(SCALE);

const snapshot = z.strictObject({
  type: oneOf(['SPOT', 'MARGIN', 'FUTURES'], notValid('type')),
  startTime: instant.optional(),
  endTime: instant.optional(),
  limit: integer(DAYS_MIN, DAYS_MAX).default(DAYS_MIN),
});

/**
 * What the account had at the end of each UTC day. It is made from the journal, of which a bounded
 * part is read: days before that are left out. The journal does not say what orders held then, so
 * `free` is all that the account had.
 */
export function snapshotEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/accountSnapshot',
      security: 'read',
      weight: 2_400,
      summary: 'What the account had at the end of each UTC day, held amounts included in `free`.',
      params: snapshot,
      answer: async (params, { key, now }) => {
        const ends = endsOf(params, now);
        const known = params.type === 'SPOT' && ends.length > 0;
        const days = known ? await daysOf(realm, key.userId, ends, now) : [];
        return { code: 200, msg: '', snapshotVos: days };
      },
    }),
  ];
}

/** The ends of the days that are asked for and over, ascending. @throws ApiError */
function endsOf({ startTime, endTime, limit }: z.output<typeof snapshot>, now: number): number[] {
  if (startTime !== undefined && endTime !== undefined) {
    if (startTime > endTime) throw API_ERRORS.combination();
    if (endTime - startTime > DAYS_MAX * DAY) {
      throw new ApiError(-1127, `More than ${DAYS_MAX} days between startTime and endTime.`);
    }
  }
  // A day is named by its last second.
  const last = Math.floor((Math.min(endTime ?? now, now) + LAST_SECOND_MS) / DAY) * DAY;
  const today = Math.floor(now / DAY) * DAY;
  const ends: number[] = [];
  for (let end = Math.min(last, today); ends.length < limit && end > 0; end -= DAY) {
    if (end - LAST_SECOND_MS < (startTime ?? 0)) break;
    ends.unshift(end);
  }
  return ends;
}

/**
 * One snapshot a day, ascending, from the first on which the account had something and which the
 * journal still tells.
 */
async function daysOf(realm: ApiRealm, userId: number, ends: number[], now: number) {
  const { db, orders, realm: name } = realm;
  const seqs = await lastCommandsBefore(db.pool, name, ends);
  const first = accountId(userId, WALLET.currency, 0);
  const end = accountId(userId, WALLET.contract, 0);
  const accounts = await readFormerTotals(db.pool, name, first, end, seqs);
  const symbolOf = ({ account }: FormerTotals) => orders.realm.assetSymbol(assetOf(account));
  const held = accounts.filter(({ totals }) => totals.some((total) => total !== 0n));
  const closes = await readDayCloses(realm, name, [...held.map(symbolOf), 'BTC'], ends, now);
  const begins = ends.findIndex((_, day) => held.some(({ totals }) => totals[day] !== 0n));
  return ends.flatMap((dayEnd, day) => {
    if (begins < 0 || day < begins) return [];
    const all = held.map((one) => ({ asset: symbolOf(one), total: one.totals[day] ?? null }));
    if (all.some(({ total }) => total === null)) return [];
    const bitcoin = closes('BTC', dayEnd);
    const balances: object[] = [];
    let sum = 0n;
    for (const { asset, total } of all) {
      if (total === null || total === 0n) continue;
      balances.push({ asset, free: formatDecimal(total, SCALE), locked: '0' });
      const worth = mulDivFloor(total, closes(asset, dayEnd), ONE);
      if (asset === 'BTC') sum += total;
      else if (bitcoin > 0n) sum += mulDivFloor(worth, ONE, bitcoin);
    }
    const data = { balances, totalAssetOfBtc: formatDecimal(sum, SCALE) };
    return [{ data, type: 'spot', updateTime: dayEnd - LAST_SECOND_MS }];
  });
}
