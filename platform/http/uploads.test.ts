import { once } from 'node:events';
import { connect } from 'node:net';
import { defineCalls } from '@assay/core/schema/call';
import { text } from '@assay/core/schema/fields';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { FileAnswer, type SentFile } from './context.ts';
import { startHttp } from './http.suite.ts';
import { callSet } from './route.ts';

const BELOW = 8 * 1024 * 1024;

const calls = defineCalls({
  send: {
    method: 'POST',
    auth: 'user',
    limit: 'free',
    summary: 'Takes a file.',
    upload: { types: ['image/jpeg', 'image/png'], belowBytes: BELOW },
    input: z.strictObject({ name: text(1, 20) }),
    output: z.strictObject({ size: z.int(), name: z.string() }),
    refusals: [],
  },
  fetch: {
    method: 'GET',
    auth: 'user',
    limit: 'free',
    summary: 'Answers with a file.',
    input: z.strictObject({}),
    output: z.never(),
    refusals: [],
  },
});

let bench: Awaited<ReturnType<typeof startHttp>>;
let waits: Promise<void> | null = null;
const taken: SentFile[] = [];
beforeAll(async () => {
  const handlers = callSet(calls, {
    send: async ({ name }, { file }) => {
      taken.push(file);
      await waits;
      return { size: file.bytes.length, name };
    },
    fetch: () => new FileAnswer(Buffer.from('<script>alert(1)</script>'), 'image/jpeg'),
  });
  bench = await startHttp({ calls: [handlers] });
});
afterAll(() => bench.stop());

function send(bytes: Buffer, more: { type?: string; token?: string; query?: string } = {}) {
  const { type = 'image/jpeg', token = 'anna', query = 'name=a.jpg' } = more;
  const raw = { type, text: bytes };
  return bench.client.send('POST', `/web/send?${query}`, { raw, token });
}

it('FILE-020 a file is a body with its length and type, smaller than 8 MiB', async () => {
  const largest = Buffer.alloc(BELOW - 1, 7);
  const answer = await send(largest);
  expect(answer.data).toEqual({ size: BELOW - 1, name: 'a.jpg' });
  expect(taken.at(-1)?.bytes.equals(largest)).toBe(true);
  expect(taken.at(-1)?.type).toBe('image/jpeg');
  const refusals = [
    [await send(Buffer.alloc(BELOW)), 413, 'fileLarge'],
    [await send(Buffer.alloc(0)), 400, 'fileEmpty'],
    [await send(Buffer.from('x'), { type: 'image/svg+xml' }), 415, 'fileType'],
    [await send(Buffer.from('x'), { type: 'multipart/form-data; boundary=x' }), 415, 'fileType'],
  ] as const;
  for (const [refused, status, key] of refusals) {
    expect({ status: refused.status, fields: refused.data.fields }, key).toEqual({
      ...{ status, fields: { file: [key] } },
    });
  }
  const unknown = await send(Buffer.from('x'), { query: 'name=a.jpg&size=1' });
  expect(unknown.data.fields).toEqual({ size: ['unknown'] });
  // Its token comes by the header: an address stays in logs.
  const byQuery = await send(Buffer.from('x'), { token: '', query: 'name=a&token=anna' });
  expect(byQuery.data.fields).toEqual({ token: ['queryToken'] });
});

/** Sends a head and a part of a body; the answer's first line. */
async function begin(head: string, part = ''): Promise<string> {
  const { hostname, port } = new URL(bench.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`POST /web/send?name=a HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${head}\r\n${part}`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).split('\r\n')[0] ?? '';
}

it('FILE-021 nothing of a file is read before it is known that it may be sent', async () => {
  const type = 'content-type: image/png\r\n';
  const before = taken.length;
  // The answers come although not one byte of the body does.
  expect(await begin(`${type}content-length: 100\r\n`)).toContain('401');
  const known = `${type}x-token: anna\r\n`;
  expect(await begin(`${known}content-length: 9999999\r\n`)).toContain('413');
  expect(await begin(`${known}transfer-encoding: chunked\r\n`)).toContain('411');
  const foreign = `${known}origin: https://elsewhere.example\r\ncontent-length: 100\r\n`;
  expect(await begin(foreign)).toContain('403');
  expect(taken.length).toBe(before);
});

it('FILE-021 one sender sends one file at a time, and not many wait', async () => {
  let release = () => {};
  waits = new Promise((resolve) => {
    release = resolve;
  });
  const before = taken.length;
  const mine = Array.from({ length: 6 }, () => send(Buffer.from('x')));
  const refused: Awaited<ReturnType<typeof send>>[] = [];
  for (const one of mine) void one.then((answer) => refused.push(answer));
  await expect.poll(() => refused).toHaveLength(2);
  expect(refused).toMatchObject(Array(2).fill({ status: 429, code: 3 }));
  // Another sender is not held up by them.
  const other = send(Buffer.from('y'), { token: 'bob' });
  await expect.poll(() => taken.length).toBe(before + 2);
  release();
  waits = null;
  const ends = await Promise.all(mine);
  expect(ends.filter(({ status }) => status === 200)).toHaveLength(4);
  expect((await other).status).toBe(200);
});

it('FILE-021 a file that is not sent to its end is forgotten', async () => {
  const { hostname, port } = new URL(bench.origin);
  const head = `POST /web/send?name=a HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-token: anna\r\n`;
  const before = taken.length;
  for (let i = 0; i < 5; i++) {
    const socket = connect(Number(port), hostname);
    socket.write(`${head}content-type: image/png\r\ncontent-length: 50\r\n\r\nhalf`);
    await once(socket, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
  }
  await expect.poll(async () => (await send(Buffer.from('x'))).status).toBe(200);
  expect(taken.length).toBe(before + 1);
});

it('FILE-022 an answered file is downloaded, not kept, and runs nothing', async () => {
  const { status, headers, text: body } = await bench.client.get('fetch', {}, { token: 'anna' });
  expect({ status, body }).toEqual({ status: 200, body: '<script>alert(1)</script>' });
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});
