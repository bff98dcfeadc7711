import { isOpen } from '@assay/core/order/order';
import { describe, expect, it } from 'vitest';
import type { BalanceView, FillView, OrderView, TradeView } from '../lib/api/wire.ts';
import {
  balanceOf,
  changed,
  followAccount,
  onAccountEvent,
  partnerOf,
  placeInList,
  useAccount,
} from './account/account-store.ts';
import { DEFAULT_PREFERENCES, restored, useDeskPreferences } from './layout/preferences.ts';
import { bigFrom, newestFirst, TradesFeed, trendOf } from './trades/trades-feed.ts';

const order = (id: number, change: Partial<OrderView> = {}): OrderView =>
  ({ id, status: 'new', seq: id, createdAt: id, market: 'BTCUSDT', ...change }) as OrderView;
const balance = (asset: string, available: string): BalanceView => ({
  asset,
  wallet: 'currency',
  available,
  held: '0',
  total: available,
  valueUsdt: '0',
});
const trade = (id: number, quantity = '1'): TradeView => ({
  id,
  market: 'BTCUSDT',
  price: '1',
  quantity,
  takerSide: 'buy',
  at: id,
});

interface Channel {
  snapshot(data: unknown, at: number): void;
  delta(data: unknown, at: number): void;
}

function channel() {
  let subscriber: Channel | null = null;
  return {
    subscribe: (_name: string, given: Channel) => {
      subscriber = given;
      return () => {
        subscriber = null;
      };
    },
    snapshot: (data: unknown) => subscriber?.snapshot(data, 0),
    delta: (data: unknown) => subscriber?.delta(data, 0),
  };
}

describe('the account', () => {
  it('UI-440 follows the stream: everything once, then changes; an ended order leaves the list', () => {
    const stream = channel();
    const seen: number[] = [];
    const off = onAccountEvent(({ orders }) => seen.push(...orders.map(({ id }) => id)));
    const leave = followAccount(stream);
    expect(useAccount.getState().ready).toBe(false);
    stream.snapshot({ seq: 1, orders: [order(1), order(2)], balances: [balance('USDT', '5')] });
    expect(useAccount.getState().orders.map(({ id }) => id)).toEqual([2, 1]);
    const before = useAccount.getState().pastVersion;
    stream.delta({ seq: 1, orders: [order(9)] });
    stream.delta({ seq: 3, orders: [order(3), order(1, { status: 'filled', seq: 3 })] });
    expect(useAccount.getState().orders.map(({ id }) => id)).toEqual([3, 2]);
    expect(useAccount.getState().pastVersion).toBe(before + 1);
    stream.delta({ seq: 4, balances: [balance('BTC', '1'), balance('USDT', '4')] });
    expect(balanceOf(useAccount.getState().balances, 'currency', 'USDT').available).toBe('4');
    expect(balanceOf(useAccount.getState().balances, 'currency', 'BTC').available).toBe('1');
    expect(balanceOf(useAccount.getState().balances, 'currency', 'DOGE').available).toBe('0');
    expect(seen).toEqual([3, 1]);
    leave();
    off();
    expect(useAccount.getState()).toMatchObject({ ready: false, orders: [], balances: [] });
  });

  it('UI-440 an older view of an order does not undo a newer one', () => {
    const start = { ...useAccount.getState(), orders: [order(1, { seq: 9, filledQuantity: '2' })] };
    const after = changed(start, { seq: 5, orders: [order(1, { seq: 5, filledQuantity: '1' })] });
    expect(after.orders[0]?.filledQuantity).toBe('2');
    expect(isOpen(order(1, { status: 'pending' }))).toBe(true);
    expect(isOpen(order(1, { status: 'expired' }))).toBe(false);
  });

  it('UI-454 SPOT-123 the other of an OCO is known as long as both are open', () => {
    const [limit, stop] = [order(7, { oco: 7 }), order(8, { oco: 7, status: 'pending' })];
    const alone = [order(1, { oco: 0 }), order(2, { oco: 0 })];
    const start = { ...useAccount.getState(), orders: [stop, limit, ...alone] };
    expect(partnerOf(limit, start.orders)).toBe(stop);
    expect(partnerOf(stop, start.orders)).toBe(limit);
    expect(partnerOf(alone[0]!, start.orders)).toBeUndefined();
    const fired = order(8, { oco: 7, status: 'canceled', seq: 9 });
    const { orders } = changed(start, { seq: 9, orders: [fired] });
    expect(partnerOf(limit, orders)).toBeUndefined();
  });

  it('UI-992 an order that waits, the one that it waits for, and a pair are different places', () => {
    const entry = order(7, { oco: 7 });
    const exits = [8, 9].map((id) => order(id, { oco: 7, status: 'dormant' }));
    const places = (orders: readonly OrderView[]) =>
      orders.map((each) => placeInList(each, [...orders, order(1, { oco: 0 })]));
    expect(places([entry, ...exits])).toEqual(['triggers', 'waits', 'waits']);
    // The entry is filled, and their turn has not come yet.
    expect(places(exits)).toEqual(['waits', 'waits']);
    const [rest, stop] = [order(8, { oco: 7 }), order(9, { oco: 7, status: 'pending' })];
    expect(places([rest, stop])).toEqual(['pair', 'pair']);
    expect(places([rest])).toEqual(['alone']);
    expect(places([order(2, { oco: 0 })])).toEqual(['alone']);
  });

  it('UI-440 fills are kept newest first', () => {
    const fill = (id: number) => ({ id }) as FillView;
    const first = changed(useAccount.getState(), { seq: 1, fills: [fill(1), fill(2)] });
    const second = changed(first, { seq: 2, fills: [fill(3)] });
    expect(second.fills.map(({ id }) => id)).toEqual([3, 2, 1]);
  });
});

