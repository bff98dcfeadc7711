import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpBench, startHttp } from './http.suite.ts';

let bench: HttpBench;
beforeAll(async () => {
  bench = await startHttp({ ownOrigins: ['http://localhost:5173'] });
});
afterAll(() => bench.stop());
beforeEach(() => bench.clock.advance(10_000));

/** Headers as browsers send them; some browsers omit a part. */
const origins = () =>
  ({
    'no browser': [{}, true],
    'own page': [
      { origin: bench.origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
      true,
    ],
    'own page, old browser': [{ origin: bench.origin }, true],
    'development server': [
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
      true,
    ],
    'other site': [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    'other site, old browser': [{ origin: 'https://evil.example' }, false],
    'other port': [
      { origin: bench.origin.replace(/:\d+$/, ':1'), 'sec-fetch-site': 'same-site' },
      false,
    ],
    'sandboxed frame': [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    'form of another site': [{ 'sec-fetch-site': 'cross-site' }, false],
    'address bar': [{ 'sec-fetch-site': 'none' }, false],
  }) as Record<string, [Record<string, string>, boolean]>;

describe('where requests come from and how they prove a session', () => {
  it('HTTP-050 changes state only for our own pages or no browser: every channel and origin', async () => {
    for (const [name, [headers, allowed]] of Object.entries(origins())) {
      bench.clock.advance(10_000);
      const channels: [string, () => Promise<{ status: number; code: number }>, number][] = [
        [
          'header',
          () => bench.client.post('spend', { amount: '1' }, { token: 'anna', headers }),
          0,
        ],
        ['body', () => bench.client.post('spend', { amount: '1', token: 'anna' }, { headers }), 0],
        [
          'cookie',
          () =>
            bench.client.post(
              'spend',
              { amount: '1' },
              { headers, cookie: 'token=anna; bind=anna' },
            ),
          2000,
        ],
        ['nothing', () => bench.client.post('spend', { amount: '1' }, { headers }), 2000],
        [
          'both',
          () =>
            bench.client.post('spend', { amount: '1', token: 'anna' }, { token: 'anna', headers }),
          2,
        ],
        ['query', () => bench.client.send('POST', '/web/spend?token=anna', { headers }), 2],
      ];
      for (const [channel, send, code] of channels) {
        const reply = await send();
        expect([name, channel, reply.code]).toEqual([name, channel, allowed ? code : 2]);
        if (!allowed) expect(reply.status).toBe(403);
      }
    }
  });

  it('HTTP-051 accepts a token in the address for reads, and for nothing else', async () => {
    bench.seen.length = 0;
    const read = await bench.client.get('look', { token: 'anna' });
    expect([read.code, read.headers['cache-control'], read.headers['referrer-policy']]).toEqual([
      0,
      'no-store',
      'no-referrer',
    ]);
    const both = await bench.client.get('look', { token: 'anna' }, { token: 'anna' });
    expect(both.data.fields).toEqual({ token: ['twoTokens'] });
    for (const token of [{ toString: 1 }, ['anna'], 7, true]) {
      const odd = await bench.client.post('spend', { amount: '1', token });
      expect([odd.status, odd.data.fields]).toEqual([400, { token: ['text'] }]);
    }
    const change = await bench.client.send('POST', '/web/spend?token=anna', {
      raw: { type: 'application/json', text: '{"amount":"1"}' },
    });
    expect([change.status, change.data.fields]).toEqual([400, { token: ['queryToken'] }]);
    const header = { 'x-token': '' };
    const alias = await bench.client.get('spendOld', { token: 'anna' }, { headers: header });
    expect([alias.status, alias.data.fields]).toEqual([400, { token: ['queryToken'] }]);
    expect(bench.seen).toHaveLength(1);
  });

  it('SECU-014 refuses a token in the address for reads too where that is set', async () => {
    const strict = await startHttp({ queryTokens: false });
    try {
      const read = await strict.client.get('look', { token: 'anna' });
      expect([read.status, read.data.fields]).toEqual([400, { token: ['queryToken'] }]);
      expect((await strict.client.get('look', {}, { token: 'anna' })).code).toBe(0);
    } finally {
      await strict.stop();
    }
  });

  it('HTTP-052 serves a changing call by GET to code, never to a link or an image', async () => {
    const get = (headers: Record<string, string>) => bench.client.get('spendOld', {}, { headers });
    const page = { 'sec-fetch-site': 'same-origin' };
    const cases: [string, Record<string, string>, number][] = [
      ['no sign of code', {}, 403],
      ['token header', { 'x-token': 'anna' }, 200],
      ['empty token header', { 'x-token': '' }, 200],
      ['fetch of our page', { ...page, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 200],
      [
        'link on our page',
        { ...page, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        403,
      ],
      [
        'image on our page',
        { ...page, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        403,
      ],
      ['fetch of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }, 403],
      ['token header of another site', { 'x-token': 'anna', 'sec-fetch-site': 'cross-site' }, 403],
      ['address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 403],
    ];
    for (const [name, headers, status] of cases) {
      expect([name, (await get(headers)).status]).toEqual([name, status]);
    }
  });

  it('HTTP-053 lets only staff make the calls of staff, and only people those of people', async () => {
    for (const [token, code] of Object.entries({ '': 2000, anna: 2000, olga: 0 })) {
      expect((await bench.client.post('staff', {}, { token })).code).toBe(code);
    }
    expect((await bench.client.get('look', {}, { token: 'olga' })).code).toBe(2000);
  });

  it('HTTP-054 makes the id of a command unique by user and call', async () => {
    const spend = (token: string, fields: object, headers = {}) =>
      bench.client.post('spend', { amount: '1', ...fields }, { token, headers });
    const header = { 'idempotency-key': 'order-000001' };
    expect((await spend('anna', {}, header)).data.commandId).toBe('1000:spend:order-000001');
    expect((await spend('bob', { cid: 'order-000001' })).data.commandId).toBe(
      '1001:spend:order-000001',
    );
    expect((await spend('bob', {})).data.commandId).toBe(null);
    expect((await spend('anna', { cid: 'order-000001' }, header)).code).toBe(0);
    bench.clock.advance(1000);
    const differ = await spend('anna', { cid: 'order-000002' }, header);
    expect(differ.data.fields).toEqual({ cid: ['twoCommandIds'] });
    for (const cid of ['short', 'x'.repeat(129), 'with space', 'a:b\n12345', 12345678]) {
      bench.clock.advance(1000);
      expect((await spend('anna', { cid })).data.fields).toEqual({ cid: ['commandId'] });
    }
  });

  it('HTTP-055 HTTP-100 answers only for its own names when they are set, whichever way a request comes', async () => {
    const strict = await startHttp({ hosts: ['127.0.0.1', 'localhost'] });
    try {
      const own = await strict.client.get('look', {}, { token: 'anna' });
      expect(own.status).toBe(200);
      const headers = { host: 'rebound.example:8080' };
      const other = await strict.client.get('look', {}, { token: 'anna', headers });
      expect([other.status, other.code]).toEqual([421, 2]);
      const posted = await strict.client.post('spend', { amount: '1' }, { token: 'anna', headers });
      expect(posted.status).toBe(421);
      expect((await strict.client.send('GET', '/health', { headers })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  it('HTTP-057 refuses a request that names its host twice, at every address', async () => {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    bench.http.onUpgrade('/web/stream', (_request, socket) =>
      socket.end('HTTP/1.1 101 Yes\r\n\r\n'),
    );
    const asked: [string, string, number][] = [
      ['/web/look', '', 401],
      ['/health', '', 200],
      ['/web/stream', upgrade, 101],
    ];
    for (const [path, more, usual] of asked) {
      const get = (hosts: string) => statusOf(`GET ${path} HTTP/1.1\r\n${hosts}${more}\r\n`);
      expect([path, await get('Host: a.example\r\n')]).toEqual([path, usual]);
      expect([path, await get('Host: a.example\r\nhOsT: b.example\r\n')]).toEqual([path, 400]);
      expect([path, await get('Host: a.example\r\nHost: a.example\r\n')]).toEqual([path, 400]);
    }
  });
});

/** Sends raw bytes, which no client library would. */
function statusOf(request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(bench.origin).port), '127.0.0.1');
    socket.on('error', reject).once('data', (bytes) => {
      resolve(Number(String(bytes).slice(9, 12)));
      socket.destroy();
    });
    socket.write(request);
  });
}
