import { expect, test } from 'vitest';
import { feedHealth } from './health.ts';

const AT = 1_763_640_000_000;

const index = (name: string, status: 'fresh' | 'stale' | 'closed', at = AT) => ({
  index: name,
  status,
  tick: { at },
});

test('FEED-104 the feed is well while every index is fresh', () => {
  const indices = [index('BTC-USDT', 'fresh'), index('ETH-USDT', 'fresh', AT - 10_000)];
  expect(feedHealth(indices, AT)).toEqual({ ok: true, fresh: 2, stale: 0, closed: 0 });
  expect(feedHealth([], AT)).toEqual({ ok: true, fresh: 0, stale: 0, closed: 0 });
});

test('FEED-104 it is degraded, not down, with the names of the stale ones', () => {
  const indices = [
    index('BTC-USDT', 'fresh'),
    index('ETH-USDT', 'stale'),
    // The feed hangs: nothing has marked this index as stale.
    index('DOGE-USDT', 'fresh', AT - 10_001),
    { index: 'NEW-USDT', status: 'fresh' as const, tick: null },
  ];
  expect(feedHealth(indices, AT)).toEqual({
    ok: true,
    degraded: true,
    detail: 'stale: ETH-USDT, DOGE-USDT, NEW-USDT',
    fresh: 1,
    stale: 3,
    closed: 0,
  });
});

test('FEED-140 an index whose session is closed owes no price and is not stale', () => {
  const indices = [
    index('BTC-USDT', 'fresh'),
    index('XAU-USD', 'closed', AT - 86_400_000),
    { index: 'EUR-USD', status: 'closed' as const, tick: null },
  ];
  expect(feedHealth(indices, AT)).toEqual({ ok: true, fresh: 1, stale: 0, closed: 2 });
});
