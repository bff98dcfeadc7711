import { nextSorting } from '@assay/kit/format/sorting.ts';
import { expect, it } from 'vitest';
import type { MarketView } from '../../lib/api/wire.ts';
import { orderMarkets } from '../../lib/data/order-markets.ts';
import { searchMarkets } from './order-markets.ts';

const market = (symbol: string, name: string, change24h: string) =>
  ({ market: `${symbol}USDT`, base: symbol, quote: 'USDT', name, change24h }) as MarketView;

const MARKETS = [
  market('BTC', 'Bitcoin', '1.5'),
  market('NEW', 'Newcoin', ''),
  market('ETH', 'Ethereum', '-2.25'),
  market('SOL', 'Solana', '10'),
];
const symbols = (markets: readonly MarketView[]) => markets.map(({ base }) => base).join(' ');
const none = ({ change24h }: MarketView) => ({ price: '', change24h, quoteVolume24h: '' });

it('UI-090 finds markets by symbol, base or name, ignoring case and separators', () => {
  expect(symbols(searchMarkets(MARKETS, 'btc/usdt'))).toBe('BTC');
  expect(symbols(searchMarkets(MARKETS, ' eTHer'))).toBe('ETH');
  expect(symbols(searchMarkets(MARKETS, 'usdt'))).toBe('BTC NEW ETH SOL');
  expect(symbols(searchMarkets(MARKETS, 'xyz'))).toBe('');
});

it('UI-091 sorts by a figure both ways and puts markets without one last', () => {
  const by = (order: 'ascending' | 'descending') =>
    symbols(orderMarkets(MARKETS, { column: 'change24h', order }, none));
  expect(by('descending')).toBe('SOL BTC ETH NEW');
  expect(by('ascending')).toBe('ETH BTC SOL NEW');
});

it('UI-091 sorts by name, and keeps the server’s order when unsorted', () => {
  const byPair = { column: 'pair', order: 'ascending' } as const;
  expect(symbols(orderMarkets(MARKETS, byPair, none))).toBe('BTC ETH NEW SOL');
  expect(symbols(orderMarkets(MARKETS, null, none))).toBe('BTC NEW ETH SOL');
});

it('UI-091 UI-444 a head sorts descending, then ascending, then not at all; another head restarts', () => {
  const descending = nextSorting('last', null);
  expect(descending).toEqual({ column: 'last', order: 'descending' });
  const ascending = nextSorting('last', descending);
  expect(ascending).toEqual({ column: 'last', order: 'ascending' });
  expect(nextSorting('last', ascending)).toBeNull();
  expect(nextSorting('pair', ascending as never)).toEqual({ column: 'pair', order: 'descending' });
});
