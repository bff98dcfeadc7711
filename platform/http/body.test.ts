import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpBench, startHttp } from './http.suite.ts';

let bench: HttpBench;
beforeAll(async () => {
  bench = await startHttp();
});
afterAll(() => bench.stop());

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Sends a request in these pieces, one after the other, and reads until the server closes. */
function send(type: string, head: string, ...pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(bench.origin).port), '127.0.0.1');
    socket.setNoDelay(true).on('error', reject);
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => resolve(answer));
    const start = `POST /web/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}`;
    const all = [`${start}\r\n${head}\r\n\r\n`, ...pieces];
    const next = (): void => {
      const piece = all.shift();
      if (piece !== undefined) socket.write(piece, () => setImmediate(next));
    };
    next();
  });
}

const dataOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('{'))).data;

describe('a body', () => {
  it('HTTP-010 is read alike however it is announced and in how many pieces it comes', async () => {
    const ways: [string, string, ...string[]][] = [
      [FORM, 'Content-Length: 18', 'market=BTC&note=ab'],
      [FORM, 'Content-Length: 18', 'market=B', 'TC&no', 'te=a', 'b'],
      [`${FORM}; charset=utf-8`, 'Content-Length: 18', 'market=BTC', '&note=ab'],
      [FORM, 'Transfer-Encoding: chunked', '5\r\nmarke\r\n', 'd\r\nt=BTC&note=ab\r\n0\r\n\r\n'],
      [JSON_TYPE, 'Content-Length: 28', '{"market":"BTC","note":"ab"}'],
      [JSON_TYPE, 'Content-Length: 28', '{"market":', '"BTC","note":"ab"}'],
      [JSON_TYPE.toUpperCase(), 'Content-Length: 28', '{"market":"BTC","note":"ab"}'],
    ];
    for (const [type, head, ...pieces] of ways) {
      const answer = await send(type, head, ...pieces);
      expect([type, pieces, dataOf(answer)]).toEqual([type, pieces, { market: 'BTC', note: 'ab' }]);
    }
  });

  it('HTTP-013 is refused by its length before it has come, chunked or not', async () => {
    const long = await send(FORM, `Content-Length: ${64 * 1024 + 1}`, 'market=');
    expect(long).toMatch(/^HTTP\/1\.1 413 /);
    const size = (64 * 1024 + 1).toString(16);
    const chunk = `${size}\r\n${'x'.repeat(64 * 1024 + 1)}\r\n`;
    expect(await send(FORM, 'Transfer-Encoding: chunked', chunk)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('HTTP-013 that ends early reaches no handler', async () => {
    const socket = connect(Number(new URL(bench.origin).port), '127.0.0.1');
    const head = `POST /web/spend HTTP/1.1\r\nHost: x\r\nX-Token: anna\r\nContent-Type: ${FORM}\r\n`;
    socket.write(`${head}Content-Length: 20\r\n\r\namount=1`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    expect((await bench.client.get('look', {}, { token: 'anna' })).code).toBe(0);
    expect(bench.seen).toHaveLength(1);
  });
});
