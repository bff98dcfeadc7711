import type { Realm } from '@assay/core/ledger/realm';
import { FILL_SIDES, type FillCursor, type FillRow, type Reads } from './reads.ts';

/** The fills of a strategy's account, newest first; a trade with itself is two. */
export async function readStrategyFills(
  reads: Reads,
  realm: Realm,
  account: number,
  before: FillCursor,
  limit: number,
): Promise<FillRow[]> {
  // The owner stands in the text, because each of the indexes is of one alone.
  const side = (part: 'taker' | 'maker') =>
    `(SELECT ${FILL_SIDES[part]} FROM ${realm}.trade t
      WHERE t.${part}_user = ${account} AND t.seq <= $1
        AND (t.seq, t.market, t.id, ${part === 'taker' ? 1 : 0}) < ($1, $2, $3, $4)
      ORDER BY t.seq DESC, t.market DESC, t.id DESC LIMIT $5)`;
  const { rows } = await reads.query<FillRow>({
    name: `strategy-fills-${realm}-${account}`,
    text: `SELECT * FROM (${side('taker')} UNION ALL ${side('maker')}) f
           ORDER BY f.seq DESC, f.market DESC, f.id DESC, f.taker DESC LIMIT $5`,
    values: [before.seq, before.market, before.id, before.taker, limit],
  });
  return rows;
}
