import { FIRST_USER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { lesser, mulDivFloor } from '@assay/core/num/integer';
import type { Rates } from '@assay/core/order/order';
import { BUY, SELL } from '@assay/core/order/side';
import { DAY } from '@assay/core/time';
import type { Reads } from '@assay/modules/orders';
import type { FeeCut } from '../schema.ts';

export interface OwnRates extends Rates {
  readonly userId: number;
  readonly byCut: boolean;
}

/** Of a market: what a lot of the base is, and a tick times a lot, in units of 1e-8. */
export interface CountedMarket {
  readonly id: number;
  readonly basePerLot: number;
  readonly quotePerTickLot: number;
}

/** A market whose volume counts. */
export interface TierMarket extends CountedMarket {
  /** Whether something but its own trades says what its base is worth. */
  readonly hasIndex: boolean;
}

/** By which sides of trades are counted. */
export interface Counting {
  readonly from: number;
  readonly before: number;
  readonly markets: readonly TierMarket[];
  /** A side that has paid less than this does not count. */
  readonly least: Rates;
  /** Accounts that are taken for one person, and a number of that person. */
  readonly persons: readonly { readonly userId: number; readonly clusterId: number }[];
}

/**
 * Of a trade, each side; without the house, without trades with oneself or with an account of the
 * same person, and without what has cost less than the lowest tier: whoever trades in a circle pays
 * for each step of it. A fee in a coin without an index has cost nothing that anybody knows. A fill
 * of an order may be charged one unit less than its own share.
 */
const COUNTED = (realm: Realm) => `
  WITH m AS (
    SELECT * FROM unnest($3::int[], $4::numeric[], $5::numeric[], $10::bool[])
      AS m (id, per_lot, per_tick_lot, has_index)
  ), person AS (
    SELECT * FROM unnest($8::bigint[], $9::bigint[]) AS person (user_id, cluster)
  )
  SELECT side.user_id AS "userId",
    sum(t.ticks::numeric * t.lots * m.per_tick_lot)::text AS volume
  FROM ${realm}.trade t JOIN m ON m.id = t.market
  CROSS JOIN LATERAL (VALUES
    (t.taker_user, t.maker_user, t.taker_fee, $6::int,
      t.taker_side = ${BUY} AND t.buyer_fee_in_base = 1),
    (t.maker_user, t.taker_user, t.maker_fee, $7::int,
      t.taker_side = ${SELL} AND t.buyer_fee_in_base = 1)
  ) AS side (user_id, other, fee, least, in_base)
  LEFT JOIN person own ON own.user_id = side.user_id
  LEFT JOIN person other ON other.user_id = side.other
  WHERE t.at >= $1 AND t.at < $2 AND side.user_id >= ${FIRST_USER}
    AND t.taker_user <> t.maker_user AND (own.cluster = other.cluster) IS NOT TRUE
    AND (m.has_index OR NOT side.in_base)
    AND (side.fee + 1) * 1000000::numeric >= side.least *
      CASE WHEN side.in_base THEN t.lots * m.per_lot
      ELSE t.ticks::numeric * t.lots * m.per_tick_lot END`;

const valuesOf = ({ from, before, markets, least, persons }: Counting) => [
  ...[from, before, markets.map(({ id }) => id), markets.map(({ basePerLot }) => basePerLot)],
  ...[markets.map(({ quotePerTickLot }) => quotePerTickLot), least.takerPpm, least.makerPpm],
  ...[persons.map(({ userId }) => userId), persons.map(({ clusterId }) => clusterId)],
  markets.map(({ hasIndex }) => hasIndex),
];

/** What counts for tiers, of every user who has some of it, in units of 1e-8 of the quote asset. */
export async function countedVolumes(
  reads: Reads,
  realm: Realm,
  counting: Counting,
): Promise<Map<number, bigint>> {
  const { rows } = await reads.query<{ userId: number; volume: string }>(
    `${COUNTED(realm)} GROUP BY side.user_id`,
    valuesOf(counting),
  );
  return new Map(rows.map(({ userId, volume }) => [userId, BigInt(volume)]));
}

/** As above, of one user. */
export async function countedVolumeOf(
  reads: Reads,
  realm: Realm,
  userId: number,
  counting: Counting,
): Promise<bigint> {
  const { rows } = await reads.query<{ volume: string }>(
    `${COUNTED(realm)} AND side.user_id = $11
       AND (t.taker_user = $11 AND t.taker_user >= ${FIRST_USER}
         OR t.maker_user = $11 AND t.maker_user >= ${FIRST_USER}) GROUP BY side.user_id`,
    [...valuesOf(counting), userId],
  );
  return BigInt(rows[0]?.volume ?? 0);
}

/** Whose rates a day's cut has set already. */
export async function readCutUsers(reads: Reads, realm: Realm, day: number): Promise<number[]> {
  const { rows } = await reads.query<{ userId: number }>(
    `SELECT user_id AS "userId" FROM ${realm}.spot_fee_cut WHERE day = $1`,
    [day],
  );
  return rows.map(({ userId }) => userId);
}

/** The last cuts that have set a user's rates, the latest first. */
export async function readCuts(
  reads: Reads,
  realm: Realm,
  userId: number,
  limit: number,
): Promise<(FeeCut & Rates)[]> {
  const { rows } = await reads.query<FeeCut & Rates>(
    `SELECT day, tier, volume::text, maker_ppm AS "makerPpm", taker_ppm AS "takerPpm"
     FROM ${realm}.spot_fee_cut WHERE user_id = $1 ORDER BY day DESC LIMIT $2`,
    [userId, limit],
  );
  return rows;
}

/** Users who have rates of their own. */
export async function readOwnRates(reads: Reads, realm: Realm): Promise<OwnRates[]> {
  const { rows } = await reads.query<OwnRates>(
    `SELECT user_id AS "userId", maker_ppm AS "makerPpm", taker_ppm AS "takerPpm",
       by_cut AS "byCut" FROM ${realm}.spot_fee_tier`,
  );
  return rows;
}

/** A user's own rates in ppm; null for a user who pays those of the market. */
export async function readRates(
  reads: Reads,
  realm: Realm,
  userId: number,
): Promise<{ readonly makerPpm: number; readonly takerPpm: number } | null> {
  const { rows } = await reads.query<{ makerPpm: number; takerPpm: number }>({
    name: `rates-${realm}`,
    text: `SELECT maker_ppm AS "makerPpm", taker_ppm AS "takerPpm"
           FROM ${realm}.spot_fee_tier WHERE user_id = $1`,
    values: [userId],
  });
  return rows[0] ?? null;
}

/** What one user traded in each market with others, from the first trade on: for WDRL-044. */
export async function readVolumeOf(
  reads: Reads,
  realm: Realm,
  userId: number,
): Promise<{ readonly market: number; readonly tickLots: bigint }[]> {
  const { rows } = await reads.query<{ market: number; volume: string }>({
    name: `volume-of-${realm}`,
    text: `SELECT t.market, sum(t.ticks::numeric * t.lots)::text AS volume FROM ${realm}.trade t
           WHERE (t.taker_user = $1 AND t.taker_user >= 1000 OR
               t.maker_user = $1 AND t.maker_user >= 1000)
             AND t.taker_user <> t.maker_user GROUP BY t.market`,
    values: [userId],
  });
  return rows.map(({ market, volume }) => ({ market, tickLots: BigInt(volume) }));
}

/** What somebody's trades of a UTC day cost, in units of 1e-8 of the quote asset. */
export interface FeesOfDay {
  readonly userId: number;
  readonly day: number;
  readonly fees: bigint;
}

/**
 * The fees of some users on each UTC day from..before (in days since 1970-01-01), in the order of
 * days. Fees in the base asset are worth what their own trades say, and no more than `atMost` says
 * of them, which the two sides of a trade did not choose: nothing where nobody knows (null).
 * Rounded down for each market.
 */
export async function readFeesByDay(
  reads: Reads,
  realm: Realm,
  users: readonly number[],
  markets: readonly CountedMarket[],
  atMost: (market: number, baseUnits: bigint) => bigint | null,
  [from, before]: readonly [number, number],
): Promise<FeesOfDay[]> {
  const { rows } = await reads.query<{
    userId: number;
    day: number;
    market: number;
    inQuote: string;
    inBase: string;
    base: string;
  }>(
    `SELECT side.user_id AS "userId", (t.at / ${DAY})::integer AS day, t.market,
       sum(CASE WHEN side.in_base THEN 0 ELSE side.fee END)::text AS "inQuote",
       sum(CASE WHEN side.in_base THEN side.fee::numeric * t.ticks ELSE 0 END)::text AS "inBase",
       sum(CASE WHEN side.in_base THEN side.fee ELSE 0 END)::text AS base
     FROM ${realm}.trade t CROSS JOIN LATERAL (VALUES
       (t.taker_user, t.taker_fee, t.taker_side = ${BUY} AND t.buyer_fee_in_base = 1),
       (t.maker_user, t.maker_fee, t.taker_side = ${SELL} AND t.buyer_fee_in_base = 1)
     ) AS side (user_id, fee, in_base)
     WHERE t.at >= $1 AND t.at < $2 AND t.market = ANY ($3) AND side.user_id = ANY ($4)
     GROUP BY 1, 2, 3 ORDER BY 2, 1, 3`,
    [from * DAY, before * DAY, markets.map(({ id }) => id), users],
  );
  const found: { userId: number; day: number; fees: bigint }[] = [];
  const byId = new Map(markets.map((market) => [market.id, market]));
  for (const { userId, day, market, inQuote, inBase, base } of rows) {
    const { basePerLot, quotePerTickLot } = byId.get(market)!;
    const worth = mulDivFloor(BigInt(inBase), BigInt(quotePerTickLot), BigInt(basePerLot));
    const most = atMost(market, BigInt(base)) ?? 0n;
    const fees = BigInt(inQuote) + lesser(worth, most);
    const last = found.at(-1);
    if (last?.userId === userId && last.day === day) last.fees += fees;
    else found.push({ userId, day, fees });
  }
  return found;
}

/** Whether somebody has ever traded with somebody else. */
export async function readHasTraded(reads: Reads, realm: Realm, userId: number): Promise<boolean> {
  const { rows } = await reads.query<{ has: boolean }>({
    name: `has-traded-${realm}`,
    text: `SELECT EXISTS (SELECT FROM ${realm}.trade t
             WHERE (t.taker_user = $1 AND t.taker_user >= ${FIRST_USER} OR
                 t.maker_user = $1 AND t.maker_user >= ${FIRST_USER})
               AND t.taker_user <> t.maker_user) AS has`,
    values: [userId],
  });
  return rows[0]!.has;
}
