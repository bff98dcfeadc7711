import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../apps/server/testing/test-api.ts';
import { tokenOf } from '../../apps/server/testing/test-server.ts';
import { accountsOf } from './realm.ts';
import { readBroughtIn } from './store/brought-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

it('LEDG-310 LEDG-311 each day ends with what the wallets were worth, and says what came in', async () => {
  const today = Math.floor(api.clock.now() / DAY) * DAY;
  const [mine = 0, maker = 0] = await api.demo.newUsers(2, { USDT: '100000', BTC: '5' });
  let result = '';
  const ask = async (fields: Record<string, string> = {}) => {
    const token = tokenOf('demo', mine);
    const { data, code } = await api.client.get('getWorthByDay', fields, { token });
    expect(code).toBe(0);
    result = data.resultUsdt;
    return data.days;
  };
  // The day that is not over has no end yet.
  expect(await ask()).toEqual([]);
  await api.demo.quote({ BTCUSDT: '50000' });
  const trade = async (quantity: string, limitPrice: string) => {
    const body = { market: 'BTCUSDT', type: 'limit', quantity, limitPrice } as const;
    await api.demo.place(maker, { ...body, side: 'sell' });
    await api.demo.must(mine, 'placeOrder', { ...body, side: 'buy' });
    await api.pricing.feed.flush();
  };
  await trade('0.1', '50000');
  api.clock.set(today + 1.5 * DAY);
  await api.demo.quote({ BTCUSDT: '60000' });
  await trade('0.2', '60000');
  await api.demo.must(mine, 'transferFunds', {
    asset: 'USDT',
    amount: '3000',
    from: 'currency',
    to: 'contract',
  });
  api.clock.set(today + 3.5 * DAY);
  // 95,000 + 5.0999 × 50,000; 80,000 + 5.2997 × 60,000 and 3,000; a day without a change.
  const second = { currencyUsdt: '397982', contractUsdt: '3000', totalUsdt: '400982' };
  const all = [
    ...[{ end: today + DAY, currencyUsdt: '349995', contractUsdt: '0', totalUsdt: '349995' }],
    ...[2, 3].map((n) => ({ end: today + n * DAY, ...second })),
  ];
  const days = await ask();
  expect(days).toMatchObject(all);
  expect(days.map((day: { broughtInUsdt: string }) => day.broughtInUsdt)).toEqual([
    ...['350000', '0', '0'],
  ]);
  expect(result).toBe('50987');
  expect(await ask({ days: '2' })).toEqual(days.slice(1));
  expect(result).toBe('0');
  const wrong = await api.client.get(
    'getWorthByDay',
    { days: '91' },
    { token: tokenOf('demo', mine) },
  );
  expect(wrong.code).not.toBe(0);
});

it('LEDG-311 what came in is counted once, in the span of its command', async () => {
  const [user = 0] = await api.demo.newUsers(1, { USDT: '700' });
  const { rows } = await api.db.pool.query<{ seq: number }>(
    'SELECT max(seq) AS seq FROM demo.posting WHERE to_account >= $1 AND to_account < $2',
    accountsOf(user),
  );
  const seq = rows[0]!.seq;
  const of = (seqs: number[]) =>
    readBroughtIn(api.db.pool, 'demo', ...accountsOf(user), seqs).then((found) =>
      found.map(({ day, amount }) => [day, amount]),
    );
  expect(await of([0, seq])).toEqual([[0, 70_000_000_000n]]);
  expect(await of([0, seq - 1, seq, seq + 5])).toEqual([[1, 70_000_000_000n]]);
  expect(await of([seq, seq + 5])).toEqual([]);
  expect(await of([0, seq - 1])).toEqual([]);
});
