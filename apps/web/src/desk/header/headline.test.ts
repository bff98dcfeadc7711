import { expect, it } from 'vitest';
import { headlineOf, LAST_MAX_AGE_MS } from './headline.ts';

const AT = 1_763_640_000_000;
const ticker = { last: '3299.65', lastAt: AT, index: '3328', bid: '3327', ask: '3327.5' };

it('UI-946 the price of a market is its last price for a minute, then the mark price', () => {
  expect(headlineOf(ticker, AT + LAST_MAX_AGE_MS)).toEqual({ price: '3299.65', isMark: false });
  const later = AT + LAST_MAX_AGE_MS + 1;
  expect(headlineOf(ticker, later)).toEqual({ price: '3327.5', isMark: true });
  expect(headlineOf({ ...ticker, index: '3326' }, later).price).toBe('3327');
  expect(headlineOf({ ...ticker, bid: '', ask: '' }, later).price).toBe('3328');
  // Before the first trade; and without an index, the last price is all that is known.
  expect(headlineOf({ ...ticker, last: '3328', lastAt: 0 }, AT).isMark).toBe(true);
  expect(headlineOf({ ...ticker, index: '' }, later)).toEqual({ price: '3299.65', isMark: false });
});
