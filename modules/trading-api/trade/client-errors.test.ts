import { OWNER } from '@assay/core/ledger/owners';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { ccxtOf } from '../testing/ccxt.suite.ts';
import { type Answer, type Client, type Order, SYMBOL as symbol } from '../testing/client.suite.ts';
import { clients } from '../testing/clients.suite.ts';

/** The errors that clients throw, each in its own form, all with code and text of the answer. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Low enough that some forty requests use up the limit of a minute. */
const FACTOR = 0.5;
let api: TestApi;
let at = '';
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ house: {}, factor: FACTOR });
  at = `${api.origin}/demo`;
  await api.demo.quote({ [symbol]: '96000' });
  const [user = 0, maker = 0] = await api.demo.newUsers(2, { USDT: '100000', BTC: '2' });
  key = await api.key(user);
  const sell = { market: symbol, side: 'sell', type: 'limit', limitPrice: '96100' } as const;
  await api.demo.place(maker, { ...sell, quantity: '0.5' });
  await api.demo.place(user, { ...sell, side: 'buy', quantity: '0.01' });
  const halt = { market: 'DOGEUSDT', status: 'halted' };
  await api.demo.must(OWNER.setup, 'setMarketStatus', halt);
});
afterAll(() => api.stop());

const bid: Order = {
  ...{ symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price: '95000' },
};
const maker: Order = { symbol, side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.01', price: '97000' };
const stop: Order = {
  ...{ symbol, side: 'SELL', type: 'STOP_LOSS', quantity: '0.01', stopPrice: '99000' },
};
const doge: Order = { ...bid, symbol: 'DOGEUSDT', quantity: '100', price: '0.1' };

const place = (order: Order) => (client: Client) => client.place(order);

/** Requests that are refused, with the code, text and status that each client reports. */
const REFUSED: readonly (readonly [
  what: string,
  ask: (client: Client) => Promise<Answer>,
  code: number,
  msg: string,
])[] = [
  [
    'more than there is',
    place({ ...bid, quantity: '50' }),
    ...([-2010, 'Account has insufficient balance for requested action.'] as const),
  ],
  ['a maker that would take', place(maker), -2010, 'Order would immediately match and take.'],
  ['a stop that is reached', place(stop), -2010, 'Stop price would trigger immediately.'],
  [
    'a price between ticks',
    place({ ...bid, price: '95000.001' }),
    ...([-1013, 'Filter failure: PRICE_FILTER'] as const),
  ],
  [
    'a part of a lot',
    place({ ...bid, quantity: '0.000011' }),
    ...([-1013, 'Filter failure: LOT_SIZE'] as const),
  ],
  [
    'too little',
    place({ ...bid, quantity: '0.00001' }),
    ...([-1013, 'Filter failure: NOTIONAL'] as const),
  ],
  ['a market that there is not', place({ ...bid, symbol: 'NOPEUSDT' }), -1121, 'Invalid symbol.'],
  ['a market that is halted', place(doge), -2010, 'Market is closed.'],
  ['to cancel nothing', (client) => client.cancel(12_345), -2011, 'Unknown order sent.'],
  ['to cancel all of it', (client) => client.cancelAll('ETHUSDT'), -2011, 'Unknown order sent.'],
  ['to see nothing', (client) => client.show(12_345), -2013, 'Order does not exist.'],
  [
    'with a parameter that there is not',
    (client) => client.open({ what: 1 }),
    ...([-1104, expect.stringMatching(/^Not all sent parameters were read; read '/)] as const),
  ],
];

/** The error that a client throws, with status and waiting time where the client reports them. */
async function errorFrom(
  client: Client,
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const error = await ask(client).then(
    (answer) => new Error(`it was answered: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  return client.errorOf(error);
}

describe.each(clients)('%s', (_name, make) => {
  it('TAPI-135 reports each refusal by its code and text, and nothing has changed', async () => {
    const client = make(at, key);
    const before = api.demo.stateHash();
    for (const [what, ask, code, msg] of REFUSED) {
      const answer = await errorFrom(client, ask);
      expect({ status: 400, ...answer }, what).toEqual({ status: 400, code, msg });
    }
    expect(api.demo.stateHash()).toBe(before);
  });

  it('TAPI-136 reports what is wrong with keys, signatures and times', async () => {
    const reads = await api.key(key.userId, { permission: 'read' });
    const account = (client: Client) => client.account();
    const signature = { code: -1022, msg: 'Signature for this request is not valid.' };
    const wrong = await errorFrom(make(at, { ...key, secret: 'x'.repeat(64) }), account);
    expect({ status: 400, ...wrong }).toEqual({ status: 400, ...signature });
    const invalid = { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' };
    const unknown = await errorFrom(make(at, { ...key, name: 'x'.repeat(64) }), account);
    expect({ status: 401, ...unknown }).toEqual({ status: 401, ...invalid });
    const reader = make(at, reads);
    expect(await reader.open()).toEqual([]);
    const mayNot = await errorFrom(reader, place(bid));
    expect({ status: 401, ...mayNot }).toEqual({ status: 401, ...invalid });
    // Clients sign with their own time, which is a minute late for this server.
    api.clock.advance(60_000);
    const old = await errorFrom(make(at, key), account);
    api.clock.advance(-60_000);
    const msg = 'Timestamp for this request is outside of the recvWindow.';
    expect({ status: 400, ...old }).toEqual({ status: 400, code: -1021, msg });
  });
});

it('TAPI-136 tells every client that its limit is used up, and when to try again', async () => {
  // The clock is set to the start of a minute, whenever the test runs.
  api.clock.set(Math.ceil(api.clock.now() / 60_000) * 60_000);
  const used = async () => (await api.send('GET', '/api/v3/ticker/24hr', '')).status;
  for (let i = 0; (await used()) === 200; i += 1) expect(i).toBeLessThan(100);
  const limit = 6_000 * FACTOR;
  const msg = `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE.`;
  const waits = expect.stringMatching(/^(\d|[1-5]\d|60)$/);
  for (const [name, make] of clients) {
    const answer = await errorFrom(make(at, key), (client) => client.day());
    const known = { status: 429, retryAfter: waits, ...answer };
    expect(known, name).toEqual({ status: 429, retryAfter: waits, code: -1003, msg });
  }
  const error = await ccxtOf(at, key)
    .fetchTime()
    .catch((thrown: Error) => thrown);
  expect((error as Error).constructor.name).toBe('DDoSProtection');
});
