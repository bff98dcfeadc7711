import type { ApiKey } from '@assay/modules/api-keys';
import { Reading } from '@assay/platform/http/reading';
import type { SurfaceAnswer, SurfaceRequest } from '@assay/platform/http/surface';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, keyEndpoint, publicEndpoint } from './endpoint.ts';
import { ApiLimits } from './limits.ts';
import { restSurfaces } from './surfaces.ts';

/** 15 seconds after the start of a minute. */
const NOW = 1_763_640_015_000;
const MINUTE_MS = 60_000;

/** Names from `a` to `n` are those of keys; `a` and `b` are in memory before they are used. */

function keyRing() {
  const held = new Set<string>(['a', 'b'].map(nameOf));
  const finds: string[] = [];
  return {
    finds,
    holds: (name: string) => held.has(name),
    find: (name: string) => {
      finds.push(name);
      if (!/^[a-n]/.test(name)) return Promise.resolve(undefined);
      held.add(name);
      return { ...KEY, name, userId: parseInt(name, 24) };
    },
    used: () => undefined,
    knows: () => true,
    onEnded: () => () => undefined,
  };
}

function nameOf(short: string): string {
  return short.padEnd(64, 'X');
}

const KEY: Omit<ApiKey, 'name' | 'userId'> = {
  id: 1,
  realm: 'real',
  kind: 'hmac',
  canTrade: true,
  isBound: false,
  allows: () => true,
  verify: (_, signature) => signature === 'right',
};

const log = { error: (data: object) => expect(data).toBe('no fault') };

const HEAVY = publicEndpoint({
  method: 'GET',
  path: '/api/v3/heavy',
  weight: 1,
  summary: '',
  params: z.strictObject({}),
  answer: () => ({}),
});

const ORDER = keyEndpoint({
  method: 'POST',
  path: '/api/v3/order',
  security: 'trade',
  weight: 1,
  summary: '',
  params: z.strictObject({}),
  answer: () => ({}),
});
const CANCEL: Endpoint = { ...ORDER, method: 'DELETE', cancels: true };
const ACCOUNT: Endpoint = { ...ORDER, method: 'GET', path: '/api/v3/account', security: 'read' };
const LISTEN: Endpoint = { ...ORDER, path: '/api/v3/listen', security: 'key' };

type Answered = SurfaceAnswer & { readonly headers: Record<string, string> };

function apiWith(weight: number, reads = 1) {
  const endpoints: Endpoint[] = [
    { ...HEAVY, weight },
    CANCEL,
    ORDER,
    { ...ACCOUNT, weight: reads },
    LISTEN,
  ];
  const keys = keyRing();
  const [surface] = restSurfaces({
    base: '',
    realm: 'real',
    endpoints,
    keys,
    limits: new ApiLimits(1),
    reading: new Reading(),
    log,
  });
  const ask = (now: number, ip = '192.0.2.1', path = 'v3/heavy', query = '') =>
    surface!.answer(requestOf({ path, query, ip, now })) as Promise<Answered>;
  /** Signs with the key of an account, or fails to. */
  const sign = (name: string, method: string, path = 'v3/order', more: Partial<Asked> = {}) => {
    const { now = NOW, signature = 'right', ip = '192.0.2.9' } = more;
    const query = `timestamp=${now}&signature=${signature}${more.query ?? ''}`;
    const headers = name === '' ? {} : { 'x-mbx-apikey': nameOf(name) };
    const request = requestOf({ method, path, query, headers, ip, now });
    return surface!.answer(request) as Promise<Answered>;
  };
  return { ask, sign, keys };
}

interface Asked {
  readonly now: number;
  readonly ip: string;
  readonly signature: string;
  /** More parameters. */
  readonly query: string;
}

function requestOf(more: Partial<SurfaceRequest>): SurfaceRequest {
  const plain = { method: 'GET', path: '', query: '', body: '', headers: {}, ip: '', now: NOW };
  return { ...plain, ...more };
}

/** How often each status was answered. */
async function tally(answers: readonly Promise<Answered>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status = 200 } of await Promise.all(answers)) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('limits of weight', () => {
  it('TAPI-016 count up to the limit, then say when to try again', async () => {
    const { ask } = apiWith(1_000);
    for (let used = 1_000; used <= 6_000; used += 1_000) {
      const { status = 200, headers } = await ask(NOW);
      expect([status, headers['x-mbx-used-weight-1m']]).toEqual([200, String(used)]);
    }
    const refused = await ask(NOW);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '45' } });
    expect(JSON.parse(refused.body)).toEqual({
      code: -1003,
      msg: 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE.',
    });
    // Another network has its own limit, and a new minute starts at zero.
    expect((await ask(NOW, '198.51.100.1')).status ?? 200).toBe(200);
    expect((await ask(NOW + 45_000)).headers['x-mbx-used-weight-1m']).toBe('1000');
  });

  it('TAPI-016 ban for two minutes a network that goes on regardless', async () => {
    const { ask } = apiWith(6_000);
    await ask(NOW);
    const answers = await Promise.all(Array.from({ length: 101 }, () => ask(NOW)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    const until = NOW + 2 * MINUTE_MS;
    const banned = await ask(NOW + 1);
    expect(banned).toMatchObject({ status: 418, headers: { 'retry-after': '120' } });
    expect(JSON.parse(banned.body)).toEqual({
      code: -1003,
      msg: `Way too much request weight used; IP banned until ${until}.`,
    });
    expect((await ask(until - 1)).status).toBe(418);
    expect((await ask(until)).status ?? 200).toBe(200);
  });

  it('TAPI-317 cancels have an allowance of their own: they go through at the limit and banned', async () => {
    const { sign } = apiWith(1, 6_000);
    await sign('a', 'GET', 'v3/account');
    expect(await tally(times(102, () => sign('a', 'POST')))).toEqual({ 418: 1, 429: 101 });
    const first = await sign('a', 'DELETE');
    expect([first.status ?? 200, first.headers['x-mbx-used-weight-1m']]).toEqual([200, '6101']);
    expect(await tally(times(3_000, () => sign('a', 'DELETE')))).toEqual({ 200: 2_999, 429: 1 });
    const last = await sign('a', 'DELETE');
    expect(last).toMatchObject({ status: 429, headers: { 'retry-after': '45' } });
    const later = await sign('a', 'DELETE', undefined, { now: NOW + 45_000 });
    expect(later.status ?? 200).toBe(200);
  });

  it('TAPI-016 no request is free: neither one without an endpoint nor one that cannot be parsed', async () => {
    const { ask } = apiWith(1);
    const nothing = await ask(NOW, '192.0.2.1', 'v3/nothing');
    expect(nothing).toMatchObject({ status: 404, headers: { 'x-mbx-used-weight-1m': '1' } });
    const twice = await ask(NOW, '192.0.2.1', 'v3/heavy', 'a=1&a=1');
    expect(twice).toMatchObject({ status: 400, headers: { 'x-mbx-used-weight-1m': '2' } });
  });
});

