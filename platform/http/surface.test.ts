import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpBench, startHttp } from './http.suite.ts';
import type { Surface, SurfaceRequest } from './surface.ts';

/** Answers with what was sent, and counts the requests. */
let count = 0;
const received: SurfaceRequest[] = [];
const mirror: Surface = {
  prefix: '/mirror/',
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  answer: async (request) => {
    const { method, path, query, body } = request;
    if (path === 'missing') return null;
    if (path === 'broken') throw new Error('secret detail');
    received.push(request);
    count += 1;
    const text = JSON.stringify({ method, path, query, body });
    if (path === 'page') {
      return {
        body: text,
        type: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'public' },
      };
    }
    return { body: text, headers: { 'x-count': String(count), 'x-fixed': 'a b' } };
  },
  refuse: (reason) => ({ body: `refused: ${reason}`, type: 'text/plain' }),
};
const few: Surface = {
  prefix: '/few/',
  limit: 'few',
  answer: async () => ({ body: '{}' }),
  refuse: (reason) => ({ body: reason }),
};

let bench: HttpBench;
beforeAll(async () => {
  bench = await startHttp({ surfaces: [mirror, few] });
});
afterAll(() => bench.stop());

/** Sends pieces of text one after the other; returns everything received until the close. */
function exchange(...pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(bench.origin).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    // Who refuses a body unread may reset the connection behind its answer, and then it closes.
    socket.on('error', (error) => {
      if (text === '') reject(error);
    });
    socket.on('close', () => resolve(text));
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((next) => setTimeout(next, 20));
      }
    })();
  });
}

function request(method: string, path: string, body: string | Buffer = '', more = ''): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const headers = `Host: x\r\nConnection: close\r\n${body === '' ? '' : length}${more}`;
  return `${method} ${path} HTTP/1.1\r\n${headers}\r\n`;
}

const statusOf = (text: string) => Number(text.split(' ', 2)[1]);
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);

describe('a surface', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'HTTP-028 %s with a query and no body',
    async (method) => {
      const text = await exchange(request(method, '/mirror/a/b?c=1&d=%20'));
      expect(statusOf(text)).toBe(200);
      expect(JSON.parse(bodyOf(text))).toEqual({
        method,
        path: 'a/b',
        query: 'c=1&d=%20',
        body: '',
      });
    },
  );

  it.each([
    ['at once', (body: string) => [request('POST', '/mirror/x?y', body) + body]],
    ['behind its head', (body: string) => [request('POST', '/mirror/x?y', body), body]],
    [
      'in pieces',
      (body: string) => [request('POST', '/mirror/x?y', body), body.slice(0, 3), body.slice(3)],
    ],
    [
      'in chunks',
      (body: string) => [
        request('POST', '/mirror/x?y', '', 'Transfer-Encoding: chunked\r\n'),
        `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ],
    ],
    [
      'of a type without a parser',
      (body: string) => [
        request('POST', '/mirror/x?y', body, 'Content-Type: image/png\r\n') + body,
      ],
    ],
  ] as const)('HTTP-028 a body that comes %s', async (_, piecesOf) => {
    const text = await exchange(...piecesOf('{"a":[1,2]}&b=c'));
    expect(statusOf(text), text).toBe(200);
    const expected = { method: 'POST', path: 'x', query: 'y', body: '{"a":[1,2]}&b=c' };
    expect(JSON.parse(bodyOf(text))).toEqual(expected);
  });

  it('HTTP-028 an empty body that is announced as JSON is an empty body', async () => {
    const more = 'Content-Type: application/json\r\nContent-Length: 0\r\n';
    const text = await exchange(request('POST', '/mirror/x', '', more));
    expect(JSON.parse(bodyOf(text)).body).toBe('');
  });

  it.each([
    ['no such path', 404, 'notFound', [request('GET', '/mirror/missing')]],
    ['a fault', 500, 'error', [request('GET', '/mirror/broken')]],
    [
      'a body that is too long',
      413,
      'bodyTooLarge',
      [request('POST', '/mirror/x', 'a'.repeat(65_537)), 'a'.repeat(65_537)],
    ],
    [
      'bytes that are not text',
      415,
      'mediaType',
      [request('POST', '/mirror/x', '12'), Buffer.from([0xc3, 0x28])],
    ],
    [
      'a body that is compressed',
      415,
      'mediaType',
      [`${request('POST', '/mirror/x', 'ab', 'Content-Encoding: gzip\r\n')}ab`],
    ],
  ] as const)('HTTP-028 %s is refused in its own shape', async (_, status, reason, pieces) => {
    const before = received.length;
    const text = await exchange(...pieces);
    expect(statusOf(text), text).toBe(status);
    expect(bodyOf(text)).toBe(`refused: ${reason}`);
    expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(text).not.toContain('secret');
    expect(received).toHaveLength(before);
  });

  it('HTTP-142 HTTP-028 a method that it does not list is not found', async () => {
    const answer = await exchange(request('PATCH', '/mirror/x'));
    expect(statusOf(answer)).toBe(404);
    expect(bodyOf(answer)).toBe('refused: notFound');
    expect(statusOf(await exchange(request('POST', '/few/x')))).toBe(404);
  });

  it('HTTP-142 an address that is too long is refused in its own format', async () => {
    const answer = await exchange(request('GET', `/mirror/x?a=${'b'.repeat(20_000)}`));
    expect(statusOf(answer)).toBe(431);
    expect(bodyOf(answer)).toBe('refused: tooLong');
    const elsewhere = await exchange(request('GET', `/web/x?a=${'b'.repeat(20_000)}`));
    expect(statusOf(elsewhere)).toBe(431);
    expect(bodyOf(elsewhere)).toMatch(/"code":/);
  });

  it('HTTP-028 an invalid length never reaches it', async () => {
    const before = received.length;
    for (const length of ['-1', '1e1', '0x2', '+2', '']) {
      const more = `Content-Length: ${length}\r\n`;
      expect(statusOf(await exchange(`${request('POST', '/mirror/x', '', more)}ab`))).toBe(400);
    }
    expect(received).toHaveLength(before);
  });

  it('HTTP-028 its own headers are added to the usual ones, or replace them', async () => {
    const get = async (path: string) => (await fetch(`${bench.origin}${path}`)).headers;
    // Node makes the first answer of a second; the others reuse its head.
    const [first, second, third] = [
      await get('/mirror/1'),
      await get('/mirror/2'),
      await get('/mirror/3'),
    ];
    for (const headers of [first, second, third]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('x-fixed')).toBe('a b');
      expect(headers.get('cache-control')).toBe('no-store');
      expect([...headers.keys()]).toEqual([...first.keys()]);
    }
    const counts = [first, second, third].map((headers) => Number(headers.get('x-count')));
    expect(counts[2]! - counts[0]!).toBe(2);
    const page = await get('/mirror/page');
    expect(page.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.get('cache-control')).toBe('public');
    expect((await get('/mirror/4')).get('cache-control')).toBe('no-store');
  });

  it('HTTP-028 a flood is answered with the time to wait, in its own format', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${bench.origin}/few/x`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(12);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(await refused[0]?.text()).toBe('tooManyRequests');
  });
});
