import { OWNER } from '@assay/core/ledger/owners';
import { FeedsMachine } from '@assay/modules/feeds';
import type { Rule } from '@assay/platform/engine/machine';
import { describe, expect, it } from 'vitest';
import { type LoggedCommand, PriceUpcaster } from './upcast.ts';

const TURN = { seq: 1, at: 1_763_640_000_000, actor: OWNER.feeds };

function listing(symbol: string, base: string, quote: string, outcome: object = { id: 1 }) {
  return { type: 'listMarket', body: { symbol, base, quote, tickSize: '0.01' }, outcome };
}

function prices(...list: readonly unknown[]): LoggedCommand {
  return { type: 'recordPrices', body: { prices: list }, outcome: { recorded: list.length } };
}

describe('prices of a log that keyed them by markets', () => {
  it('MRKT-060 become prices of the index that the market follows', () => {
    const upcaster = new PriceUpcaster();
    const btc = listing('BTCUSDT', 'BTC', 'USDT');
    expect(upcaster.upcast(btc)).toBe(btc);
    // The symbol is not parsed: the pair is that of the listing.
    upcaster.upcast(listing('GOLD', 'XAU', 'USDT'));
    const entry = { seq: 7, ...prices({ symbol: 'GOLD', index: '2650.5', n: 3 }) };
    expect(upcaster.upcast(entry)).toEqual({
      seq: 7,
      ...prices({ index: 'XAU-USDT', price: '2650.5', n: 3 }),
    });
    expect(upcaster.upcast(prices({ symbol: 'BTCUSDT', index: '96000', n: 1 }))).toEqual(
      prices({ index: 'BTC-USDT', price: '96000', n: 1 }),
    );
  });

  it('MRKT-060 of two markets with one pair the first has them, of none nobody', () => {
    const upcaster = new PriceUpcaster();
    upcaster.upcast(listing('BTCUSDT', 'XBT', 'USDT', { refusal: 'unknownAsset' }));
    upcaster.upcast(listing('BTCUSDT', 'BTC', 'USDT'));
    upcaster.upcast(listing('BTC2', 'BTC', 'USDT'));
    const long = 'ABCDEFGHIJKLMNOPQRSTUVWX';
    const given = ['BTCUSDT', 'BTC2', 'NOSUCH', long].map((symbol) => ({
      ...{ symbol, index: '5', n: 1 },
    }));
    const body = upcaster.upcast(prices(...given)).body as { prices: { index: string }[] };
    expect(body.prices.map(({ index }) => index)).toEqual([
      ...['BTC-USDT', 'BTC2-0', 'NOSUCH-0', 'ABCDEFGHIJKLMNOP-QRSTUVWX'],
    ]);
    expect((new FeedsMachine().rules.recordPrices as Rule)(body as never, TURN)).toEqual({
      recorded: 4,
    });
  });

  it('MRKT-060 are known before their market is listed, once the whole log was learned', () => {
    const log = [prices({ symbol: 'BTCUSDT', index: '5', n: 1 }), listing('BTCUSDT', 'BTC', 'USD')];
    const upcaster = new PriceUpcaster();
    for (const entry of log) upcaster.learn(entry);
    expect(log.map((entry) => upcaster.upcast(entry))[0]).toEqual(
      prices({ index: 'BTC-USD', price: '5', n: 1 }),
    );
  });

  it('MRKT-060 stay as they are when they have the new form, or never were prices', () => {
    const upcaster = new PriceUpcaster();
    upcaster.upcast(listing('BTCUSDT', 'BTC', 'USDT'));
    const now = prices({ index: 'BTC-USDT', price: '5', n: 1 });
    expect(upcaster.upcast(now)).toEqual(now);
    const refuse: Rule = new FeedsMachine().rules.recordPrices;
    for (const bad of [
      prices(null),
      prices(7),
      prices({ symbol: 'BTC-USDT', index: '5', n: 1 }),
      prices({ symbol: 'btcusdt', index: '5', n: 1 }),
      prices({ symbol: 7, index: '5', n: 1 }),
      prices({ symbol: 'BTCUSDT', index: 5, n: 1 }),
      prices({ symbol: 'BTCUSDT', index: '5' }),
      prices(...Array(2).fill({ symbol: 'BTCUSDT', index: '5', n: 1 })),
      { ...prices(), body: {} },
      { ...prices(), body: { prices: 'BTCUSDT' } },
    ]) {
      const { body } = upcaster.upcast(bad);
      expect(refuse(body as never, TURN), JSON.stringify(body)).toEqual({ refusal: 'badPrices' });
    }
  });
});
