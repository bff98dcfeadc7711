import { createHash, createHmac } from 'node:crypto';
import { actionText } from '@assay/modules/identity/rules';
import { cookiesOf } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { forgetCodes, PASSWORD, type Party, readCode, register } from './testing/parties.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let order: { readonly limitPrice: string };
let oco: object;
let server: TestApp;
let anna: Party;
beforeAll(async () => {
  server = await startTestApp();
  anna = await register(server, 'anna@example.com');
  // Its first price may come after the server.
  const index = await vi.waitFor(
    async () => {
      const { markets } = (await server.client.get('getmarketList')).data;
      const found = markets.find((one: { market: string }) => one.market === 'BTCUSDT');
      expect(Number(found.index)).toBeGreaterThan(0);
      return found.index;
    },
    { timeout: 60_000, interval: 100 },
  );
  const at = (share: number) => (Number(index) * share).toFixed(0);
  const market = 'BTCUSDT';
  const buy = { market, side: 'buy', type: 'limit', quantity: '0.01' };
  order = { ...buy, limitPrice: at(0.98) };
  oco = {
    ...{ market, side: 'sell', quantity: '0.01', limitPrice: at(1.02) },
    ...{ triggerPrice: at(0.98), stopLimitPrice: at(0.97) },
  };
});
afterAll(() => server.stop());

/** Proves an action by password and code, as somebody without a second factor does. */
async function prove(action: string, fields: object): Promise<{ stepUp: string }> {
  const { client } = server;
  await forgetCodes(server);
  const digest = createHash('sha256').update(actionText(action, fields)).digest('hex');
  const { data } = await client.post('askStepUp', { action, digest }, anna.session);
  const { challengeId, codeId } = data;
  const code = await readCode(server, anna.account);
  const proof = { challengeId, codeId, code, method: 'code', password: PASSWORD };
  return { stepUp: (await client.post('proveStepUp', proof, anna.session)).data.stepUp };
}

const said = async (name: string, fields: object, session: object = anna.session) => {
  const { code, data } = await server.client.post(name, fields, session);
  return data?.refusal ?? code;
};

it('ORDR-160 who has chosen so proves each order with its command id; a repeat passes, a changed order does not', async () => {
  // The account holds nothing: the engine was asked, and its refusal is its stored answer.
  const REACHED = 'insufficientBalance';
  expect(await said('placeOrder', order)).toBe(REACHED);
  const guards = { login: false, trade: true, funds: true };
  const chosen = await prove('editCenterLevel', guards);
  expect(await said('editCenterLevel', { ...guards, ...chosen })).toBe(0);
  const cid = 'order-000001';
  for (const [name, fields] of [
    ['placeOrder', order],
    ['placeOco', oco],
    ['amendOrder', { orderId: 1, quantity: '2' }],
  ] as const) {
    expect([name, await said(name, fields)]).toEqual([name, 'stepUpNeeded']);
    expect([name, await said(name, { ...fields, cid })]).toEqual([name, 'stepUpNeeded']);
  }
  const proof = await prove('placeOrder', { ...order, commandId: cid });
  expect(await said('placeOrder', { ...order, quantity: '1', cid, ...proof })).toBe('stepUpWrong');
  expect(await said('placeOrder', { ...order, cid: 'order-000002', ...proof })).toBe('stepUpWrong');
  expect(await said('placeOrder', { ...order, cid, ...proof })).toBe(REACHED);
  expect(await said('placeOrder', { ...order, cid, ...proof })).toBe(REACHED);
  const pair = await prove('placeOco', { ...oco, commandId: cid });
  expect(await said('placeOco', { ...oco, cid, ...pair })).toBe(REACHED);
  // The order is in the log of commands, which is kept for ever; its proof is not.
  const logged = (text: string) =>
    server.sql(`select 1 as found from real.engine_batch where log like '%${text}%' limit 1`);
  expect(await logged(order.limitPrice)).toMatchObject({ rows: [{ found: 1 }] });
  expect(await logged(proof.stepUp)).toMatchObject({ rows: [] });
  // Cancelling asks for nothing.
  expect(await said('cancelOrder', { orderId: 1 })).not.toBe('stepUpNeeded');
  expect(await said('cancelAllOrders', {})).toBe(0);
});

it('ORDR-161 virtual money and the keys of programs are not asked', async () => {
  const { client } = server;
  // As ORDR-160 has left it.
  expect(await said('placeOrder', order)).toBe('stepUpNeeded');
  const asked = { label: 'bot', kind: 'hmac', permission: 'trade' };
  const made = await client.post(
    'createApiKey',
    { ...asked, ...(await prove('createApiKey', asked)), password: PASSWORD },
    anna.session,
  );
  expect(made.code).toBe(0);
  const { name: key } = made.data.apiKey;
  const fields = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
  const query = `${new URLSearchParams({
    ...{ ...fields, quantity: '0.01', price: order.limitPrice, timestamp: String(Date.now()) },
  })}`;
  const signature = createHmac('sha256', made.data.secret).update(query).digest('hex');
  const sent = await fetch(`${server.origin}/api/v3/order?${query}&signature=${signature}`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': key },
  });
  expect(await sent.text()).toMatch(/insufficient balance/i);
  const entered = await client.post('tempLogin', {}, anna.session);
  const cookie = [cookiesOf(entered), String((anna.session as { cookie: string }).cookie)];
  const demo = {
    token: entered.data.token,
    cookie: cookie.filter((one) => one !== '').join('; '),
    browser: true,
  };
  const reply = await client.post('placeOrder', order, demo);
  expect(reply.data?.refusal).not.toBe('stepUpNeeded');
});
