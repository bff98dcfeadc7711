import { Reading } from '@assay/platform/http/reading';
import type { SurfaceAnswer } from '@assay/platform/http/surface';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from './endpoint.ts';
import { ApiLimits } from './limits.ts';
import { restSurfaces } from './surfaces.ts';

/** 15 seconds after the start of a minute. */
const NOW = 1_763_640_015_000;
const MINUTE_MS = 60_000;

const keys = {
  find: () => undefined,
  used: () => undefined,
  knows: () => false,
  onEnded: () => () => undefined,
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

function apiWith(weight: number, ...others: Endpoint[]) {
  const heavy = { ...HEAVY, weight };
  const limits = new ApiLimits(1);
  const [surface] = restSurfaces({
    base: '',
    realm: 'real',
    endpoints: [heavy, ...others],
    keys,
    limits,
    reading: new Reading(),
    log,
  });
  return (now: number, ip = '192.0.2.1', path = 'v3/heavy', query = '', method = 'GET') =>
    surface!.answer({ method, path, query, body: '', headers: {}, ip, now }) as Promise<
      SurfaceAnswer & { headers: Record<string, string> }
    >;
}

describe('limits of weight', () => {
  it('TAPI-016 count up to the limit, then say when to try again', async () => {
    const ask = apiWith(1_000);
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
    const ask = apiWith(6_000);
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
    const ask = apiWith(6_000, { ...HEAVY, method: 'DELETE', weight: 1, cancels: true });
    const cancel = (now: number) => ask(now, undefined, undefined, undefined, 'DELETE');
    await ask(NOW);
    await Promise.all(Array.from({ length: 101 }, () => ask(NOW)));
    expect((await ask(NOW)).status).toBe(418);
    const first = await cancel(NOW);
    expect([first.status ?? 200, first.headers['x-mbx-used-weight-1m']]).toEqual([200, '612000']);
    const answers = await Promise.all(Array.from({ length: 3_000 }, () => cancel(NOW)));
    expect(answers.filter(({ status = 200 }) => status === 200)).toHaveLength(2_999);
    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': '45' } });
    expect((await cancel(NOW + 45_000)).status ?? 200).toBe(200);
  });

  it('TAPI-016 no request is free: neither one without an endpoint nor one that cannot be parsed', async () => {
    const ask = apiWith(1);
    const nothing = await ask(NOW, '192.0.2.1', 'v3/nothing');
    expect(nothing).toMatchObject({ status: 404, headers: { 'x-mbx-used-weight-1m': '1' } });
    const twice = await ask(NOW, '192.0.2.1', 'v3/heavy', 'a=1&a=1');
    expect(twice).toMatchObject({ status: 400, headers: { 'x-mbx-used-weight-1m': '2' } });
  });
});
