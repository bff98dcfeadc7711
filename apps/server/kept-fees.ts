import type { Realm } from '@assay/core/ledger/realm';
import { readLastBefore, readPersonFees } from '@assay/modules/ledger';
import { OptionReads } from '@assay/modules/options';
import type { KeptFees, PromotionRealm } from '@assay/modules/promotion';
import { keptOf } from '@assay/modules/promotion/rules';
import { readGivenBack } from '@assay/modules/rewards';
import type { FeesOfDay } from '@assay/modules/spot';
import type { Database } from '@assay/platform/db/database';
import type { RealmEngine } from './realm.ts';

type Db = Pick<Database, 'pool'>;
type FeesByDay = (
  users: readonly number[],
  from: number,
  before: number,
) => Promise<readonly FeesOfDay[]>;

/**
 * The fees of trades and of options that were neither void nor made good, by person and asset. What
 * vouchers gave back is taken off the fees of trades, in every asset by the same part.
 */
export function keptFeesReader(
  { realm, machines }: Pick<RealmEngine, 'realm' | 'machines'>,
  { pool }: Db,
  feesByDay: FeesByDay,
): PromotionRealm['keptFees'] {
  const options = new OptionReads(pool, realm);
  return async ({ day, after, upTo }, users) => {
    const traded = await readPersonFees(pool, realm, after, upTo, users);
    const { partOf, unsettled } = await givenBack(pool, feesByDay, traded, day);
    const sums = new Map<string, KeptFees>();
    const add = (fees: KeptFees) => {
      const key = `${fees.userId} ${fees.asset}`;
      const known = sums.get(key)?.amount ?? 0n;
      if (fees.amount > 0n) sums.set(key, { ...fees, amount: known + fees.amount });
    };
    for (const { userId, asset, amount } of traded) {
      const part = partOf.get(userId);
      add({ userId, asset, amount: part === undefined ? amount : keptOf(amount, part) });
    }
    for (const { userId, market, fee } of await options.keptFees(after, upTo, users)) {
      const asset = machines.options.markets.get(market)?.asset;
      if (asset !== undefined) add({ userId, asset, amount: fee });
    }
    return { fees: [...sums.values()], unsettled };
  };
}

/** What part of their fees people had back, and who may still get some. */
async function givenBack(
  pool: Db['pool'],
  feesByDay: FeesByDay,
  traded: readonly KeptFees[],
  day: number,
) {
  const people = [...new Set(traded.map(({ userId }) => userId))];
  const found = people.length === 0 ? [] : await readGivenBack(pool, people, day);
  const asked = found.map(({ userId }) => userId);
  const fees = asked.length === 0 ? [] : await feesByDay(asked, day, day + 1);
  const worth = new Map(fees.map((one) => [one.userId, one.fees]));
  const partOf = new Map<number, { readonly all: bigint; readonly given: bigint }>();
  const unsettled = new Set<number>();
  for (const { userId, met, amount, isOpen } of found) {
    const all = worth.get(userId) ?? 0n;
    if (isOpen && all > 0n) unsettled.add(userId);
    // Coins may be worth less by now than when the voucher was asked.
    partOf.set(userId, { all: all > met ? all : met, given: amount });
  }
  return { partOf, unsettled };
}

/** Where days end in the journal; what is over does not change, and is looked for once. */
export function dayEnds({ pool }: Db, realm: Realm): PromotionRealm['lastBefore'] {
  const known = new Map<number, number>();
  return async (at) => {
    const last = known.get(at) ?? (await readLastBefore(pool, realm, at));
    if (last !== null) known.set(at, last);
    return last;
  };
}
