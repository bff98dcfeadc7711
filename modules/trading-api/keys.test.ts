import { request } from 'node:http';
import { createLog } from '@assay/platform/log';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  signedText,
  startTestApi,
  type TestApi,
  type TestKey,
} from '../../apps/server/testing/test-api.ts';
import { ask, askSigned, Sockets } from './streams/streams.suite.ts';

/** The validity of keys, and the counts and notes of their use. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MARKET = 'BTCUSDT';
const WS_API = '/demo/ws-api/v3';
const DAY_MS = 86_400_000;

let api: TestApi;
let sockets: Sockets;
let user = 0;
const faults: string[] = [];
beforeAll(async () => {
  const log = createLog('error', { write: (line: string) => void faults.push(line) });
  api = await startTestApi({ log });
  sockets = new Sockets(api.origin);
  user = await api.demo.newUser({ USDT: '100000' });
  await api.demo.quote({ [MARKET]: '60000' });
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

const ORDER = {
  ...{ symbol: MARKET, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '0.01', price: '50000' },
};

/** The keys of a key's owner, as the list of keys shows them. */
async function shown({ userId, realm, name }: TestKey) {
  const { data } = await api.client.get('getApiKeys', {}, { token: `${realm}-${userId}` });
  return data.apiKeys.find((one: { name: string }) => one.name === name);
}

describe('messages', () => {
  const weight = async () => {
    const { headers } = await api.send('GET', '/api/v3/ping', '');
    return Number(headers['x-mbx-used-weight-1m']) - 1;
  };

  it.each([
    ['short', '{"id":1,"method":"ping"}', 1],
    ['no JSON', '{', 1],
    ['lists within lists', nested(10_000), 5],
    ['lists as deep as a message may be', nested(32_000), 16],
    ['a long text', JSON.stringify({ method: 'ping', params: { a: 'x'.repeat(60_000) } }), 15],
  ])('TAPI-150 a message weighs by its length, and is answered: %s', async (_, text, expected) => {
    const reader = await sockets.at(WS_API);
    // A minute may start between the two requests, which resets the count.
    await vi.waitUntil(async () => {
      const before = await weight();
      reader.received.length = 0;
      reader.send(text);
      const { status } = await reader.next((frame) => frame.status !== undefined);
      expect(status).toBeLessThan(500);
      return (await weight()) - before - 1 === expected;
    }, 60_000);
    expect(faults).toEqual([]);
  });

  function nested(depth: number): string {
    const lists = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    return `{"id":1,"method":"ping","params":{"a":${lists}}}`;
  }
});

describe('keys', () => {
  it('TAPI-151 a session ends when its key expires', async () => {
    const key = await api.key(user, { kind: 'ed25519' });
    const reader = await sockets.at(WS_API);
    await askSigned(api, reader, key, 'session.logon');
    const status = () => ask(reader, 'account.status', { timestamp: api.clock.now() });
    api.clock.advance(90 * DAY_MS - 60_000);
    expect(await status()).toMatchObject({ status: 200 });
    api.clock.advance(60_000);
    expect(await status()).toMatchObject({ status: 401, error: { code: -2015 } });
    const subscribed = await ask(reader, 'userDataStream.subscribe');
    expect(subscribed).toMatchObject({ status: 401, error: { code: -2015 } });
    api.clock.set(Date.now());
  });

  it('TAPI-152 orders are counted for each account, the virtual account separately', async () => {
    const [virtual, real] = [await api.key(user), await api.key(user, { realm: 'real' })];
    // Ten seconds have just begun, so that the count of them is not reset in between.
    api.clock.set(Math.ceil(api.clock.now() / 10_000) * 10_000);
    const placed = await api.signed(virtual, 'POST', '/api/v3/order', ORDER);
    expect(placed).toMatchObject({ status: 200 });
    const count = async (key: TestKey) => {
      const { body } = await api.signed(key, 'GET', '/api/v3/rateLimit/order');
      return body.map((limit: { count: number }) => limit.count);
    };
    expect(await count(virtual)).toEqual([1, 1]);
    expect(await count(real)).toEqual([0, 0]);
  });

  it('TAPI-153 a use without a signature is shown, too', async () => {
    const key = await api.key(user, { permission: 'read' });
    expect((await shown(key)).lastUsedAt).toBeNull();
    await api.send('POST', '/api/v3/userDataStream', '', { key });
    expect((await shown(key)).lastUsedAt).toBeGreaterThan(0);
  });

  it('KEYS-071 elsewhere the name of a key opens no listen key, and a signature does', async () => {
    const key = await api.key(user);
    const from = (localAddress: string, query: string) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const url = new URL(`/demo/api/v3/userDataStream?${query}`, api.origin);
        const headers = { 'x-mbx-apikey': key.name };
        const sent = request(url, { method: 'POST', headers, localAddress }, (answer) => {
          let body = '';
          answer.on('data', (piece) => {
            body += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, body }));
        });
        sent.on('error', reject);
        sent.end();
      });
    const [home, elsewhere] = ['127.0.0.1', '127.0.1.1'];
    expect(await from(home, '')).toMatchObject({ status: 200 });
    const refused = await from(elsewhere, '');
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, -1002]);
    const wrong = `timestamp=${api.clock.now()}&signature=${'0'.repeat(64)}`;
    expect(await from(elsewhere, wrong)).toMatchObject({ status: 401 });
    const signed = signedText(key, { timestamp: api.clock.now() });
    expect(await from(elsewhere, signed)).toMatchObject({ status: 200 });
    // From now on the network is known.
    expect(await from(elsewhere, '')).toMatchObject({ status: 200 });
  });

  it('TAPI-154 in the other realm a key is unknown before anything else is checked, and not used', async () => {
    const key = await api.key(user);
    const text = signedText(key, { timestamp: api.clock.now() });
    const requests = [text, text.replace(/signature=.{5}/, 'signature=00000'), 'timestamp=1'];
    for (const query of requests) {
      const { status, body } = await api.send('GET', '/api/v3/account', query, {
        key,
        realm: 'real',
      });
      expect([status, body.code]).toEqual([401, -2015]);
    }
    const stream = await api.send('POST', '/api/v3/userDataStream', '', { key, realm: 'real' });
    expect([stream.status, stream.body.code]).toEqual([401, -2015]);
    const reader = await sockets.at('/ws-api/v3');
    const asked = await askSigned(api, reader, key, 'account.status');
    expect(asked).toMatchObject({ status: 401, error: { code: -2015 } });
    expect((await shown(key)).lastUsedAt).toBeNull();
  });

  it('TAPI-155 a key shows whether it is bound to addresses, whichever they are', async () => {
    const restricted = async (ips: string) => {
      const key = await api.key(user, { ips });
      const { body } = await api.signed(key, 'GET', '/sapi/v1/account/apiRestrictions');
      return body.ipRestrict;
    };
    expect(await restricted('')).toBe(false);
    expect(await restricted('127.0.0.1')).toBe(true);
    expect(await restricted('127.0.0.1 0.0.0.0/8')).toBe(true);
  });
});
