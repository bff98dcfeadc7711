import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitTable } from '../../../apps/server/limits.ts';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../../apps/server/testing/test-server.ts';

let server: TestServer;
let user = 0;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.demo.newUser();
});
afterAll(() => server.stop());

const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '1', limitPrice: '9' };

/** Values that no field accepts as an amount. */
const NOT_DECIMALS: readonly [unknown, string][] = [
  ['-1', 'decimal'],
  ['+1', 'decimal'],
  ['0', 'positive'],
  ['0.000', 'positive'],
  ['-0', 'decimal'],
  ['1e5', 'decimal'],
  ['1E-5', 'decimal'],
  ['0x10', 'decimal'],
  ['1,5', 'decimal'],
  ['1_000', 'decimal'],
  ['.5', 'decimal'],
  ['5.', 'decimal'],
  ['00.5', 'decimal'],
  ['1.2.3', 'decimal'],
  [' 1', 'decimal'],
  ['1 ', 'decimal'],
  ['1\n', 'decimal'],
  ['', 'decimal'],
  ['NaN', 'decimal'],
  ['Infinity', 'decimal'],
  ['١٢٣', 'decimal'],
  ['１２', 'decimal'],
  ['²', 'decimal'],
  ['1٫5', 'decimal'],
  ['123456789012345678901', 'decimal'],
  ['1.1234567890123456789', 'decimal'],
  [1, 'decimal'],
  [0.5, 'decimal'],
  [true, 'decimal'],
  [['1'], 'decimal'],
  [{ value: '1' }, 'decimal'],
  [null, 'required'],
];

const DECIMAL_FIELDS = ['quantity', 'limitPrice', 'triggerPrice', 'quoteAmount'] as const;

async function expectWrong(
  name: string,
  fields: object,
  wrong: Record<string, string[]>,
): Promise<void> {
  const { seq } = server.demo.engine.status;
  const { status, code, data, message, text } = await server.post(user, name, fields);
  expect({ status, code, data }, text).toEqual({ status: 400, code: 2, data: { fields: wrong } });
  expect(message).not.toBe('');
  expect(server.demo.engine.status.seq).toBe(seq);
}

it.each(DECIMAL_FIELDS)('SPOT-320 %s must be a plain decimal above zero', async (field) => {
  for (const [value, key] of NOT_DECIMALS) {
    await expectWrong('placeOrder', { ...order, [field]: value }, { [field]: [key] });
  }
});

it('SPOT-320 amendOrder reads its numbers in the same way', async () => {
  for (const [value, key] of NOT_DECIMALS) {
    const fields = { orderId: 1, quantity: value };
    await expectWrong('amendOrder', fields, { quantity: [key] });
  }
});

