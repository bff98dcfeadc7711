import { expect, it } from 'vitest';
import type { MarketView } from '../api/wire.ts';
import { betweenOf, headlineOf, LAST_MAX_AGE_MS, markOf } from './headline.ts';
import { orderMarkets } from './order-markets.ts';

const AT = 1_763_640_000_000;
const ticker = {
  last: '3299.65',
  lastAt: AT,
  index: '3328',
  bid: '3327',
  ask: '3327.5',
  open24h: '3300',
};

it('UI-946 the price of a market is its last price for a minute, then the mark price', () => {
  const fresh = { price: '3299.65', isMark: false };
  expect(headlineOf(ticker, AT + LAST_MAX_AGE_MS)).toMatchObject(fresh);
  const later = AT + LAST_MAX_AGE_MS + 1;
  expect(headlineOf(ticker, later)).toMatchObject({ price: '3327.5', isMark: true });
  expect(headlineOf({ ...ticker, index: '3326' }, later).price).toBe('3327');
  expect(headlineOf({ ...ticker, bid: '', ask: '' }, later).price).toBe('3328');
  // Before the first trade; and without an index, the last price is all that is known.
  expect(headlineOf({ ...ticker, last: '3328', lastAt: 0 }, AT).isMark).toBe(true);
  expect(headlineOf({ ...ticker, index: '' }, later)).toMatchObject(fresh);
  expect(markOf({ ...ticker, index: '' })).toBe('');
});

it('UI-1041 between the sides stands the last trade, old once it stands for nothing, before it the mark price', () => {
  const trade = { price: '3299.65', isMark: false };
  expect(betweenOf(ticker, AT + LAST_MAX_AGE_MS)).toEqual({ ...trade, isOld: false });
  expect(betweenOf(ticker, AT + LAST_MAX_AGE_MS + 1)).toEqual({ ...trade, isOld: true });
  const untraded = { ...ticker, lastAt: 0, last: '3328' };
  expect(betweenOf(untraded, AT)).toEqual({ price: '3327.5', isMark: true, isOld: false });
});

it('UI-1040 the change of a day ends at the price beside it, also where lists are sorted by it', () => {
  expect(headlineOf(ticker, AT).change24h).toBe('-0.01');
  expect(headlineOf(ticker, AT + LAST_MAX_AGE_MS + 1).change24h).toBe('0.83');
  expect(headlineOf({ ...ticker, open24h: '' }, AT).change24h).toBe('');
  expect(headlineOf({ ...ticker, last: '', index: '' }, AT).change24h).toBe('');

  // By what the server sends the order would be the other way round.
  const markets = [
    { market: 'OLD', ...ticker, lastAt: 0, change24h: '-5' },
    { market: 'NEW', ...ticker, change24h: '5' },
  ] as MarketView[];
  const shown = (market: MarketView) => ({ ...headlineOf(market, AT), quoteVolume24h: '' });
  for (const column of ['change24h', 'price'] as const) {
    const ordered = orderMarkets(markets, { column, order: 'descending' }, shown);
    expect(ordered.map(({ market }) => market)).toEqual(['OLD', 'NEW']);
  }
});