describe('the list of trades', () => {
  it('UI-425 newest first, each once, at most a hundred, published apart from the stream', () => {
    const stream = channel();
    let run: () => void = () => undefined;
    const page = {
      hidden: false,
      now: () => 0,
      schedule: (_ms: number, given: () => void) => {
        run = given;
        return () => undefined;
      },
      onVisible: () => () => undefined,
    };
    const feed = new TradesFeed('BTCUSDT', stream, page);
    feed.start();
    expect(feed.ready).toBe(false);
    stream.snapshot({ trades: [trade(1), trade(3), trade(2)] });
    stream.delta({ trades: [trade(4), trade(3)] });
    expect(feed.trades()).toEqual([]);
    run();
    expect(feed.trades().map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    stream.delta({ trades: Array.from({ length: 200 }, (_, i) => trade(i + 10)) });
    run();
    expect(feed.trades().length).toBe(100);
    expect(feed.trades()[0]?.id).toBe(209);
    stream.snapshot({ trades: [trade(500)] });
    run();
    expect(feed.trades().map(({ id }) => id)).toEqual([500]);
  });

  it('UI-460 the last price knows where it came from: from the last trade at another price', () => {
    const at = (...prices: string[]) => prices.map((price, id) => ({ ...trade(9 - id), price }));
    expect(trendOf(at('10.5', '10.5', '9.75'))).toBe(1);
    expect(trendOf(at('9.75', '10.5', '9'))).toBe(-1);
    expect(trendOf(at('10', '10'))).toBe(0);
    expect(trendOf([])).toBe(0);
  });

  it('UI-425 a trade is big at five times the median, once there are enough to compare', () => {
    const even = Array.from({ length: 20 }, (_, i) => trade(i, '2'));
    expect(bigFrom(even)).toBe(10);
    expect(bigFrom(even.slice(0, 5))).toBe(Number.POSITIVE_INFINITY);
    expect(newestFirst([trade(1), trade(1)]).length).toBe(1);
  });
});

describe('the settings of the page', () => {
  it('UI-450 a record with strange values brings back the usual ones, value by value', () => {
    expect(restored(null)).toEqual(DEFAULT_PREFERENCES);
    expect(restored('{')).toEqual(DEFAULT_PREFERENCES);
    expect(restored('[1]')).toEqual(DEFAULT_PREFERENCES);
    const odd = {
      bookWidth: 'wide',
      bookView: 'sideways',
      sound: true,
      hideBelow: '7',
      recentMarkets: [1],
      bottomHeight: 300,
    };
    expect(restored(JSON.stringify(odd))).toEqual({
      ...DEFAULT_PREFERENCES,
      sound: true,
      bottomHeight: 300,
    });
  });

  it('UI-450 UI-979 a reset or a preset sets the layout and nothing else; recent markets are few', () => {
    const { change, arrange, resetLayout, visited } = useDeskPreferences.getState();
    change({ bookWidth: 400, ticketSide: 'start', sound: true });
    resetLayout();
    expect(useDeskPreferences.getState()).toMatchObject({
      bookWidth: DEFAULT_PREFERENCES.bookWidth,
      ticketSide: 'end',
      sound: true,
    });
    for (const market of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'B']) visited(market);
    change({ ticketSide: 'start', bookWidth: 400, showBottom: false });
    arrange('pro');
    expect(useDeskPreferences.getState()).toMatchObject({
      ...{ arrangement: 'pro', ticketSide: 'start', showBottom: true, sound: true },
    });
    expect(useDeskPreferences.getState().bookWidth).toBeLessThan(400);
    arrange('classic');
    const { arrangement, bookWidth } = useDeskPreferences.getState();
    expect({ arrangement, bookWidth }).toEqual({
      arrangement: 'classic',
      bookWidth: DEFAULT_PREFERENCES.bookWidth,
    });
    expect(useDeskPreferences.getState().recentMarkets).toEqual(['B', 'G', 'F', 'E', 'D', 'C']);
  });
});