it.each([
  ['placeOrder', { ...order, market: 'btcusdt' }, { market: ['marketSymbol'] }],
  ['placeOrder', { ...order, market: 'BTC/USDT' }, { market: ['marketSymbol'] }],
  ['placeOrder', { ...order, market: 7 }, { market: ['marketSymbol'] }],
  ['placeOrder', { ...order, market: undefined }, { market: ['required'] }],
  ['placeOrder', { ...order, side: 'BUY' }, { side: ['oneOf'] }],
  ['placeOrder', { ...order, side: 0 }, { side: ['oneOf'] }],
  ['placeOrder', { ...order, side: undefined }, { side: ['required'] }],
  ['placeOrder', { ...order, type: 'LIMIT' }, { type: ['oneOf'] }],
  ['placeOrder', { ...order, timeInForce: 'gtt' }, { timeInForce: ['oneOf'] }],
  ['placeOrder', { ...order, selfTrade: 'yes' }, { selfTrade: ['oneOf'] }],
  ['placeOrder', { ...order, postOnly: 'yes' }, { postOnly: ['truth'] }],
  ['placeOrder', { ...order, postOnly: 1 }, { postOnly: ['truth'] }],
  ['placeOrder', { ...order, maxSlippagePpm: 0 }, { maxSlippagePpm: ['tooSmall'] }],
  ['placeOrder', { ...order, maxSlippagePpm: 500_001 }, { maxSlippagePpm: ['tooLarge'] }],
  ['placeOrder', { ...order, maxSlippagePpm: 1.5 }, { maxSlippagePpm: ['integer'] }],
  ['placeOrder', { ...order, maxSlippagePpm: '1e3' }, { maxSlippagePpm: ['integer'] }],
  ['placeOrder', { ...order, clientOrderId: '' }, { clientOrderId: ['clientOrderId'] }],
  ['placeOrder', { ...order, clientOrderId: 'a b' }, { clientOrderId: ['clientOrderId'] }],
  ['placeOrder', { ...order, clientOrderId: 'é' }, { clientOrderId: ['clientOrderId'] }],
  ['placeOrder', { ...order, clientOrderId: 'a'.repeat(37) }, { clientOrderId: ['clientOrderId'] }],
  ['placeOrder', { ...order, price: '1' }, { price: ['unknown'] }],
  ['placeOrder', { ...order, userId: 1001 }, { userId: ['unknown'] }],
  ['placeOrder', { ...order, cid: 'short' }, { cid: ['commandId'] }],
  ['placeOrder', { ...order, cid: 12_345_678 }, { cid: ['commandId'] }],
  [
    'placeOrder',
    { quantity: '-1', side: 'x', what: 1 },
    {
      market: ['required'],
      side: ['oneOf'],
      type: ['required'],
      quantity: ['decimal'],
      what: ['unknown'],
    },
  ],
  ['cancelOrder', {}, { orderId: ['orderName'] }],
  ['cancelOrder', { orderId: 1, clientOrderId: 'a' }, { orderId: ['orderName'] }],
  ['cancelOrder', { orderId: 0 }, { orderId: ['tooSmall'] }],
  ['cancelOrder', { orderId: -1 }, { orderId: ['tooSmall'] }],
  ['cancelOrder', { orderId: 1.5 }, { orderId: ['integer'] }],
  ['cancelOrder', { orderId: '9007199254740993' }, { orderId: ['integer'] }],
  ['cancelOrder', { orderId: '01' }, { orderId: ['integer'] }],
  ['amendOrder', { quantity: '1' }, { orderId: ['orderName'] }],
  ['amendOrder', { orderId: 1, newClientOrderId: 'b' }, { quantity: ['amendment'] }],
  [
    'amendOrder',
    { orderId: 1, quantity: '1', newClientOrderId: 'a b' },
    { newClientOrderId: ['clientOrderId'] },
  ],
  ['cancelAllOrders', { market: '' }, { market: ['marketSymbol'] }],
] as const)('SPOT-320 %s %j is wrong input', async (name, fields, wrong) => {
  await expectWrong(name, fields, wrong as unknown as Record<string, string[]>);
});

it.each([
  ['getOpenOrders', { market: 'x' }, { market: ['marketSymbol'] }],
  ['getOrderHistory', { limit: '0' }, { limit: ['tooSmall'] }],
  ['getOrderHistory', { limit: '501' }, { limit: ['tooLarge'] }],
  ['getOrderHistory', { limit: 'ten' }, { limit: ['integer'] }],
  ['getOrderHistory', { status: 'new' }, { status: ['oneOf'] }],
  ['getOrderHistory', { from: '-1' }, { from: ['tooSmall'] }],
  ['getOrderHistory', { before: 'x' }, { before: ['integer'] }],
  ['getFills', { before: '1.2.3' }, { before: ['cursor'] }],
  ['getFills', { before: '1.2.3.2' }, { before: ['cursor'] }],
  ['getFills', { before: "1.1.1.1'--" }, { before: ['cursor'] }],
  ['getFills', { orderId: '0' }, { orderId: ['tooSmall'] }],
  ['getDealList', {}, { market: ['required'] }],
  ['getDealList', { market: 'BTCUSDT', limit: '1001' }, { limit: ['tooLarge'] }],
  ['getDealList', { market: 'BTCUSDT', fromId: '0' }, { fromId: ['tooSmall'] }],
  ['getDepth', { market: 'BTCUSDT', limit: '501' }, { limit: ['tooLarge'] }],
])('SPOT-320 %s %j is wrong input', async (name, fields, wrong) => {
  const { status, code, data } = await server.get(user, name, fields as Record<string, string>);
  expect({ status, code, data }).toEqual({ status: 400, code: 2, data: { fields: wrong } });
});

