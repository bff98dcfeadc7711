import { OWNER } from '@assay/core/ledger/owners';
import { DAY, MINUTE } from '@assay/core/time';
import { lookThenWrite } from '@assay/platform/testing/race';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../apps/server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ house: { USDT: '1000' } });
});
afterAll(async () => {
  server.demo.audit();
  await server.stop();
});

const quote = () => server.demo.quote({ BTCUSDT: '90000', DOGEUSDT: '0.4' });
const shown = async (user: number) => (await server.get(user, 'getSmallBalances')).data;
const convert = (user: number, assets: string, least = '0.01') =>
  server.post(user, 'convertSmallBalances', { assets, least });
const refusal = async (user: number, assets: string, least?: string) =>
  (await convert(user, assets, least)).data.refusal;
const balances = async (user: number) =>
  Object.fromEntries(
    (await server.get(user, 'getAsset2')).data.balances.map(
      ({ asset, total }: { asset: string; total: string }) => [asset, total],
    ),
  );

describe('convertSmallBalances', () => {
  it('WALL-101 WALL-104 gives what was shown, by postings of its own', async () => {
    await quote();
    const user = await server.demo.newUser({ USDT: '1', BTC: '0.000009', DOGE: '3.5' });
    const { balances: small, ...rest } = await shown(user);
    expect(rest).toEqual({ feePpm: 2_000, nextAt: null });
    expect(small).toEqual([
      {
        asset: 'BTC',
        amount: '0.000009',
        price: '90000',
        value: '0.81',
        fee: '0.00162',
        received: '0.80838',
      },
      {
        asset: 'DOGE',
        amount: '3.5',
        price: '0.4',
        value: '1.4',
        fee: '0.0028',
        received: '1.3972',
      },
    ]);
    const { code, data } = await convert(user, 'BTC,DOGE', '2.20558');
    expect([code, data.balances, data.received]).toEqual([0, small, '2.20558']);
    expect(await balances(user)).toMatchObject({ USDT: '3.20558', BTC: '0', DOGE: '0' });
    const { lines } = (await server.get(user, 'getStatement', { limit: '20' })).data;
    const mine = lines
      .filter(({ seq }: { seq: number }) => seq === data.receipt.seq)
      .map((line: Record<string, string>) =>
        [line.purpose, line.amount, line.counterpart].join(' '),
      );
    expect(mine.toSorted()).toEqual([
      'smallFee -0.00162 house:fees',
      'smallFee -0.0028 house:fees',
      'smallPaid 0.81 house:marketMaker',
      'smallPaid 1.4 house:marketMaker',
      'smallSold -0.000009 house:marketMaker',
      'smallSold -3.5 house:marketMaker',
    ]);
  });

  it('WALL-102 the race catches a handler that looks at the day before it writes', async () => {
    expect(await lookThenWrite(server.demo.db.pool, 32)).toBeGreaterThan(1);
  });

  it.each([32, 256])(
    'WALL-102 happens once a day, and once of %i requests at once',
    async (parallel) => {
      await quote();
      const user = await server.demo.newUser({ BTC: '0.000009', DOGE: '2' });
      const all = await Promise.all(
        Array.from({ length: parallel }, (_, n) => convert(user, n % 2 === 0 ? 'BTC' : 'DOGE')),
      );
      expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
      expect(await refusal(user, 'DOGE')).toBe('oncePerDay');
      const { nextAt } = await shown(user);
      expect(nextAt % DAY).toBe(0);
      server.demo.clock.advance(nextAt - server.demo.clock.now());
      await quote();
      const [left] = (await shown(user)).balances;
      expect((await convert(user, left.asset)).code).toBe(0);
    },
  );

  it('WALL-103 is refused in one order, and nothing changes', async () => {
    await quote();
    const user = await server.demo.newUser({ BTC: '0.000009', ETH: '0.00001', DOGE: '100' });
    const before = server.demo.stateHash();
    expect(await refusal(user, 'NOPE')).toBe('unknownAsset');
    expect(await refusal(user, 'USDT')).toBe('notSmall');
    // Worth 40: an order can sell it.
    expect(await refusal(user, 'DOGE')).toBe('notSmall');
    expect(await refusal(user, 'ETH')).toBe('noIndexPrice');
    expect(await refusal(user, 'BTC', '0.80838001')).toBe('priceMoved');
    expect(await refusal(user, 'BTC,BTC')).toBe('invalidList');
    for (const body of [{ assets: '' }, { assets: 'BTC,' }, { least: '0' }, { least: '1e3' }]) {
      const asked = { assets: 'BTC', least: '0.1', ...body };
      expect((await server.post(user, 'convertSmallBalances', asked)).data.fields).toBeDefined();
    }
    const send = (actor: number, body: object) =>
      server.demo.send(actor, 'convertSmallBalances', { assets: ['BTC'], least: '0', ...body });
    for (const body of [{ assets: 'BTC' }, { assets: [] }, { assets: [7] }]) {
      expect(await send(user, body)).toMatchObject({ refusal: 'invalidList' });
    }
    expect(await send(user, { least: '-1' })).toMatchObject({ refusal: 'invalidAmount' });
    expect(await send(OWNER.setup, {})).toMatchObject({ refusal: 'notAllowed' });
    server.demo.clock.advance(MINUTE + 1);
    expect(await refusal(user, 'BTC')).toBe('noIndexPrice');
    expect(server.demo.stateHash()).toBe(before);
  });

  it('WALL-103 takes no more than the house can pay', async () => {
    await server.demo.quote({ BTCUSDT: '999999' });
    const users = await server.demo.newUsers(300, { BTC: '0.000004' });
    let refused = 0;
    for (const user of users) if ((await refusal(user, 'BTC')) === 'houseCannotPay') refused += 1;
    expect(refused).toBeGreaterThan(0);
  });

  it('WALL-102 is still once a day after a restart', async () => {
    await quote();
    const user = await server.demo.newUser({ BTC: '0.000001', DOGE: '1' });
    expect((await convert(user, 'BTC')).code).toBe(0);
    await server.demo.restart();
    const again = { assets: ['DOGE'], least: '0' };
    expect(await server.demo.send(user, 'convertSmallBalances', again)).toMatchObject({
      refusal: 'oncePerDay',
    });
  });
});
