import { expect, it } from 'vitest';
import { startHttp } from './http.suite.ts';
import { plainPath } from './path.ts';

it.each([
  ['/%6detrics', '/metrics'],
  ['/%6D%65trics', '/metrics'],
  ['/demo//api/v3/ping', '/demo/api/v3/ping'],
  ['/demo/./api/../api/v3/ping', '/demo/api/v3/ping'],
  ['/../../x/..', '/'],
  ['/a/', '/a/'],
  ['/.well-known/x', '/.well-known/x'],
  ['/ws/btcusdt%40depth', '/ws/btcusdt%40depth'],
  ['/caf%C3%A9/%zz', '/caf%C3%A9/%zz'],
])('HTTP-163 the plain form of %s is %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain);
});

it('HTTP-163 a path in another form than the plain one names nothing', async () => {
  const surface = {
    prefix: '/mirror/',
    answer: async () => ({ body: '{}' }),
    refuse: (reason: string) => ({ body: JSON.stringify({ reason }) }),
  };
  const bench = await startHttp({ surfaces: [surface] });
  const ask = async (path: string) => {
    const { status, text } = await bench.client.send('GET', path, { token: 'anna' });
    return [status, JSON.parse(text)];
  };
  for (const path of ['/%6detrics', '/web/loo%6b', '/web//look']) {
    expect(await ask(path)).toEqual([404, expect.objectContaining({ code: 2 })]);
  }
  expect(await ask('/mirror//x')).toEqual([404, { reason: 'notFound' }]);
  expect(await ask('/mirror/x?a=//b%6d')).toEqual([200, {}]);
  await bench.stop();
});
