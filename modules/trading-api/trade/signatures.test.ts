import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ApiAnswer,
  signatureOf,
  startTestApi,
  type TestApi,
  type TestKey,
} from '../../../apps/server/testing/test-api.ts';
import { connector } from '../testing/connector.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let user = 0;
let key: TestKey;
let curve: TestKey;
beforeAll(async () => {
  api = await startTestApi({ house: {} });
  user = await api.demo.newUser({ USDT: '100000' });
  key = await api.key(user);
  curve = await api.key(user, { kind: 'ed25519' });
  await api.demo.quote({ BTCUSDT: '96000' });
});
afterAll(() => api.stop());

let count = 0;
/** The parameters of an order that rests, each with a client order id of its own. */
function order(): string {
  count += 1;
  return (
    'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.0001&price=95000' +
    `&newClientOrderId=order-${count}&timestamp=${api.clock.now()}`
  );
}

const signed = (by: TestKey, text: string) =>
  `signature=${encodeURIComponent(signatureOf(by, text))}`;
const post = (query: string, body: string, by = key, type?: string) =>
  api.send('POST', '/api/v3/order', query, { key: by, body, ...(type && { type }) });

describe('what is signed', () => {
  it.each([
    ['the query', (text: string, by: TestKey) => post(`${text}&${signed(by, text)}`, '', by)],
    ['the body', (text: string, by: TestKey) => post('', `${text}&${signed(by, text)}`, by)],
    [
      'a body that says it is JSON',
      (text: string, by: TestKey) =>
        post('', `${text}&${signed(by, text)}`, by, 'application/json'),
    ],
    [
      'a query with an empty body that says it is JSON',
      (text: string, by: TestKey) =>
        post(`${text}&${signed(by, text)}`, '', by, 'application/json'),
    ],
    [
      'the query, with the signature first',
      (text: string, by: TestKey) => post(`${signed(by, text)}&${text}`, '', by),
    ],
    [
      'the query, with the signature in the body',
      (text: string, by: TestKey) => post(text, signed(by, text), by),
    ],
    [
      'query and body',
      (text: string, by: TestKey) => {
        const [query, body] = [text.slice(0, 14), text.slice(15)];
        return post(query, `${body}&${signed(by, query + body)}`, by);
      },
    ],
    [
      'parameters in the order of a client',
      (text: string, by: TestKey) => {
        const turned = text.split('&').reverse().join('&');
        return post(`${turned}&${signed(by, turned)}`, '', by);
      },
    ],
  ] as const)('TAPI-100 %s', async (_, send) => {
    for (const by of [key, curve]) {
      const { status, body } = await send(order(), by);
      expect({ status, name: body.clientOrderId }).toEqual({ status: 200, name: `order-${count}` });
    }
  });

  it('TAPI-100 hex of either case', async () => {
    const text = order();
    const signature = signatureOf(key, text).toUpperCase();
    expect((await post(`${text}&signature=${signature}`, '')).status).toBe(200);
  });
});

const at = (ms: number, more = '') =>
  order().replace(/timestamp=\d+/, `timestamp=${api.clock.now() + ms}${more}`);
