import { expect, it } from 'vitest';
import type { MarketView, TickerView } from '../api/wire.ts';
import { tradedIn } from './traded-in.ts';

it('UI-1046 what was traded is the sum of what the rows of its realm show', () => {
  const markets = [
    { market: 'BTCUSDT', quote: 'USDT', quoteVolume24h: '1' },
    { market: 'ETHUSDT', quote: 'USDT', quoteVolume24h: '0.5' },
    { market: 'ETHBTC', quote: 'BTC', quoteVolume24h: '7' },
  ] as MarketView[];
  const live = { quoteVolume24h: '9990.25' } as TickerView;
  expect(tradedIn('USDT', markets, ({ market }) => (market === 'BTCUSDT' ? live : undefined))).toBe(
    '9990.75',
  );
  expect(tradedIn('USDT', [], () => undefined)).toBe('0');
});
