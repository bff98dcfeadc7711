import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpBench, startHttp } from './http.suite.ts';

let bench: HttpBench;
let socket: Socket;
beforeAll(async () => {
  bench = await startHttp();
  socket = connect(Number(new URL(bench.origin).port), '127.0.0.1');
});
afterAll(async () => {
  socket.destroy();
  await bench.stop();
});

/** An answer as sent: headers in their order and case. */
interface Written {
  readonly head: string;
  readonly body: string;
}

const request = (note: string, version = '1.1', more = '') => {
  const form = Buffer.from(`market=BTCUSDT&note=${note}`);
  const length = `Content-Length: ${form.length}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return `POST /web/echo HTTP/${version}\r\nHost: x\r\n${type}${length}${more}\r\n${form}`;
};

/** Sends requests together and reads one answer for each, by its length. */
function ask(to: Socket, ...requests: string[]): Promise<Written[]> {
  const answers: Written[] = [];
  let bytes = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const end = bytes.indexOf('\r\n\r\n') + 4;
        const head = bytes.toString('latin1', 0, end);
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
        if (end < 4 || bytes.length < end + length) return;
        answers.push({ head, body: bytes.toString('utf8', end, end + length) });
        bytes = bytes.subarray(end + length);
        if (answers.length < requests.length) continue;
        to.off('data', take).off('error', reject);
        resolve(answers);
      }
    };
    to.on('data', take).once('error', reject);
    to.write(requests.join(''));
  });
}

/** The head without the parts that differ between answers. */
const shapeOf = ({ head }: Written) =>
  head.replace(/content-length: \d+/, 'content-length: N').replace(/Date: [^\r]+/, 'Date: D');

const noteOf = ({ body }: Written) => JSON.parse(body).data.note;

describe('a written answer', () => {
  it('HTTP-027 has the head that Node makes, whichever code wrote it', async () => {
    // Node always writes texts beyond ASCII; of the others only the first of each second.
    const notes = ['caf%C3%A9', 'one', 'two', 'three', '%E2%82%AC'];
    const [node, ...rest] = await ask(socket, ...notes.map((note) => request(note)));
    for (const answer of rest) expect(shapeOf(answer)).toBe(shapeOf(node!));
    expect([node!, ...rest].map(noteOf)).toEqual(['café', 'one', 'two', 'three', '€']);
    expect(node!.head).toMatch(/\r\nDate: .+ GMT\r\nConnection: keep-alive\r\nKeep-Alive: /);
  });

  it('HTTP-027 gives the time of its own second', async () => {
    const dates = new Set<string>();
    while (dates.size < 2) {
      const before = Math.floor(Date.now() / 1000);
      const [answer] = await ask(socket, request('when'));
      const date = /Date: ([^\r]+)/.exec(answer!.head)?.[1] ?? '';
      dates.add(date);
      const stated = Date.parse(date) / 1000;
      expect(stated).toBeGreaterThanOrEqual(before - 1);
      expect(stated).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
    }
  });

  it('HTTP-027 closes the connection when the client asks for it, and only then', async () => {
    await ask(socket, request('kept'), request('kept'));
    const port = Number(new URL(bench.origin).port);
    const endings: [string, string][] = [
      ['1.1', 'Connection: close\r\n'],
      ['1.0', ''],
    ];
    for (const [version, more] of endings) {
      const other = connect(port, '127.0.0.1');
      const ended = new Promise((resolve) => other.once('end', resolve));
      const [last] = await ask(other, request('last', version, more));
      expect(last!.head).toContain('\r\nConnection: close\r\n');
      expect(noteOf(last!)).toBe('last');
      await ended;
    }
    expect((await ask(socket, request('again'))).map(noteOf)).toEqual(['again']);
  });
});