describe('whom a request counts against', () => {
  it.each([
    ['no key', '', 'x'],
    ['a made-up key', 'z', 'x'],
    ['a key of another', 'b', 'right'],
    ['the key of the victim, without its secret', 'a', 'x'],
  ])(
    'TAPI-395 strangers of the network take nothing from an owner: %s',
    async (_, name, signature) => {
      const { ask, sign } = apiWith(1);
      const strangers = times(3_300, () => sign(name, 'DELETE', undefined, { signature }));
      await Promise.all([
        ...strangers,
        ...times(3_300, () => sign(name, 'POST', undefined, { signature })),
      ]);
      const refused = await sign(name, 'POST', undefined, { signature });
      expect(refused.status).toBe(418);
      expect(JSON.parse(refused.body).code).toBe(-1003);
      const owner = name === 'a' ? 'a' : 'c';
      for (const method of ['DELETE', 'POST']) {
        const { status = 200, headers } = await sign(owner, method, undefined, {
          ip: '192.0.2.10',
        });
        expect([status, headers['x-mbx-used-weight-1m']]).toEqual([
          200,
          method === 'POST' ? '1' : '0',
        ]);
      }
      // Nor do they stand in the way of what anybody may ask.
      expect(await ask(NOW, '192.0.2.9')).toMatchObject({
        headers: { 'x-mbx-used-weight-1m': '1' },
      });
    },
  );

  it('TAPI-395 a network that is banned for what anybody may ask still acts on its accounts', async () => {
    const { ask, sign } = apiWith(6_000);
    await Promise.all(times(102, () => ask(NOW, '192.0.2.200')));
    expect((await ask(NOW)).status).toBe(418);
    for (const method of ['DELETE', 'POST'])
      expect((await sign('a', method)).status).toBe(undefined);
  });

  it('TAPI-426 a signed request that repeats a parameter counts against its account', async () => {
    const { ask, sign } = apiWith(1);
    const twice = { ip: '192.0.2.1', query: '&a=1&a=1' };
    for (const [signature, name, used] of [
      ['right', 'a', '1'],
      ['x', 'b', '1'],
    ] as const) {
      const refused = await sign(name, 'POST', undefined, { ...twice, signature });
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([400, -1101]);
      expect(refused.headers['x-mbx-used-weight-1m']).toBe(used);
    }
    expect((await sign('a', 'POST')).headers['x-mbx-used-weight-1m']).toBe('2');
    expect((await ask(NOW, '192.0.2.1')).headers['x-mbx-used-weight-1m']).toBe('1');
  });

  it('TAPI-396 requests that only name a key use nothing of what its owner signs', async () => {
    const { sign } = apiWith(1);
    const asked = times(6_101, () => sign('a', 'POST', 'v3/listen', { signature: 'x' }));
    expect(await tally(asked)).toEqual({ 200: 6_000, 429: 101 });
    expect((await sign('a', 'POST')).headers['x-mbx-used-weight-1m']).toBe('1');
  });

  it('TAPI-397 all accounts of a network have ten limits together, of which light use needs none', async () => {
    const { sign } = apiWith(1, 6_000);
    const full = times(10, (i) => sign(`n${i}`, 'GET', 'v3/account'));
    expect(await tally(full)).toEqual({ 200: 10 });
    const one = await sign('a', 'GET', 'v3/account');
    expect(JSON.parse(one.body).msg).toContain('current limit is 60000 request weight');
    expect(await tally(times(600, () => sign('b', 'POST')))).toEqual({ 200: 600 });
    expect((await sign('b', 'POST')).status).toBe(429);
    expect((await sign('b', 'DELETE')).status).toBe(undefined);
    // Elsewhere nothing of this counts.
    expect((await sign('b', 'POST', undefined, { ip: '198.51.100.1' })).status).toBe(undefined);
  });

  it('TAPI-398 names of keys that nobody has are looked up 20 times a second for one address', async () => {
    const { sign, keys } = apiWith(1);
    const names = times(500, (i) => `z${i}`);
    expect(await tally(names.map((name) => sign(name, 'POST')))).toEqual({ 401: 20, 429: 480 });
    expect(keys.finds).toHaveLength(20);
    // Neither a key in memory nor another address has to wait.
    expect((await sign('a', 'DELETE')).status).toBe(undefined);
    expect((await sign('c', 'DELETE', undefined, { ip: '192.0.2.10' })).status).toBe(undefined);
    expect((await sign('c', 'DELETE')).status).toBe(undefined);
  });
});
