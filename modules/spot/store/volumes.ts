import type { Realm } from '@assay/core/ledger/realm';
import type { Reads } from '@assay/modules/orders';

/** What one user traded in one market, in ticks x lots, and the rates that the user has now. */
export interface TradedVolume {
  readonly userId: number;
  readonly market: number;
  readonly tickLots: bigint;
}

export interface OwnRates {
  readonly userId: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/**
 * Volumes from..before (ms) of every user, maker and taker side together; without the house, and
 * without trades with oneself, by which a user could reach a tier at the house's cost.
 */
export async function readVolumes(
  reads: Reads,
  realm: Realm,
  from: number,
  before: number,
): Promise<TradedVolume[]> {
  const { rows } = await reads.query<{ userId: number; market: number; volume: string }>(
    `SELECT side.user_id AS "userId", t.market, sum(t.ticks::numeric * t.lots)::text AS volume
     FROM ${realm}.trade t
     CROSS JOIN LATERAL (VALUES (t.taker_user), (t.maker_user)) AS side (user_id)
     WHERE t.at >= $1 AND t.at < $2 AND side.user_id >= 1000 AND t.taker_user <> t.maker_user
     GROUP BY side.user_id, t.market`,
    [from, before],
  );
  return rows.map(({ userId, market, volume }) => ({ userId, market, tickLots: BigInt(volume) }));
}

/** Users who have rates of their own. */
export async function readOwnRates(reads: Reads, realm: Realm): Promise<OwnRates[]> {
  const { rows } = await reads.query<OwnRates>(
    `SELECT user_id AS "userId", maker_ppm AS "makerPpm", taker_ppm AS "takerPpm"
     FROM ${realm}.spot_fee_tier`,
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

/** What one user traded in each market from..before (ms), as it counts for tiers. */
export async function readVolumeBetween(
  reads: Reads,
  realm: Realm,
  userId: number,
  from: number,
  before: number,
): Promise<{ readonly market: number; readonly tickLots: bigint }[]> {
  const { rows } = await reads.query<{ market: number; volume: string }>({
    name: `volume-between-${realm}`,
    text: `SELECT t.market, sum(t.ticks::numeric * t.lots)::text AS volume FROM ${realm}.trade t
           WHERE (t.taker_user = $1 AND t.taker_user >= 1000 OR
               t.maker_user = $1 AND t.maker_user >= 1000)
             AND t.taker_user <> t.maker_user AND t.at >= $2 AND t.at < $3 GROUP BY t.market`,
    values: [userId, from, before],
  });
  return rows.map(({ market, volume }) => ({ market, tickLots: BigInt(volume) }));
}

/** What one user traded in each market, as above, from the first trade on. */
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
