import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../log.ts';
import { Client } from '../testing/client.ts';
import type { Probe } from './health.ts';
import { plainAuthenticator, startHttp } from './http.suite.ts';
import { callSet } from './route.ts';
import { createHttp } from './server.ts';
import { BODY_TIMEOUT_MS, SERVER_OPTIONS } from './server-options.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-site-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<style nonce="__CSP_NONCE__"></style><p>page</p>');
  writeFileSync(join(folder, 'assets', 'app-Ab12Cd34.js'), `// ${'x'.repeat(5000)}`);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'notes.secret'), 'not for browsers');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the server', () => {
  it('HTTP-040 reports whether every part works, with 503 when one does not', async () => {
    let fault: Probe = () => ({ ok: true });
    const probes = { db: () => fault(), feeds: () => ({ ok: true, detail: 'simulated' }) };
    const bench = await startHttp({ probes });
    try {
      const well = await bench.client.send('GET', '/health');
      expect([well.status, JSON.parse(well.text)]).toEqual([
        200,
        {
          ok: true,
          status: 'well',
          stopping: false,
          parts: { db: { ok: true }, feeds: { ok: true, detail: 'simulated' } },
        },
      ]);
      const bad: Probe[] = [
        () => ({ ok: false, detail: 'starting' }),
        () => Promise.reject(new Error('password=secret')),
        () => new Promise(() => undefined),
      ];
      for (const probe of bad) {
        fault = probe;
        const ill = await bench.client.send('GET', '/health');
        const { ok, status } = JSON.parse(ill.text);
        expect([ill.status, ok, status]).toEqual([503, false, 'down']);
        expect(ill.text).not.toContain('secret');
      }
    } finally {
      await bench.stop();
    }
  });

  it('HTTP-046 reports degraded, with 200, when a part works in a reduced way', async () => {
    let database: Probe = () => ({ ok: true });
    const feed = { ok: true, degraded: true, detail: 'stale: BTCUSDT', fresh: 11, stale: 1 };
    const bench = await startHttp({ probes: { db: () => database(), feed: () => feed } });
    try {
      const less = await bench.client.send('GET', '/health');
      expect([less.status, JSON.parse(less.text)]).toEqual([
        200,
        { ok: true, status: 'degraded', stopping: false, parts: { db: { ok: true }, feed } },
      ]);
      database = () => ({ ok: false });
      const down = await bench.client.send('GET', '/health');
      expect([down.status, JSON.parse(down.text).status]).toEqual([503, 'down']);
    } finally {
      await bench.stop();
    }
  });

  it('HTTP-041 exposes its figures to Prometheus, on its own machine only', async () => {
    const bench = await startHttp({ trustProxy: ['127.0.0.1'] });
    try {
      await bench.client.get('look', {}, { token: 'anna' });
      await bench.client.get('look');
      const metrics = await bench.client.send('GET', '/metrics');
      expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(metrics.text).toContain('assay_http_calls_total{call="look",code="0"} 1');
      expect(metrics.text).toContain('assay_http_calls_total{call="look",code="2000"} 1');
      expect(metrics.text).toContain('assay_http_call_seconds_bucket{call="look",le="+Inf"} 2');
      expect(metrics.text).toContain('process_cpu_user_seconds_total');
      const headers = { 'x-forwarded-for': '192.0.2.9' };
      expect((await bench.client.send('GET', '/metrics', { headers })).status).toBe(404);
    } finally {
      await bench.stop();
    }
  });

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '192.0.2.9' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=192.0.2.9' },
    { via: '1.1 proxy' },
  ])('HTTP-045 does not show figures through a proxy on this machine: %o', async (headers) => {
    for (const trustProxy of [[], ['127.0.0.1']]) {
      const bench = await startHttp({ trustProxy });
      try {
        expect((await bench.client.send('GET', '/metrics', { headers })).status).toBe(404);
        expect((await bench.client.send('GET', '/metrics')).status).toBe(200);
      } finally {
        await bench.stop();
      }
    }
  });

  it('HTTP-042 finishes requests in progress when it stops, and accepts no new ones', async () => {
    let release: () => void = () => undefined;
    const started = new Promise<void>((begun) => {
      release = begun;
    });
    let finish: () => void = () => undefined;
    const calls = {
      slow: {
        method: 'GET' as const,
        auth: 'visitor' as const,
        summary: '',
        input: z.strictObject({}),
        output: z.strictObject({}),
        refusals: [],
      },
    };
    const slow = async () => {
      release();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return {};
    };
    const http = createHttp({
      authenticator: plainAuthenticator(),
      log: silentLog,
      calls: [callSet(calls, { slow })],
    });
    const client = new Client(await http.listen(0, '127.0.0.1'));
    const answer = client.get('slow');
    await started;
    const stopped = http.stop();
    await vi.waitUntil(() => !http.server.listening, 60_000);
    await expect(new Client(client.origin).get('slow')).rejects.toThrow('ECONNREFUSED');
    finish();
    expect((await answer).code).toBe(0);
    await stopped;
    client.close();
  });

  it('HTTP-042 HTTP-026 answers requests that arrive while it stops with an envelope', async () => {
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    let stopped: Promise<void> = Promise.resolve();
    // A first request in progress keeps its connection open; the second comes on the same one.
    const slow: Probe = async () => {
      stopped = bench.http.stop();
      const arrived = once(bench.http.server, 'request');
      socket.write(request('/web/look'));
      await arrived;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { ok: true };
    };
    const bench = await startHttp({ probes: { slow } });
    const socket = connect(Number(new URL(bench.origin).port), '127.0.0.1');
    socket.write(request('/health'));
    let text = '';
    for await (const bytes of socket) text += bytes;
    const [first = '', second = ''] = text.split(/(?=HTTP\/1\.1 )/);
    expect(first).toContain('"stopping":true');
    expect(second).toMatch(/^HTTP\/1\.1 503 /);
    expect(second).toContain('"code":5');
    expect(second.toLowerCase()).toContain('retry-after: 1');
    expect(second.toLowerCase()).toContain('x-content-type-options: nosniff');
    bench.client.close();
    await stopped;
  });

  it('HTTP-108 cuts connections of a network that has too many open', async () => {
    const bench = await startHttp({ connectionsPerNetwork: 3 });
    const { hostname, port } = new URL(bench.origin);
    const open = async () => {
      const socket = connect(Number(port), hostname);
      const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)));
      socket.on('error', () => undefined);
      socket.write('GET /web/none HTTP/1.1\r\nHost: a\r\n\r\n');
      const answered = new Promise<boolean>((resolve) => socket.once('data', () => resolve(true)));
      return { socket, served: await Promise.race([answered, ended]) };
    };
    const held = [await open(), await open(), await open()];
    expect(held.map(({ served }) => served)).toEqual([true, true, true]);
    expect((await open()).served).toBe(false);
    held[0]?.socket.destroy();
    await vi.waitFor(async () => expect((await open()).served).toBe(true), 60_000);
    for (const { socket } of held) socket.destroy();
    bench.client.close();
    await bench.http.stop();
  });

  it('HTTP-109 ends a head or a body that comes in too slowly after 15 s', async () => {
    expect({ head: SERVER_OPTIONS.headersTimeout, body: BODY_TIMEOUT_MS }).toEqual({
      ...{ head: 15_000, body: 15_000 },
    });
    const bench = await startHttp({ bodyTimeoutMs: 20 });
    const { requestTimeout } = bench.http.server;
    expect(requestTimeout).toBe(120_000);
    expect(bench.http.server).toHaveProperty('connectionsCheckingInterval', 1_000);
    const { hostname, port } = new URL(bench.origin);
    // The second is read by the framework, because its body has no length.
    for (const length of ['content-length: 100', 'transfer-encoding: chunked']) {
      const head = `POST /web/echo HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${length}\r\n`;
      const socket = connect(Number(port), hostname);
      socket.write(`${head}content-type: application/json\r\n\r\n`);
      const answer = await once(socket, 'data');
      expect(String(answer[0]), length).toMatch(/^HTTP\/1.1 408 /);
      socket.destroy();
    }
    await bench.stop();
  });

  it('HTTP-043 refuses to start with tables that conflict', () => {
    const call = {
      method: 'GET' as const,
      auth: 'visitor' as const,
      summary: '',
      input: z.strictObject({}),
      output: z.strictObject({}),
      refusals: [],
    };
    const build = (...sets: [object, object][]) =>
      createHttp({
        authenticator: plainAuthenticator(),
        log: silentLog,
        calls: sets.map(([calls, handlers]) => ({ calls, handlers }) as never),
      });
    expect(() => build([{ a: call }, {}])).toThrow('has no handler');
    const one: [object, object] = [{ a: call }, { a: () => ({}) }];
    expect(() => build(one, one)).toThrow('Two calls are named a');
    const reserved = { ...call, input: z.strictObject({ token: z.string() }) };
    expect(() => build([{ a: reserved }, { a: () => ({}) }])).toThrow('names the field token');
    const limit = { ...call, limit: 'nothing' };
    expect(() => build([{ a: limit }, { a: () => ({}) }])).toThrow('No limits are named nothing');
    const silent = { ...call, refusals: ['unheardOf'] };
    expect(() => build([{ a: silent }, { a: () => ({}) }])).toThrow('unheardOf of a has no text');
  });

  it('HTTP-056 a site that is reached by https is secure, whatever the last proxy reports', async () => {
    for (const secure of [true, false]) {
      const bench = await startHttp({ secure });
      try {
        await bench.client.get('look', {}, { token: 'anna' });
        expect(bench.seen.map((context) => context.secure)).toEqual([secure]);
      } finally {
        await bench.stop();
      }
    }
  });

  it('HTTP-044 serves an app from memory, and each page with a new nonce', async () => {
    const sites = [
      { prefix: '/', folder },
      { prefix: '/console/', folder },
    ];
    const bench = await startHttp({ sites, secure: true });
    const get = (path: string, headers: Record<string, string> = {}) =>
      bench.client.send('GET', path, { headers });
    try {
      const page = await get('/deal');
      const nonce = /nonce="([^"]+)"/.exec(page.text)?.[1];
      expect(page.status).toBe(200);
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe');
      expect(page.headers['strict-transport-security']).toContain('max-age=63072000');
      expect((await get('/')).text).not.toContain(nonce);
      const script = await get('/assets/app-Ab12Cd34.js');
      expect(script.headers['cache-control']).toContain('immutable');
      expect(script.headers['content-encoding']).toBeUndefined();
      for (const coding of ['br', 'gzip']) {
        const packed = await get('/assets/app-Ab12Cd34.js', { 'accept-encoding': coding });
        expect(packed.headers['content-encoding']).toBe(coding);
        expect(Number(packed.headers['content-length'])).toBeLessThan(500);
      }
      expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
      const hidden = ['/notes.secret', '/assets/none.js', '/..%2f..%2fetc/passwd.txt', '/web/none'];
      for (const path of hidden) expect([path, (await get(path)).status]).toEqual([path, 404]);
      for (const path of ['/', '/deal', '/console/', '/favicon.svg', '/health']) {
        const head = await bench.client.send('HEAD', path);
        expect([path, head.status, head.text]).toEqual([path, 200, '']);
      }
      expect((await bench.client.send('HEAD', '/notes.secret')).status).toBe(404);
      const slashless = await get('/console');
      expect([slashless.status, slashless.headers.location]).toEqual([308, '/console/']);
      const app = await bench.client.get('look', {}, { token: 'anna' });
      expect(app.headers['strict-transport-security']).toContain('preload');
    } finally {
      await bench.stop();
    }
  });

  it('SECU-011 says the character set of every answer that is text', async () => {
    const bench = await startHttp({ sites: [{ prefix: '/', folder }] });
    try {
      const addresses = ['/', '/assets/app-Ab12Cd34.js', '/favicon.svg', '/health', '/metrics'];
      for (const address of [...addresses, '/none.js', '/web/look', '/web/none']) {
        const { headers } = await bench.client.send('GET', address);
        expect([address, headers['content-type']]).toEqual([
          address,
          expect.stringMatching(/charset=utf-8$/),
        ]);
      }
    } finally {
      await bench.stop();
    }
  });

  it('UI-1080 an address with a page of its own gets that, compressed once like a file', async () => {
    writeFileSync(join(folder, 'index.html'), '<p>usual</p>');
    const pages = {
      '': '<p>home</p>',
      market: `<p title="__SETTINGS__">${'market '.repeat(300)}</p>`,
    };
    const fill = { __SETTINGS__: '"' };
    const bench = await startHttp({ sites: [{ prefix: '/', folder, pages, fill }] });
    const get = (path: string, coding = '') =>
      bench.client.send('GET', path, { headers: { 'accept-encoding': coding } });
    try {
      for (const path of ['/', '/?to=x']) expect((await get(path)).text).toBe('<p>home</p>');
      expect((await get('/market')).text).toContain('<p title="&quot;">market market');
      expect((await get('/market/')).text).toBe('<p>usual</p>');
      const packed = await get('/market', 'br');
      expect(packed.headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': 'no-store',
      });
      expect(Number(packed.headers['content-length'])).toBeLessThan(200);
    } finally {
      await bench.stop();
    }
  });

  it('HTTP-140 a page has the texts that the server gives it, and may connect to one more origin', async () => {
    writeFileSync(join(folder, 'index.html'), '<meta content="__SETTINGS__">__CSP_NONCE__');
    const fill = { __SETTINGS__: '{"a":"<$&>"}' };
    const connectsTo = 'https://api.example.org';
    const bench = await startHttp({ sites: [{ prefix: '/', folder, fill, connectsTo }] });
    try {
      const page = await bench.client.send('GET', '/deal');
      expect(page.text).toContain('<meta content="{&quot;a&quot;:&quot;&lt;$&amp;&gt;&quot;}">');
      expect(page.headers['content-security-policy']).toContain(
        "connect-src 'self' https://api.example.org wss://api.example.org;",
      );
    } finally {
      await bench.stop();
    }
  });

  it('HTTP-141 pages of our own origins may send calls to another host of ours, and no others', async () => {
    const own = 'https://app.example.org';
    const bench = await startHttp({ ownOrigins: [own] });
    const from = (origin: string) => ({ origin, 'sec-fetch-site': 'same-site' });
    const ask = (origin: string) =>
      bench.client.send('OPTIONS', '/web/spend', { headers: { origin } });
    try {
      const asked = await ask(own);
      expect(asked.status).toBe(204);
      expect(asked.headers).toMatchObject({
        'access-control-allow-origin': own,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'content-type, x-token, idempotency-key',
      });
      const read = await bench.client.get('look', {}, { token: 'anna', headers: from(own) });
      expect([read.code, read.headers['access-control-allow-origin']]).toEqual([0, own]);
      const foreign = 'https://evil.example.org';
      const refused = await ask(foreign);
      expect(refused.status).toBe(405);
      expect(refused.headers['access-control-allow-origin']).toBeUndefined();
      const spent = await bench.client.post('spend', {}, { token: 'anna', headers: from(foreign) });
      expect(spent.status).toBe(403);
      expect(spent.headers['access-control-allow-origin']).toBeUndefined();
    } finally {
      await bench.stop();
    }
  });
});
