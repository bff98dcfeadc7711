import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../apps/server/testing/test-app.ts';
import { html } from './html.ts';
import { type Shape, shapeOf } from './shape.ts';
import { DARK, LIGHT, SIZES } from './style.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ HOST_NAMES: 'trade.example' });
});
afterAll(() => server.stop());

async function get(address: string, headers: Record<string, string> = {}) {
  const { status, headers: received, text } = await server.client.send('GET', address, { headers });
  return { status, headers: received, text };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    name: string;
    required: boolean;
    description?: string;
    schema: object;
  }[];
  readonly 'x-security': string;
  readonly security: readonly object[];
  readonly responses: Record<string, { content: Record<string, { schema?: Shape }> }>;
}
type Paths = Record<string, Record<string, Operation>>;
async function operations(): Promise<[string, string, Operation][]> {
  const { paths } = JSON.parse((await get('/docs/openapi.json')).text) as { paths: Paths };
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, one]): [string, string, Operation] => [
      method,
      address,
      one,
    ]),
  );
}

describe('the reference', () => {
  it('TAPI-030 OPSX-133 is one page without scripts, at /docs and /docs/', async () => {
    for (const address of ['/docs', '/docs/']) {
      const { status, headers, text } = await get(address);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(text).not.toMatch(/<script|<iframe|\son\w+=|style="/i);
      expect(text).toContain('not affiliated with any other exchange');
      expect(text).toContain('<strong>Trial</strong> The money of this server is made up.');
    }
    expect((await get('/docs/nothing')).status).toBe(404);
    const style = await get('/docs/style.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(style.text).toContain('prefers-color-scheme: light');
  });

  it('TAPI-030 lists every endpoint, public ones with a current answer', async () => {
    const { text } = await get('/docs');
    const all = await operations();
    expect(all.length).toBeGreaterThan(100);
    for (const [method, address] of all) {
      expect(text).toContain(
        `<span class="method ${method.toUpperCase()}">${method.toUpperCase()}</span><code>${address}</code>`,
      );
    }
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = new Set([...text.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect([...text.matchAll(/ id="/g)].length, 'every id stands once').toBe(ids.size);
    expect(text).toContain('by socket <code>order.place</code>');
    expect(text).toContain('&quot;lastUpdateId&quot;');
  });

  it('TAPI-030 names the other exchange only as the class of the library', async () => {
    const { text } = await get('/docs');
    expect(text.match(/binance/gi)).toEqual(['binance']);
    expect((await get('/docs/openapi.json')).text).not.toMatch(/binance/i);
  });

  it('TAPI-410 lists the filters of open orders', async () => {
    const { text } = await get('/docs');
    for (const filter of ['MAX_NUM_ORDERS', 'MAX_NUM_ALGO_ORDERS', 'EXCHANGE_MAX_NUM_ORDERS']) {
      expect(text).toContain(`<td>Filter failure: ${filter}</td>`);
    }
  });

  it('TAPI-310 shows the text before the contents, and what is not open behind all else', async () => {
    const { text } = await get('/docs');
    const places = ['<main>', 'id="start"', 'id="streams"', '<details class="closed">', '<nav'];
    const found = places.map((place) => text.indexOf(place));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    const [, folded = ''] = text.split('<details class="closed">');
    expect(text.split('/fapi/v1/depth').length).toBe(folded.split('/fapi/v1/depth').length);
    for (const id of ['fees', 'self-trade', 'repetition'])
      expect(text).toContain(`<h2 id="${id}">`);
    expect(text).toContain('300 in 10 seconds');
    expect(text).toContain('<code>EXPIRE_TAKER</code>');
  });

  it('TAPI-031 explains every parameter', async () => {
    const unexplained = (await operations()).flatMap(([method, address, { parameters }]) =>
      parameters
        .filter(({ description }) => !description)
        .map(({ name }) => `${method} ${address} ${name}: see docs/parameters.ts`),
    );
    expect(unexplained).toEqual([]);
  });

  it('TAPI-030 repeats a host header only when it is a valid host', async () => {
    const { text } = await get('/docs', { host: 'trade.example:8443' });
    expect(text).toContain('http://trade.example:8443/demo');
    const odd = await get('/docs', { host: 'a"><b>' });
    expect(odd.text).not.toContain('a"><b>');
    expect(html`<p>${'<b>"&\''}</p>`.text).toBe('<p>&lt;b&gt;&quot;&amp;&#39;</p>');
  });

  it('TAPI-030 has the house’s colours and sizes', () => {
    const tokens = fs.readFileSync(path.join(root, 'apps/kit/look/tokens.css'), 'utf8');
    const light = tokens.indexOf('[data-mantine-color-scheme="light"]');
    for (const [name, value] of Object.entries({ ...SIZES, ...DARK })) {
      expect(tokens.slice(0, light)).toContain(`${name}: ${value};`);
    }
    for (const [name, value] of Object.entries(LIGHT)) {
      expect(tokens.slice(light)).toContain(`${name}: ${value};`);
    }
  });

  it('TAPI-031 openapi.json has every parameter, required ones marked', async () => {
    const all = await operations();
    const ids = all.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const klines = all.find(([method, at]) => method === 'get' && at === '/api/v3/klines')![2];
    expect(klines.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['symbol', true],
      ['interval', true],
      ['startTime', false],
      ['endTime', false],
      ['timeZone', false],
      ['limit', false],
    ]);
    expect(klines.parameters[1]?.schema).toMatchObject({ enum: expect.arrayContaining(['1m']) });
    const order = all.find(([method, at]) => method === 'post' && at === '/api/v3/order')![2];
    expect(order['x-security']).toBe('trade');
    expect([klines.security, order.security]).toEqual([[], [{ key: [] }]]);
    expect(order.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'symbol',
      'side',
      'type',
      'timestamp',
      'signature',
    ]);
  });

  it('TAPI-031 openapi.json has the shape of answers, with examples', async () => {
    const all = await operations();
    const answerOf = (method: string, address: string) => {
      const found = all.find(([of, at]) => of === method && at === address);
      return found?.[2].responses['200']?.content['application/json'];
    };
    expect(answerOf('get', '/api/v3/depth')).toMatchObject({
      schema: {
        type: 'object',
        properties: {
          lastUpdateId: { type: 'number' },
          bids: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
        },
        required: ['lastUpdateId', 'bids', 'asks'],
      },
      example: { lastUpdateId: expect.any(Number) },
    });
    expect(answerOf('get', '/api/v3/klines')?.schema).toEqual({
      type: 'array',
      items: { type: 'array', items: { type: ['number', 'string'] } },
    });
    expect(answerOf('post', '/api/v3/order')?.schema?.required).toContain('orderId');
    expect(answerOf('get', '/fapi/v1/depth')).toEqual({});
    const shaped = all.filter(([method, path]) => answerOf(method, path)?.schema !== undefined);
    expect(shaped.length).toBeGreaterThan(55);
    expect(shapeOf([{ a: 1, b: null }, { a: 'x' }, { a: 2, b: [] }])).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { a: { type: ['number', 'string'] }, b: { type: 'array' } },
        required: ['a'],
      },
    });
  });

  it('TAPI-032 has ten lines that trade without a change', async () => {
    const { text } = await get('/docs', { host: server.origin.slice(7) });
    const shown = [...text.matchAll(/<pre><code>([^<]*)<\/code>/g)].map(([, block]) => block);
    const { text: code } = await get('/docs/first.mjs', { host: server.origin.slice(7) });
    expect(shown).toContain(html`${code.trimEnd()}`.text);
    expect(shown.some((block) => block?.endsWith('node first.mjs'))).toBe(true);
    expect(code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
    const { key, secret, get: own } = await server.openAccount();
    const env = { ...process.env, API_KEY: key, API_SECRET: secret };
    // Packages are resolved from where the program lies, so this one lies in the repository.
    const folder = fs.mkdtempSync(path.join(root, 'node_modules/.first-'));
    const program = path.join(folder, 'first.mjs');
    fs.writeFileSync(program, code);
    await server.quoted();
    const started = promisify(execFile)(process.execPath, [program], { env, cwd: folder });
    const { stdout } = await started.finally(() => fs.rmSync(folder, { recursive: true }));
    expect(stdout).toContain("symbol: 'BTC/USDT'");
    expect(stdout).toMatch(/closed \d+(\.\d+)? \{/);
    const { data } = await own('getFills');
    expect(data.fills[0]).toMatchObject({ market: 'BTCUSDT', side: 'buy' });
  });
});