it('SPOT-320 forms are read in the same way, and a repeated name is refused', async () => {
  const send = (text: string) =>
    server.client.post(
      'placeOrder',
      {},
      {
        token: tokenOf('demo', user),
        raw: { type: 'application/x-www-form-urlencoded', text },
      },
    );
  const good = 'market=BTCUSDT&side=buy&type=limit&quantity=0.01&limitPrice=90000';
  expect(await send(good)).toMatchObject({ code: 0, data: { order: { status: 'new' } } });
  expect(await send(`${good}&postOnly=true&maxSlippagePpm=5`)).toMatchObject({ code: 1 });
  for (const [text, wrong] of [
    [good.replace('0.01', '1e-2'), { quantity: ['decimal'] }],
    [good.replace('0.01', '%D9%A1'), { quantity: ['decimal'] }],
    [good.replace('0.01', ''), { quantity: ['decimal'] }],
    [`${good}&postOnly=on`, { postOnly: ['truth'] }],
    [`${good}&quantity=0.01`, { body: ['repeatedField'] }],
    [`${good}&__proto__=1`, { body: ['forbiddenField'] }],
  ] as const) {
    expect(await send(text)).toMatchObject({ status: 400, code: 2, data: { fields: wrong } });
  }
});

it('SPOT-321 a body that is too long or is not an object is refused before anything is decided', async () => {
  const { seq } = server.demo.engine.status;
  const send = (text: string | Buffer, type = 'application/json') =>
    server.client.post('placeOrder', {}, { token: tokenOf('demo', user), raw: { type, text } });
  const long = JSON.stringify({ ...order, clientOrderId: 'x'.repeat(70_000) });
  expect(await send(long)).toMatchObject({
    status: 413,
    code: 2,
    data: { fields: { body: ['bodyTooLarge'] } },
  });
  for (const [text, key] of [
    ['[]', 'jsonNotObject'],
    ['"x"', 'jsonNotObject'],
    ['{"market":', 'malformedJson'],
    ['{"market":"BTCUSDT","market":"ETHUSDT"}', 'repeatedField'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'notUtf8'],
  ] as const) {
    expect(await send(text)).toMatchObject({
      status: 400,
      code: 2,
      data: { fields: { body: [key] } },
    });
  }
  expect(await send('<x/>', 'application/xml')).toMatchObject({ status: 415, code: 2 });
  expect(server.demo.engine.status.seq).toBe(seq);
});

it('SPOT-322 a user over the limit is refused with the time to wait, and nobody else is', async () => {
  const busy = await startTestServer({ limits: limitTable });
  try {
    const [eager = 0, calm = 0] = await busy.demo.newUsers(2);
    const cancel = (who: number) => busy.post(who, 'cancelAllOrders');
    const answers = await Promise.all(Array.from({ length: 60 }, () => cancel(eager)));
    const refused = answers.filter(({ code }) => code === 3);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(50);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ status: 429, data: { retryAfterMs: 2_500 } });
    expect(refused[0]?.headers['retry-after']).toBe('3');
    const { seq } = busy.demo.engine.status;
    expect(await cancel(eager)).toMatchObject({ code: 3 });
    expect(busy.demo.engine.status.seq).toBe(seq);
    expect(await cancel(calm)).toMatchObject({ code: 0 });
    busy.demo.clock.advance(2_500);
    expect(await cancel(eager)).toMatchObject({ code: 0 });
    // Who has used up the limit of orders can still cancel.
    const placed = await Promise.all(
      Array.from({ length: 60 }, () => busy.post(calm, 'placeOrder', order)),
    );
    expect(placed.filter(({ code }) => code === 3)).toHaveLength(10);
    expect(await cancel(calm)).toMatchObject({ code: 0 });
  } finally {
    await busy.stop();
  }
});

/** Values that name no terms: too many, too long, of the wrong kind, or no names at all. */
const NOT_TERMS: readonly unknown[] = [
  ...[[], ['reduceOnly'], null, 1, true, '', 'reduceOnly', 'a:1,a:2', 'a:01', '{}'],
  ...[{ '': true }, { 'a b': true }, { [`a${'b'.repeat(24)}`]: true }, { a: 'x'.repeat(25) }],
  ...[{ a: null }, { a: [] }, { a: 0.5 }, { a: -1 }, { a: {} }],
  Object.fromEntries([...'abcdefghi'].map((name) => [name, true])),
];

it('SPOT-320 ORDR-061 terms are bounded, and what names none is refused before it is stored', async () => {
  for (const terms of NOT_TERMS) {
    await expectWrong('placeOrder', { ...order, terms }, { terms: ['invalid'] });
  }
  // Spot has no terms: an object and the text of a form are refused alike, by the engine.
  for (const terms of [{ reduceOnly: true }, 'reduceOnly:true']) {
    const { code, data } = await server.post(user, 'placeOrder', { ...order, terms });
    expect({ code, data }).toMatchObject({ code: 1, data: { refusal: 'invalidOrder' } });
  }
});
