import { expect, it } from 'vitest';
import { openFeedHome, START_AT } from '../feed-home.suite.ts';
import { INTERVALS } from '../rules/interval.ts';
import type { FeedService } from '../service.ts';

const market = 'BTCUSDT';

it('FEED-115 a trade here adds to the volume and leaves the reference volume as it is', async () => {
  const home = await openFeedHome();
  const feed = await home.open();
  await home.play(feed, 130_000);
  const volumes = async (of: FeedService) => {
    const all: Record<string, [bigint, bigint][]> = {};
    for (const interval of INTERVALS) {
      const at = home.clock.now();
      const candles = await of.reader.klines('real', market, interval, { limit: 3 }, at);
      all[interval] = candles.map((one) => [one.volume, one.referenceVolume]);
    }
    return all;
  };
  const before = await volumes(feed);
  expect(before['1m']?.every(([own, other]) => own === 0n && other > 0n)).toBe(true);
  const at = START_AT + 61_000;
  home.trade(feed, { realm: 'real', market, price: '90000', quantity: '0.26', at });
  const after = await volumes(feed);
  expect(after['1m']?.map(([own]) => own)).toEqual([0n, 26_000_000n, 0n]);
  for (const interval of INTERVALS) {
    const own = after[interval]?.reduce((sum, [volume]) => sum + volume, 0n);
    expect(own, interval).toBe(26_000_000n);
    const reference = (list: typeof before) => list[interval]?.map(([, volume]) => volume);
    expect(reference(after), interval).toEqual(reference(before));
  }
  // From the database as from memory: of the growing minute alone the reference may move on.
  await feed.stop();
  const restarted = await volumes(await home.open());
  expect(restarted['1m']?.slice(0, 2)).toEqual(after['1m']?.slice(0, 2));
  await home.drop();
});
