import { cookiesOf } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const HOURS_4 = 4 * 3_600_000;
const stop = { realm: 'demo', market: 'BTCUSDT' } as const;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

it('OPER-060 OPER-061 one person halts a market for hours, everybody sees it, and two go on with it', async () => {
  const { client, app } = server;
  const link = app.consoleLinks[0]?.link.split('#')[1] ?? (await newLink());
  const entered = await client.post('operatorEnter', { link }, { browser: true });
  const staff = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const halted = await client.post('stopMarket', { ...stop, reason: 'A faulty feed' }, staff);
  expect(halted.code).toBe(0);
  const seen = async () => (await client.get('getMarketStops', { realm: 'demo' })).data.stops;
  const [first] = await seen();
  expect(first).toMatchObject({ market: 'BTCUSDT', reason: 'A faulty feed', renewals: 0 });
  expect(first.until - first.startedAt).toBe(HOURS_4);
  const account = await server.openAccount();
  const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
  expect((await account.post('placeOrder', order)).data.refusal).toBe('marketHalted');
  const again = await client.post('stopMarket', { ...stop, reason: 'x' }, staff);
  expect(again.data.refusal).toBe('alreadyStopped');
  // The other realm trades on.
  expect((await client.get('getMarketStops', { realm: 'real' })).data.stops).toEqual([]);

  const proposalId = '0123456789abcdef-extend';
  const wanted = {
    proposalId,
    type: 'extendStop',
    body: stop,
    realm: 'demo',
    reason: 'not mended',
  };
  const { data } = await client.post('prepareProposal', wanted, staff);
  const verdict = { proposalId, verdict: 'approve', digest: data.digest };
  const decided = await client.post('decideProposal', verdict, staff);
  expect(decided.data).toMatchObject({ status: 'approved', selfApproved: true });
  // It ends by itself.
  await server.sql('update market_stop set started_at = 1, until = 2');
  await expect.poll(seen, { timeout: 20_000 }).toEqual([]);
  // The house may not quote yet.
  expect((await account.post('placeOrder', order)).data.refusal).not.toBe('marketHalted');
});

/** Without a built console the server prints no link. */
async function newLink(): Promise<string> {
  const link = 'S'.repeat(43);
  await server.sql(`insert into operator_link (link_hash, created_at, expires_at)
    values (sha256('${link}'), 0, ${Date.now() + 60_000})`);
  return link;
}
