import type { Realm } from '@assay/core/ledger/realm';
import { FILL_SIDES, type FillRow, type Reads } from './reads.ts';

/** A side of a trade, and whether the other one is of the same person. */
export interface OwnFillRow extends FillRow {
  readonly isOwn: boolean;
}

export interface FillsSince {
  readonly markets: readonly number[];
  /** After this command, up to that one. */
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/** Fills of a user in some markets, oldest first: the order of getFills, turned round. */
export async function readFillsSince(
  reads: Reads,
  realm: Realm,
  userId: number,
  { markets, after, upTo, limit }: FillsSince,
): Promise<OwnFillRow[]> {
  const side = (part: 'taker' | 'maker') =>
    `(SELECT ${FILL_SIDES[part]}, t.taker_user = t.maker_user AS "isOwn" FROM ${realm}.trade t
      WHERE t.${part}_user = $1 AND t.${part}_user >= 1000 AND t.market = m
        AND t.seq > $3 AND t.seq <= $4 ORDER BY t.seq, t.id LIMIT $5)`;
  const { rows } = await reads.query<OwnFillRow>({
    name: `fills-since-${realm}`,
    text: `SELECT f.* FROM unnest($2::int[]) AS m
           CROSS JOIN LATERAL (${side('taker')} UNION ALL ${side('maker')}) f
           ORDER BY f.seq, f.market, f.id, f.taker LIMIT $5`,
    values: [userId, markets, after, upTo, limit],
  });
  return rows;
}
