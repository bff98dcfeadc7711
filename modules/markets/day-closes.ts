import type { Realm } from '@assay/core/ledger/realm';
import { SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import type { FeedService } from '@assay/modules/feeds';
import type { MarketBoard } from './board.ts';

const MINUTE_MS = 60_000;
const CASH = 'USDT';
const ONE = 10n ** BigInt(SCALE);

/** The last price of an asset in a UTC day that ended at `end`, in 1e-8 USDT; 0 for none. */
export type DayCloses = (asset: string, end: number) => bigint;

/** The closes of some assets in the days that ended at `ends`, which rise by whole days. */
export async function readDayCloses(
  { board, feed }: { board: Pick<MarketBoard, 'pairs'>; feed: Pick<FeedService, 'reader'> },
  realm: Realm,
  assets: readonly string[],
  ends: readonly number[],
  now: number,
): Promise<DayCloses> {
  const [from = 0, to = 0] = [ends[0]! - DAY, ends.at(-1)! - DAY];
  const prices = new Map<string, bigint>();
  const pairs = board.pairs();
  for (const asset of new Set(assets)) {
    const market = pairs.find(({ base, quote }) => base === asset && quote === CASH);
    if (market === undefined) continue;
    const limit = (to - from) / DAY + 1;
    const range = { from, to, limit };
    const days = await feed.reader.wholeKlines(realm, market.market, '1d', range, now);
    for (const { minute, close } of days) {
      prices.set(`${asset} ${minute * MINUTE_MS + DAY}`, BigInt(close));
    }
  }
  return (asset, end) => (asset === CASH ? ONE : (prices.get(`${asset} ${end}`) ?? 0n));
}
