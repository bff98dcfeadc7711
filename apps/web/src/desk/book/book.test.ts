import type { BookRules } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { describe, expect, it } from 'vitest';
import type { BookLevel, MarketView } from '../../lib/api/wire.ts';
import type { Page } from '../../lib/stream/publisher.ts';
import { rulesOf } from '../market-rules.ts';
import { BookFeed } from './book-feed.ts';
import { BookState } from './book-state.ts';
import { barOf, bidShare, groupings, groupTicks, rowsOf } from './book-view.ts';

const view = {
  market: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  maxPrice: '1000000',
  minQuantity: '0.00001',
  maxQuantity: '9000',
  minNotional: '5',
  maxNotional: '9000000',
  makerFeePpm: 1000,
  takerFeePpm: 1000,
} as MarketView;

const rules = rulesOf(view) as BookRules;

type Pair = [string, string];
const own = ([price, quantity]: Pair): BookLevel => [price, quantity, '0'];

function stateOf(bids: Pair[], asks: Pair[]): BookState {
  const state = new BookState(rules);
  state.replace({ bids: bids.map(own), asks: asks.map(own) });
  return state;
}

describe('the book of a market', () => {
  it('UI-420 a market in decimals becomes rules in ticks and lots', () => {
    expect(rules).toMatchObject({ quotePerTick: 1_000_000, basePerLot: 1000, quotePerTickLot: 10 });
    expect(rules).toMatchObject({ priceDecimals: 2, quantityDecimals: 5, minLots: 1 });
    expect(rulesOf({ ...view, tickSize: '0' })).toBeNull();
  });

  it('UI-420 a snapshot replaces, a delta changes, quantity 0 removes, best first', () => {
    const state = stateOf(
      [
        ['99.99', '1'],
        ['100.00', '2'],
      ],
      [
        ['100.02', '3'],
        ['100.01', '1.5'],
      ],
    );
    expect(state.levels(BUY)).toEqual([
      { ticks: 10_000, lots: 200_000, house: 0 },
      { ticks: 9999, lots: 100_000, house: 0 },
    ]);
    expect(state.levels(SELL).map(({ ticks }) => ticks)).toEqual([10_001, 10_002]);
    state.apply({
      levels: [
        [0, '100.00', '0', '0'],
        [0, '99.98', '0.00001', '0'],
        [1, '100.01', '7', '0'],
      ],
    });
    expect(state.levels(BUY)).toEqual([
      { ticks: 9999, lots: 100_000, house: 0 },
      { ticks: 9998, lots: 1, house: 0 },
    ]);
    expect(state.levels(SELL)[0]).toEqual({ ticks: 10_001, lots: 700_000, house: 0 });
    state.replace({ bids: [], asks: [] });
    expect(state.levels(BUY)).toEqual([]);
    expect(state.crossed).toBe(false);
  });

  it('UI-420 text that is no number, or not a whole tick or lot, is not taken for a level', () => {
    const state = stateOf(
      [
        ['abc', '1'],
        ['1e2', '1'],
        ['1.005', '1'],
        ['-1', '1'],
      ],
      [['5', '0.000001']],
    );
    expect(state.levels(BUY)).toEqual([]);
    expect(state.levels(SELL)).toEqual([]);
  });

  it('UI-421 groups take their worst price, so that a click never promises a better one', () => {
    expect(groupTicks(BUY, 10_019, 10)).toBe(10_010);
    expect(groupTicks(SELL, 10_011, 10)).toBe(10_020);
    expect(groupTicks(SELL, 10_020, 10)).toBe(10_020);
    const asks = [
      { ticks: 10_001, lots: 1, house: 0 },
      { ticks: 10_009, lots: 2, house: 0 },
      { ticks: 10_010, lots: 4, house: 0 },
      { ticks: 10_011, lots: 8, house: 3 },
    ];
    expect(rowsOf(SELL, asks, 10, 9)).toEqual([
      {
        ticks: 10_010,
        lots: 7,
        sumLots: 7,
        sumHouse: 0,
        sumTickLots: 10_001 + 2 * 10_009 + 4 * 10_010,
      },
      {
        ticks: 10_020,
        lots: 8,
        sumLots: 15,
        sumHouse: 3,
        sumTickLots: 10_001 + 2 * 10_009 + 4 * 10_010 + 8 * 10_011,
      },
    ]);
    expect(rowsOf(SELL, asks, 1, 2).map(({ ticks }) => ticks)).toEqual([10_001, 10_009]);
    expect(rowsOf(SELL, [], 1, 5)).toEqual([]);
  });

  it("UI-426 what of a level is the house's own is known, and no level without it is dropped", () => {
    const state = new BookState(rules);
    state.replace({ bids: [['1', '2', '0.5']], asks: [['2', '1', '']] });
    expect(state.levels(BUY)[0]).toEqual({ ticks: 100, lots: 200_000, house: 50_000 });
    expect(state.levels(SELL)[0]?.house).toBe(0);
  });

  it('UI-421 only groupings that leave a readable book are offered', () => {
    expect(groupings(6_000_000)).toEqual([1, 10, 100, 1000, 10_000]);
    expect(groupings(50_000)).toEqual([1, 10, 100]);
    expect(groupings(30)).toEqual([1]);
  });

  it('UI-422 a bar is a share in steps of 1/250 and never longer than the row', () => {
    expect(barOf(1, 3)).toBe(83 / 250);
    expect(barOf(5, 3)).toBe(1);
    expect(barOf(0, 0)).toBe(0);
    expect(
      bidShare(
        rowsOf(BUY, [{ ticks: 1, lots: 3, house: 0 }], 1, 5),
        rowsOf(SELL, [{ ticks: 2, lots: 1, house: 0 }], 1, 5),
      ),
    ).toBe(75);
    expect(bidShare([], [])).toBeNull();
  });
});