const whole = (text: string, by = key) => post(`${text}&${signed(by, text)}`, '', by);
const outside = [400, -1021, 'Timestamp for this request is outside of the recvWindow.'] as const;
const ahead = [
  400,
  -1021,
  "Timestamp for this request was 1000ms ahead of the server's time.",
] as const;
const invalid = [400, -1022, 'Signature for this request is not valid.'] as const;
const format = [401, -2014, 'API-key format invalid.'] as const;
const rights = [401, -2015, 'Invalid API-key, IP, or permissions for action.'] as const;
const lacks = (name: string) =>
  [
    400,
    -1102,
    `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
  ] as const;

const WRONG: readonly (readonly [
  string,
  readonly [number, number, string],
  () => Promise<ApiAnswer>,
])[] = [
  ['no key', format, () => api.send('POST', '/api/v3/order', order(), { realm: 'demo' })],
  ['a key that is none', format, () => whole(order(), { ...key, name: 'short' })],
  ['a key that nobody has', rights, () => whole(order(), { ...key, name: 'x'.repeat(64) })],
  ['a wrong signature', invalid, () => post(`${order()}&signature=${'0'.repeat(64)}`, '')],
  ['no hex', invalid, () => post(`${order()}&signature=zz`, '')],
  ['the signature of another secret', invalid, () => whole(order(), { ...key, secret: 'x' })],
  [
    'a signature of another text',
    invalid,
    () => {
      const text = order();
      return post(`${text.replace('0.0001', '0.0002')}&${signed(key, text)}`, '');
    },
  ],
  [
    'a signature of the other kind',
    invalid,
    () => {
      const text = order();
      return post(`${text}&${signed(curve, text)}`, '', key);
    },
  ],
  ['no signature', lacks('signature'), () => post(order(), '')],
  [
    'two signatures',
    [400, -1101, 'Too many parameters sent for this endpoint; a parameter was repeated.'],
    () => {
      const text = order();
      return post(`${text}&${signed(key, text)}&${signed(key, text)}`, '');
    },
  ],
  ['no time', lacks('timestamp'), () => whole(order().replace(/&timestamp=\d+/, ''))],
  [
    'a time that is none',
    [400, -1100, "Illegal characters found in parameter 'timestamp'; legal range is '0-9'."],
    () => whole(order().replace(/timestamp=\d+/, 'timestamp=now')),
  ],
  ['a time long ago', outside, () => whole(at(-5_100))],
  ['a time outside of its own window', outside, () => whole(at(-2_100, '&recvWindow=2000'))],
  ['a time ahead', ahead, () => whole(at(1_500))],
  [
    'a window that is too long',
    [400, -1131, 'recvWindow must be less than 60000.'],
    () => whole(at(0, '&recvWindow=60001')),
  ],
  [
    'a parameter in query and body',
    [400, -1101, 'Too many parameters sent for this endpoint; a parameter was repeated.'],
    () => {
      const text = order();
      return post(`${text}`, `symbol=BTCUSDT&${signed(key, `${text}symbol=BTCUSDT`)}`);
    },
  ],
  [
    'a parameter that nobody reads',
    [400, -1104, "Not all sent parameters were read; read '7' parameter(s) but was sent '8'."],
    () => whole(`${order()}&what=1`),
  ],
  [
    'a list',
    [400, -1104, "Not all sent parameters were read; read '6' parameter(s) but was sent '7'."],
    () => whole(order().replace('quantity=', 'quantity[0]=')),
  ],
  [
    'nothing in a field',
    [400, -1105, "Parameter 'price' was empty."],
    () => whole(order().replace('price=95000', 'price=')),
  ],
];

describe('what is wrong', () => {
  it.each(WRONG)('TAPI-101 %s', async (_, [status, code, msg], send) => {
    const before = api.demo.engine.status.seq;
    const answer = await send();
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { code, msg } });
    expect(api.demo.engine.status.seq).toBe(before);
  });

  it('TAPI-101 a time within a longer window is accepted', async () => {
    expect((await whole(at(-50_000, '&recvWindow=60000'))).status).toBe(200);
    expect((await whole(at(900))).status).toBe(200);
  });

  it('TAPI-101 rights, addresses, realms, and keys that were revoked', async () => {
    const [code, msg] = [-2015, 'Invalid API-key, IP, or permissions for action.'];
    const read = await api.key(user, { permission: 'read' });
    const elsewhere = await api.key(user, { ips: '203.0.113.7' });
    const local = await api.key(user, { ips: '127.0.0.0/8' });
    const real = await api.key(user, { realm: 'real' });
    const gone = await api.key(user);
    expect((await whole(order(), gone)).status).toBe(200);
    await api.revoke(gone);
    const { seq } = api.demo.engine.status;
    const inDemo = (by: TestKey) => {
      const text = order();
      const body = `${text}&${signed(by, text)}`;
      return api.send('POST', '/api/v3/order', '', { key: by, body, realm: 'demo' });
    };
    for (const by of [read, elsewhere, real, gone]) {
      const { status, body } = await inDemo(by);
      expect({ status, body }).toEqual({ status: 401, body: { code, msg } });
    }
    const { body } = await api.signed(key, 'GET', '/api/v3/account');
    expect(body.uid).toBe(user);
    const text = `timestamp=${api.clock.now()}`;
    const query = `${text}&${signed(key, text)}`;
    const other = await api.send('GET', '/api/v3/account', query, { key, realm: 'real' });
    expect(other.body).toEqual({ code, msg });
    expect(api.demo.engine.status.seq).toBe(seq);
    expect((await api.signed(read, 'GET', '/api/v3/openOrders')).status).toBe(200);
    expect((await inDemo(local)).status).toBe(200);
    const inReal = await api.signed(real, 'GET', '/api/v3/account', { omitZeroBalances: 'true' });
    expect(inReal.body.balances).toEqual([]);
  });
});

describe('a request that is sent again', () => {
  it('TAPI-102 gets the first answer and acts once, even if the order has changed since', async () => {
    for (const by of [key, curve]) {
      const text = order();
      const first = await whole(text, by);
      const { orderId } = first.body;
      await api.signed(by, 'DELETE', '/api/v3/order', { symbol: 'BTCUSDT', orderId });
      const again = await Promise.all([whole(text, by), whole(text, by), whole(text, by)]);
      expect(again.map(({ body }) => body)).toEqual([first.body, first.body, first.body]);
      const seen = await api.signed(by, 'GET', '/api/v3/order', { symbol: 'BTCUSDT', orderId });
      expect(seen.body).toMatchObject({ status: 'CANCELED', executedQty: '0' });
    }
  });

  it('TAPI-300 without an id of its own is another order, and acts again', async () => {
    const text = order().replace(/&newClientOrderId=[^&]+/, '');
    const answers = await Promise.all(Array.from({ length: 10 }, () => whole(text)));
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(10);
    expect(answers[0]?.body.clientOrderId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const cancel = `symbol=BTCUSDT&timestamp=${api.clock.now()}`;
    const cancelAll = () =>
      api.send('DELETE', '/api/v3/openOrders', `${cancel}&${signed(key, cancel)}`, { key });
    for (const _ of [1, 2]) {
      await whole(order());
      expect(await cancelAll()).toMatchObject({ status: 200 });
      expect((await api.signed(key, 'GET', '/api/v3/openOrders')).body).toEqual([]);
    }
    expect(await cancelAll()).toMatchObject({ status: 400, body: { code: -2011 } });
  });

  it('TAPI-300 of 50 equal orders at once by an unmodified client 50 exist', async () => {
    const client = connector(`${api.origin}/demo`, key);
    const one = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
    const equal = { ...one, quantity: '0.0001', price: '94000' };
    const placed = await Promise.all(Array.from({ length: 50 }, () => client.place(equal)));
    const ids = new Set(placed.map(({ orderId }) => orderId));
    expect(ids.size).toBe(50);
    const open = await client.open();
    expect(new Set(open.map(({ orderId }: { orderId: number }) => orderId))).toEqual(ids);
    await client.cancelAll();
  });

  it('TAPI-102 acts once when it cancels or replaces, too', async () => {
    const { body } = await whole(order());
    const by = `symbol=BTCUSDT&orderId=${body.orderId}&timestamp=${api.clock.now()}`;
    const cancel = (text: string) =>
      api.send('DELETE', '/api/v3/order', `${text}&${signed(key, text)}`, { key });
    const named = `${by}&newClientOrderId=the-cancellation`;
    const first = await cancel(named);
    expect(first.body).toMatchObject({ status: 'CANCELED', clientOrderId: 'the-cancellation' });
    expect((await cancel(named)).text).toBe(first.text);
    expect(await cancel(by)).toMatchObject({ status: 400, body: { code: -2011 } });
    const placed = await whole(order());
    const replace = `${order()}&cancelReplaceMode=STOP_ON_FAILURE&cancelOrderId=${placed.body.orderId}`;
    const send = (text: string) =>
      api.send('POST', '/api/v3/order/cancelReplace', '', {
        key,
        body: `${text}&${signed(key, text)}`,
      });
    const [one, two] = [await send(replace), await send(replace)];
    expect(one.status).toBe(200);
    expect(two.text).toBe(one.text);
    // Only the id of the new order makes it one request: this one would place another order.
    const { orderId } = one.body.newOrderResponse;
    const unnamed = `${replace.replace(/&newClientOrderId=[^&]+|&cancelOrderId=\d+/g, '')}&cancelOrderId=${orderId}&cancelNewClientOrderId=c`;
    expect(await send(unnamed)).toMatchObject({ status: 200 });
    expect(await send(unnamed)).toMatchObject({ status: 400, body: { code: -2022 } });
    expect((await api.signed(key, 'GET', '/api/v3/openOrders')).body).toHaveLength(1);
    await api.signed(key, 'DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' });
  });

  it('TAPI-103 is the same request or none when it is split in another way', async () => {
    const text = order();
    const first = await whole(text);
    const tail = `&${signed(key, text)}`;
    const { seq } = api.demo.engine.status;
    const cuts = [...text].map((_, cut) => cut).filter((cut) => cut > 0 && cut % 3 === 0);
    for (const cut of [...cuts, text.indexOf('&'), text.indexOf('&') + 1]) {
      const answer = await post(text.slice(0, cut), text.slice(cut) + tail);
      if (answer.status === 200) expect(answer.text).toBe(first.text);
    }
    expect(
      (await post(text.slice(0, text.indexOf('&')), text.slice(text.indexOf('&')) + tail)).text,
    ).toBe(first.text);
    const elsewhere = await api.send('DELETE', '/api/v3/openOrders', `${text}${tail}`, { key });
    expect(elsewhere.status).toBe(400);
    expect(api.demo.engine.status.seq).toBe(seq);
  });
});

it('TAPI-117 of twenty orders with one name at once one is placed', async () => {
  const name = 'only-one';
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      whole(
        `${order().replace(/newClientOrderId=[^&]+/, `newClientOrderId=${name}`)}&recvWindow=${5_000 + n}`,
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
  expect(refused).toHaveLength(19);
  expect(new Set(refused.map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"code":-2010,"msg":"Duplicate order sent."}']),
  );
  const { body } = await api.signed(key, 'GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' });
  const named = body.filter((each: { clientOrderId: string }) => each.clientOrderId === name);
  expect(named).toHaveLength(1);
});
