import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ProgramAccount,
  startTestApp,
  type TestApp,
} from '../../../apps/server/testing/test-app.ts';

/**
 * The reference shows recorded answers of signed endpoints. This test requests them again and
 * compares the shapes; `RECORD=1` records the new answers.
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'answers.json');

let server: TestApp;
let account: ProgramAccount;
beforeAll(async () => {
  server = await startTestApp();
  account = await server.openAccount();
});
afterAll(() => server.stop());

const PATIENCE = { timeout: 30_000, interval: 200 };

/** Endpoints that need no parameters. */
const SAME_FOR_ALL = [
  '/api/v3/allOrderList',
  ...['status', 'apiTradingStatus', 'info'].map((name) => `/sapi/v1/account/${name}`),
  ...['deposit/hisrec', 'withdraw/history'].map((name) => `/sapi/v1/capital/${name}`),
  ...['assetDividend', 'dribblet'].map((name) => `/sapi/v1/asset/${name}`),
  ...['allPairs', 'isolated/allPairs', 'allAssets'].map((name) => `/sapi/v1/margin/${name}`),
];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

it('TAPI-034 recorded answers have the shape of real ones', async () => {
  const answers: Record<string, unknown> = {};
  const ask = async (method: Method, address: string, query = '') => {
    const { status, json } = await server.askSigned(account, address, query, method);
    expect([address, status, json]).toEqual([address, 200, json]);
    answers[`${method} ${address}`] ??= shortened(json);
    return json;
  };
  const market = 'symbol=BTCUSDT';
  // The house's quotes are withdrawn while a feed is late: a book with two sides is recorded.
  await vi.waitFor(async () => {
    const { json } = await server.ask(`/demo/api/v3/depth?${market}&limit=2`);
    expect([json.bids.length, json.asks.length]).toEqual([2, 2]);
    answers['GET /api/v3/depth'] = json;
  }, PATIENCE);
  const { price } = (await server.ask('/demo/api/v3/ticker/price?symbol=BTCUSDT')).json;
  const at = (part: number) => (Number(price) * part).toFixed(2);
  const rest = `${market}&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.02&price=${at(0.9)}`;
  await server.quoted();
  await ask('POST', '/api/v3/order', `${market}&side=BUY&type=MARKET&quantity=0.05`);
  const { orderId } = await ask('POST', '/api/v3/order', `${rest}&newOrderRespType=RESULT`);
  await ask('GET', '/api/v3/order', `${market}&orderId=${orderId}`);
  await ask('GET', '/api/v3/openOrders', market);
  const amended = `${market}&orderId=${orderId}&newQty=0.01`;
  await ask('PUT', '/api/v3/order/amend/keepPriority', amended);
  await ask('GET', '/api/v3/order/amendments', `${market}&orderId=${orderId}`);
  const replaced = await ask(
    'POST',
    '/api/v3/order/cancelReplace',
    `${rest}&cancelReplaceMode=STOP_ON_FAILURE&cancelOrderId=${orderId}`,
  );
  const { orderId: second } = replaced.newOrderResponse;
  await ask('DELETE', '/api/v3/order', `${market}&orderId=${second}`);
  await ask('POST', '/api/v3/order', rest);
  await ask('DELETE', '/api/v3/openOrders', market);
  await ask('POST', '/api/v3/order/test', `${rest}&computeCommissionRates=true`);
  await ask('GET', '/api/v3/allOrders', market);
  await ask('GET', '/api/v3/myTrades', market);
  await ask('GET', '/api/v3/account', 'omitZeroBalances=true');
  await ask('GET', '/api/v3/account/commission', market);
  await ask('GET', '/api/v3/rateLimit/order');
  await ask('GET', '/api/v3/myFilters', market);
  const above = `aboveType=LIMIT_MAKER&abovePrice=${at(1.1)}`;
  const below = `belowType=STOP_LOSS&belowStopPrice=${at(0.9)}`;
  const pair = `${market}&side=SELL&quantity=0.01&${above}&${below}`;
  const { orderListId } = await ask('POST', '/api/v3/orderList/oco', pair);
  await ask('GET', '/api/v3/orderList', `orderListId=${orderListId}`);
  await ask('GET', '/api/v3/openOrderList');
  await ask('DELETE', '/api/v3/orderList', `${market}&orderListId=${orderListId}`);
  const working = `workingType=LIMIT_MAKER&workingSide=BUY&workingPrice=${at(0.9)}`;
  const waits = 'workingQuantity=0.01&pendingSide=SELL&pendingQuantity=0.01';
  const entry = `${market}&${working}&${waits}`;
  await ask('POST', '/api/v3/orderList/oto', `${entry}&pendingType=MARKET`);
  const [higher, lower] = [above, below].map((leg) =>
    leg.replaceAll('above', 'pendingAbove').replaceAll('below', 'pendingBelow'),
  );
  await ask('POST', '/api/v3/orderList/otoco', `${entry}&${higher}&${lower}`);
  await ask('DELETE', '/api/v3/openOrders', market);
  await ask('GET', '/sapi/v1/capital/config/getall');
  await ask('GET', '/sapi/v1/asset/tradeFee', market);
  await ask('GET', '/sapi/v1/account/apiRestrictions');
  for (const address of SAME_FOR_ALL) await ask('GET', address);
  await ask('GET', '/api/v3/myPreventedMatches', `${market}&orderId=${orderId}`);
  await ask('GET', '/api/v3/myAllocations', market);
  await ask('POST', '/sapi/v1/asset/get-funding-asset');
  await ask('POST', '/sapi/v3/asset/getUserAsset', 'needBtcValuation=true');
  await ask('GET', '/sapi/v1/asset/wallet/balance', 'quoteAsset=USDT');
  if (process.env.RECORD === '1') fs.writeFileSync(file, JSON.stringify(answers, null, 2));
  const recorded = JSON.parse(fs.readFileSync(file, 'utf8'));
  expect(shapeOf(recorded)).toEqual(shapeOf(answers));
});

/** Two entries of each list are enough to show what is in it. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** Names and types; of a list only those of its first entry, because lengths may differ. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}