describe('the feed of a book', () => {
  it('UI-423 publishes at most ten times a second and not while the page is hidden', () => {
    const { feed, send, page, published } = running();
    send.snapshot({ bids: [['1', '1', '0']], asks: [['2', '1', '0']] });
    page.advance(0);
    expect(published()).toBe(1);
    for (let i = 0; i < 50; i += 1) {
      send.delta({ levels: [[0, '1', `${i + 1}`, '0']] });
      page.advance(10);
    }
    expect(published()).toBeLessThanOrEqual(6);
    page.hidden = true;
    const before = published();
    send.delta({ levels: [[0, '1', '99', '0']] });
    page.advance(1000);
    expect(published()).toBe(before);
    page.show();
    page.advance(200);
    expect(published()).toBe(before + 1);
    expect(feed.levels(BUY)[0]?.lots).toBe(9_900_000);
  });

  it('UI-424 a crossed book is never shown, and is asked for again when it stays crossed', () => {
    const { feed, send, page, subscriptions } = running();
    send.snapshot({ bids: [['100', '1', '0']], asks: [['101', '1', '0']] });
    page.advance(100);
    send.delta({ levels: [[0, '102', '1', '0']] });
    page.advance(100);
    expect(feed.best(BUY)).toBe(10_000);
    expect(feed.best(SELL)).toBe(10_100);
    for (const price of ['103', '104']) {
      send.delta({ levels: [[0, price, '1', '0']] });
      page.advance(100);
    }
    expect(subscriptions()).toBe(2);
    send.snapshot({ bids: [['102', '1', '0']], asks: [['103', '1', '0']] });
    page.advance(100);
    expect(feed.best(BUY)).toBe(10_200);
  });

  it('UI-420 the levels can be walked by the rules of orders', () => {
    const { feed, send, page } = running();
    expect(feed.ready).toBe(false);
    send.snapshot({
      bids: [],
      asks: [
        ['2', '1', '0'],
        ['3', '4', '0'],
      ],
    });
    page.advance(100);
    expect(feed.ready).toBe(true);
    expect(feed.walkable(SELL)).toEqual({ count: 2, pairs: [200, 100_000, 300, 400_000] });
    feed.stop();
    send.delta({ levels: [[1, '2', '0', '0']] });
    page.advance(100);
    expect(feed.best(SELL)).toBe(200);
  });
});

function running() {
  const page = new ManualPage();
  let subscriber: {
    snapshot(data: unknown, at: number): void;
    delta(data: unknown, at: number): void;
  };
  let subscribed = 0;
  let published = 0;
  const stream = {
    subscribe(_name: string, given: typeof subscriber) {
      subscriber = given;
      subscribed += 1;
      return () => {
        subscriber = { snapshot: () => undefined, delta: () => undefined };
      };
    },
  };
  const feed = new BookFeed('BTCUSDT', rules, stream, page);
  feed.subscribe(() => {
    published += 1;
  });
  feed.start();
  const send = {
    snapshot: (data: unknown) => subscriber.snapshot(data, 0),
    delta: (data: unknown) => subscriber.delta(data, 0),
  };
  return { feed, send, page, published: () => published, subscriptions: () => subscribed };
}

/** A page whose clock moves only when the test moves it. */
class ManualPage implements Page {
  hidden = false;
  private time = 0;
  private waiting: { at: number; run: () => void }[] = [];
  private visible: (() => void)[] = [];
  now(): number {
    return this.time;
  }
  schedule(delayMs: number, run: () => void): () => void {
    const entry = { at: this.time + delayMs, run };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((each) => each !== entry);
    };
  }
  onVisible(run: () => void): () => void {
    this.visible.push(run);
    return () => undefined;
  }
  show(): void {
    this.hidden = false;
    for (const run of this.visible) run();
  }
  advance(ms: number): void {
    this.time += ms;
    const due = this.waiting.filter((entry) => entry.at <= this.time);
    this.waiting = this.waiting.filter((entry) => entry.at > this.time);
    for (const entry of due) entry.run();
  }
}
