import { expect, test } from 'vitest';
import { feedHealth } from './health.ts';

const AT = 1_763_640_000_000;

const market = (symbol: string, status: 'fresh' | 'stale', at = AT) => ({
  symbol,
  status,
  tick: { at },
});

test('FEED-104 the feed is well while every index is fresh', () => {
  const markets = [market('BTCUSDT', 'fresh'), market('ETHUSDT', 'fresh', AT - 10_000)];
  expect(feedHealth(markets, AT)).toEqual({ ok: true, fresh: 2, stale: 0 });
  expect(feedHealth([], AT)).toEqual({ ok: true, fresh: 0, stale: 0 });
});

test('FEED-104 it is degraded, not down, with the names of the stale ones', () => {
  const markets = [
    market('BTCUSDT', 'fresh'),
    market('ETHUSDT', 'stale'),
    // The feed hangs: nobody has said that this one is stale.
    market('DOGEUSDT', 'fresh', AT - 10_001),
    { symbol: 'NEWUSDT', status: 'fresh' as const, tick: null },
  ];
  expect(feedHealth(markets, AT)).toEqual({
    ok: true,
    degraded: true,
    detail: 'stale: ETHUSDT, DOGEUSDT, NEWUSDT',
    fresh: 1,
    stale: 3,
  });
});
