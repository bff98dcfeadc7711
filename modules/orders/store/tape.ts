import type { Realm } from '@assay/core/ledger/realm';
import { BUY } from '@assay/core/order/side';
import type { Reads, TradeRow } from './reads.ts';

/** A stored trade with the command that made it. Ids of a market rise by one from 1. */
export interface TapeRow extends TradeRow {
  readonly seq: number;
}

const TAPE = 'id, seq, ticks, lots, taker_side AS side, at';

/** Up to `limit` trades of a market from an id on, oldest first. */
export async function readTapeFrom(
  reads: Reads,
  realm: Realm,
  market: number,
  fromId: number,
  limit: number,
): Promise<TapeRow[]> {
  const { rows } = await reads.query<TapeRow>({
    name: `tape-from-${realm}`,
    text: `SELECT ${TAPE} FROM ${realm}.trade WHERE market = $1 AND id >= $2
           ORDER BY id LIMIT $3`,
    values: [market, fromId, limit],
  });
  return rows;
}

/** The last `limit` trades of a market before an id, oldest first. */
export async function readTapeBefore(
  reads: Reads,
  realm: Realm,
  market: number,
  beforeId: number,
  limit: number,
): Promise<TapeRow[]> {
  const { rows } = await reads.query<TapeRow>({
    name: `tape-before-${realm}`,
    text: `SELECT ${TAPE} FROM ${realm}.trade WHERE market = $1 AND id < $2
           ORDER BY id DESC LIMIT $3`,
    values: [market, beforeId, limit],
  });
  return rows.reverse();
}

/**
 * Id of the first trade of a market that was made at `at` (ms) or later; when there is none, the
 * id of the next trade. Times rise with the ids, so a binary search finds it without an index by
 * time.
 */
export async function firstTradeSince(
  reads: Reads,
  realm: Realm,
  market: number,
  at: number,
): Promise<number> {
  const { rows } = await reads.query<{ id: string }>({
    name: `trade-since-${realm}`,
    text: `WITH RECURSIVE search (low, high) AS (
             SELECT 1::bigint, coalesce(max(id), 0) + 1 FROM ${realm}.trade WHERE market = $1
             UNION ALL
             SELECT CASE WHEN t.at < $2 THEN t.id + 1 ELSE s.low END,
               CASE WHEN t.at < $2 THEN s.high ELSE t.id END
             FROM search s
             JOIN ${realm}.trade t ON t.market = $1 AND t.id = (s.low + s.high) / 2
             WHERE s.low < s.high)
           SELECT low::text AS id FROM search WHERE low = high`,
    values: [market, at],
  });
  return Number(rows[0]?.id ?? 1);
}

/** The trades of one second together, in ticks and lots; sums as text, as they may be large. */
export interface TapeSecond {
  /** Seconds since the epoch. */
  readonly second: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: string;
  /** Sum of ticks x lots. */
  readonly worth: string;
  /** The part of both that takers bought. */
  readonly boughtLots: string;
  readonly boughtWorth: string;
  readonly trades: number;
  readonly firstTrade: number;
}

/** The seconds in which trades of a market with ids in [fromId, toId) were made, oldest first. */
export async function readTapeSeconds(
  reads: Reads,
  realm: Realm,
  market: number,
  fromId: number,
  toId: number,
): Promise<TapeSecond[]> {
  const { rows } = await reads.query<TapeSecond>({
    name: `tape-seconds-${realm}`,
    text: `SELECT at / 1000 AS second, (array_agg(ticks ORDER BY id))[1] AS open,
             max(ticks) AS high, min(ticks) AS low,
             (array_agg(ticks ORDER BY id DESC))[1] AS close, sum(lots)::text AS lots,
             sum(ticks::numeric * lots)::text AS worth,
             coalesce(sum(lots) FILTER (WHERE taker_side = $4), 0)::text AS "boughtLots",
             coalesce(sum(ticks::numeric * lots) FILTER (WHERE taker_side = $4), 0)::text
               AS "boughtWorth",
             count(*)::int AS trades, min(id) AS "firstTrade"
           FROM ${realm}.trade WHERE market = $1 AND id >= $2 AND id < $3
           GROUP BY at / 1000 ORDER BY 1`,
    values: [market, fromId, toId, BUY],
  });
  return rows;
}
