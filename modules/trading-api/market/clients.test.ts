import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../apps/server/testing/test-app.ts';
import { type Answer, SYMBOL as symbol } from '../testing/client.suite.ts';
import { clients } from '../testing/clients.suite.ts';

/** Market data through clients without a key. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const account = await server.openAccount();
  await server.deal(account, { market: symbol, side: 'buy', quantity: '0.5' });
});
afterAll(() => server.stop());

const limit = 5;

describe.each(clients)('%s', (_name, make) => {
  it('TAPI-018 reads markets, book, trades, candles and tickers', async () => {
    const client = make(`${server.origin}/demo`);
    const ours = async (address: string) => (await server.ask(`/demo/api/v3/${address}`)).json;
    const { symbols } = await client.info();
    expect(symbols.map((one: Answer) => one.symbol)).toEqual(
      (await ours('exchangeInfo')).symbols.map((one: Answer) => one.symbol),
    );
    await server.quoted(symbol);
    const book = await client.depth(limit);
    expect(Number.isInteger(book.lastUpdateId)).toBe(true);
    expect(Number(book.bids[0][0])).toBeLessThan(Number(book.asks[0][0]));
    expect(await client.tape(limit)).toEqual(await ours(`trades?symbol=${symbol}&limit=${limit}`));
    const aggregates = await client.aggregates(limit);
    expect(aggregates).toEqual(await ours(`aggTrades?symbol=${symbol}&limit=${limit}`));
    const candles = await ours(`klines?symbol=${symbol}&interval=1h&limit=${limit}`);
    expect((await client.candles(limit)).map((row: Answer) => String(row[0]))).toEqual(
      candles.map(([at]: Answer) => String(at)),
    );
    const day = await client.day();
    const one = Array.isArray(day) ? day[0] : day;
    expect(one).toMatchObject({ symbol, firstId: 1 });
    expect(Number(one.volume)).toBe(0.5);
    const prices = await client.prices();
    expect(prices).toHaveLength(symbols.length);
    expect(Number(prices[0].price)).toBeGreaterThan(0);
    const average = await client.average();
    expect(Number(average.price ?? average[symbol] ?? average)).toBeGreaterThan(0);
  });
});
