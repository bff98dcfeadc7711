import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { INDEX_MAX_AGE_MS } from '@assay/core/order/conditions';
import type { Order } from '@assay/core/order/life/view';
import { beforeEach, describe, expect, it } from 'vitest';
import { Floor, statusOf } from './testing/floor.ts';

let floor: Floor;

beforeEach(() => {
  floor = new Floor();
});

/** Quotes of the house that rest in the market, by side, nearest first. */
function quotes(symbol = 'ABCUSDT'): { bids: Order[]; asks: Order[] } {
  const live = floor.machines.orders.market(symbol);
  const bids: Order[] = [];
  const asks: Order[] = [];
  live?.book.forEach((slot) => {
    const order = floor.machines.orders.state.restingIn(live, slot);
    if (order.userId === OWNER.marketMaker) (order.side === 0 ? bids : asks).push(order);
  });
  return { bids, asks };
}

describe('the house makes markets', () => {
  beforeEach(() => {
    floor.house({ USDT: '2000000', ABC: '20000' });
  });

  it('SPOT-100 quotes sixteen levels a side around each index price, none at it or across it', () => {
    for (const index of ['100', '100.3', '96.54321', '250', '0.5', '99999']) {
      floor.price(index);
      const { bids, asks } = quotes();
      const ticks = floor.machines.orders.market('ABCUSDT')?.indexTicks as number;
      expect(ticks).toBe(Math.round(Number(index) * 100));
      expect(bids.every((bid) => bid.limit < ticks) && asks.every((ask) => ask.limit > ticks)).toBe(
        true,
      );
      if (index === '0.5' || index === '99999') continue; // no room below, nothing above the most
      expect([bids.length, asks.length]).toEqual([16, 16]);
      expect(asks[0]!.limit - bids[0]!.limit).toBeLessThan(ticks / 1000);
      expect(asks[15]!.limit).toBeGreaterThan(asks[0]!.limit + ticks / 1000);
      floor.audit();
    }
  });

  it('FEED-068 quotes in every market that follows the index, in the order of their ids', () => {
    const pair = { base: 'ABC' };
    floor = new Floor([
      { ...pair, symbol: 'ABCUSDT' },
      { symbol: 'XYZUSDT', base: 'XYZ' },
      { ...pair, symbol: 'ABC2', tickSize: '0.1' },
    ]);
    floor.house({ USDT: '2000000', ABC: '20000', XYZ: '20000' });
    floor.price('100');
    expect(floor.machines.orders.market('ABCUSDT')?.indexTicks).toBe(10_000);
    expect(floor.machines.orders.market('ABC2')?.indexTicks).toBe(1_000);
    expect(quotes('XYZUSDT').bids).toEqual([]);
    const [first, second] = [quotes('ABCUSDT'), quotes('ABC2')];
    expect([first.bids.length, second.bids.length]).toEqual([16, 16]);
    const ids = ({ bids, asks }: typeof first) => [...bids, ...asks].map(({ id }) => id);
    expect(Math.max(...ids(first))).toBeLessThan(Math.min(...ids(second)));
    floor.audit();
  });

  it('SPOT-106 withdraws its quotes when the index is too old, at a command of the feeds', () => {
    floor.price('100');
    const withdraw = (actor: number) => floor.send(actor, 'withdrawStaleQuotes', {});
    floor.now += INDEX_MAX_AGE_MS;
    expect(withdraw(OWNER.feeds)).toEqual({ markets: [] });
    expect(quotes().bids).toHaveLength(16);
    floor.now += 1;
    expect(floor.machines.spot.staleQuotes(floor.now, INDEX_MAX_AGE_MS)).toHaveLength(1);
    expect(withdraw(floor.user('alice'))).toEqual({ refusal: 'notAllowed' });
    expect(withdraw(OWNER.feeds)).toEqual({ markets: ['ABCUSDT'] });
    expect(quotes()).toEqual({ bids: [], asks: [] });
    floor.audit();
    floor.price('100');
    expect(quotes().asks).toHaveLength(16);
    floor.audit();
  });

  it('SPOT-468 withdraws quotes of the age that the command names, up to that of an index', () => {
    const withdraw = (olderThanMs: unknown) =>
      floor.send(OWNER.feeds, 'withdrawStaleQuotes', { olderThanMs });
    floor.price('100');
    floor.now += 2_000;
    expect(withdraw(2_000)).toEqual({ markets: [] });
    for (const age of [0, -1, 1.5, null, '2000', INDEX_MAX_AGE_MS + 1]) {
      expect(withdraw(age)).toEqual({ refusal: 'invalidAge' });
    }
    expect(quotes().bids).toHaveLength(16);
    expect(withdraw(1_999)).toEqual({ markets: ['ABCUSDT'] });
    expect(quotes()).toEqual({ bids: [], asks: [] });
    floor.audit();
  });

  it('SPOT-101 quotes 50 % to 150 % of 4,000 near the index and more away from it, by sequence number', () => {
    floor.price('100');
    const { bids } = quotes();
    for (const [level, bid] of bids.entries()) {
      const plain = 1000 * (4 + level);
      const value = (bid.limit * bid.lots) / 1000;
      expect(value).toBeGreaterThan(plain * 0.49);
      expect(value).toBeLessThanOrEqual(plain * 1.5);
    }
    const sizes = (one: Floor) => {
      one.house({ USDT: '2000000', ABC: '20000' });
      one.price('100');
      return one.book();
    };
    expect(sizes(new Floor())).toEqual(sizes(new Floor()));
  });

  it('SPOT-101 quotes only what its own account covers', () => {
    floor = new Floor();
    floor.price('100');
    expect(quotes()).toEqual({ bids: [], asks: [] });
    floor.house({ USDT: '9000' });
    floor.price('100.5');
    const { bids, asks } = quotes();
    expect(asks).toEqual([]);
    expect(bids.length).toBeGreaterThan(0);
    expect(bids.length).toBeLessThan(16);
    floor.audit();
  });

  it('SPOT-105 keeps quotes close enough to their level, and renews some so that depth moves', () => {
    floor.price('100');
    const before = new Set(
      quotes()
        .bids.concat(quotes().asks)
        .map((order) => order.id),
    );
    let kept = 0;
    let renewed = 0;
    for (let i = 0; i < 40; i += 1) {
      floor.price('100');
      const now = quotes().bids.concat(quotes().asks);
      kept += now.filter((order) => before.has(order.id)).length;
      renewed += now.filter((order) => !before.has(order.id)).length;
      for (const order of now) before.add(order.id);
    }
    expect(kept).toBeGreaterThan(renewed * 10);
    expect(renewed).toBeGreaterThan(20);
  });

  it('SPOT-102 withdraws from a halted market at the next price and returns with the first one after it resumes', () => {
    floor.price('100');
    const status = (word: string) =>
      floor.must(OWNER.setup, 'setMarketStatus', { market: 'ABCUSDT', status: word });
    status('halted');
    floor.price('101');
    expect(floor.book()).toEqual([]);
    expect(floor.funds(OWNER.marketMaker)).toBe('2000000/0');
    status('trading');
    floor.price('102');
    expect(quotes().bids.length).toBe(16);
  });

  it('SPOT-103 takes orders in its way as anybody does, never its own, and pays no fee', () => {
    const alice = floor.user('alice');
    floor.price('100');
    const resting = floor.limit(alice, 'sell', '5', '103');
    expect(statusOf(resting)).toBe('new');
    floor.price('104');
    expect(floor.funds(alice, 'ABC')).toBe('995/0');
    const trades = floor.facts('tradeMade');
    expect(trades.length).toBeGreaterThan(0);
    for (const trade of trades) {
      expect(trade).toMatchObject({ buyer: OWNER.marketMaker, seller: alice, house: true });
    }
    for (let i = 0; i < 60; i += 1) floor.price(String(100 + (i % 7) * 3));
    for (const trade of floor.facts('tradeMade')) expect(trade.buyer).not.toBe(trade.seller);
    floor.audit();
  });

  it('SPOT-104 is labelled: each level has the quantity that is the house’s', () => {
    floor.price('100');
    const best = quotes().bids[0] as Order;
    const alice = floor.user('alice');
    floor.allFacts();
    floor.limit(alice, 'buy', '2', String(best.limit / 100));
    const [fact] = floor.facts('bookChanged');
    const quantity = (lots: number) => String(lots / 10);
    expect(fact).toMatchObject({
      market: 'ABCUSDT',
      levels: [[0, String(best.limit / 100), quantity(best.lots + 20), quantity(best.lots)]],
    });
  });

  it('SPOT-103 fires the stops whose triggers its trades reach', () => {
    const [alice, bob] = [floor.user('alice'), floor.user('bob')];
    floor.price('100');
    floor.limit(alice, 'sell', '0.1', '105');
    floor.place(bob, 'buy', {
      type: 'stopLimit',
      quantity: '1',
      triggerPrice: '105',
      limitPrice: '104',
    });
    floor.price('106');
    expect(floor.last()).toBe(10_500);
    expect(floor.book().some((row) => row === `${bob} 10 @ 10400`)).toBe(true);
  });

  it('SPOT-100 ignores markets of other indices, and indices without a market', () => {
    floor.price('100');
    const before = floor.book();
    floor.price('55', 'NOPEUSDT');
    expect(floor.book()).toEqual(before);
    for (const fact of floor.facts('orderChanged')) {
      expect(fact.userId).toBeGreaterThanOrEqual(FIRST_USER);
    }
  });
});
