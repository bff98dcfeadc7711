import type { Realm } from '@assay/core/ledger/realm';
import { IDS_PER_COMMAND } from '@assay/core/order/life/state';
import type { Reads } from './reads.ts';

/** What a market traded; `tickLots` is the sum of ticks x lots. */
export interface TradedSum {
  readonly market: number;
  readonly trades: number;
  readonly tickLots: bigint;
}

/** The trades of the commands after `after` up to `upTo`, each once, by market. */
export async function readTradedSums(
  reads: Reads,
  realm: Realm,
  after: number,
  upTo: number,
): Promise<TradedSum[]> {
  const { rows } = await reads.query<{ market: number; trades: number; tickLots: string }>({
    name: `traded-sums-${realm}`,
    text: `SELECT market, count(*)::integer AS trades, sum(ticks::numeric * lots)::text AS "tickLots"
           FROM ${realm}.trade WHERE seq > $1 AND seq <= $2 GROUP BY market`,
    values: [after, upTo],
  });
  return rows.map((row) => ({ ...row, tickLots: BigInt(row.tickLots) }));
}

/**
 * How many orders customers placed by the commands after `after` up to `upTo`: an order has the
 * number of its command in its id, and is in one table or the other.
 */
export async function readPlacedCount(
  reads: Reads,
  realm: Realm,
  after: number,
  upTo: number,
): Promise<number> {
  const placed = (table: string) =>
    `(SELECT count(*) FROM ${realm}.${table} WHERE id >= $1 AND id < $2 AND user_id >= 1000)`;
  const { rows } = await reads.query<{ count: number }>({
    name: `placed-count-${realm}`,
    text: `SELECT (${placed('open_order')} + ${placed('ended_order')})::integer AS count`,
    values: [(after + 1) * IDS_PER_COMMAND, (upTo + 1) * IDS_PER_COMMAND],
  });
  return rows[0]?.count ?? 0;
}
