import net from 'node:net';
import { quantile } from '../http/wire.ts';

/**
 * Many readers of one stream of the trading API, each on a socket of its own. They are as cheap as
 * possible, because they share the cores with the server. Arguments: port, path, readers, seconds.
 * Prints a JSON line.
 */
const [, , portText, path, readersText, secondsText] = process.argv;
const port = Number(portText);
const readers = Number(readersText);
const seconds = Number(secondsText);
const AT_ONCE = 100;
const PING = 0x89;
/** Masked with zeros, which leave the payload unchanged. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const delays: number[] = [];
let gaps = 0;
let bytes = 0;
let closed = 0;
let measuring = false;

/** Parses frames from the incoming bytes; a frame may come in pieces. */
class Reader {
  readonly #socket: net.Socket;
  #rest: Buffer | null = null;
  #opened: (() => void) | null = null;
  #last = 0;

  static open(): Promise<Reader> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      const reader = new Reader(socket);
      reader.#opened = () => resolve(reader);
    });
  }

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    );
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('close', () => {
      closed += 1;
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    let data = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = null;
    if (this.#opened !== null) {
      const end = data.indexOf('\r\n\r\n');
      if (end === -1 || !data.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
        throw new Error(`no handshake: ${data.toString('latin1', 0, 100)}`);
      }
      data = data.subarray(end + 4);
      this.#opened();
      this.#opened = null;
    }
    const now = performance.timeOrigin + performance.now();
    let at = 0;
    while (at + 2 <= data.length) {
      const short = data[at + 1]! & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (at + head > data.length) break;
      const length =
        head === 2
          ? short
          : head === 4
            ? data.readUInt16BE(at + 2)
            : Number(data.readBigUInt64BE(at + 2));
      if (at + head + length > data.length) break;
      if (data[at] === PING) this.#socket.write(PONG);
      else this.#receive(data.toString('latin1', at + head, at + head + length), now);
      at += head + length;
    }
    if (at < data.length) this.#rest = data.subarray(at);
  }

  #receive(text: string, now: number): void {
    const sent = numberAfter(text, '"E":');
    if (sent === 0) return;
    const first = numberAfter(text, '"U":');
    if (first > 0) {
      if (this.#last > 0 && first !== this.#last + 1) gaps += 1;
      this.#last = numberAfter(text, '"u":');
    }
    if (!measuring) return;
    delays.push(now - sent);
    bytes += text.length;
  }
}

function numberAfter(text: string, name: string): number {
  const at = text.indexOf(name);
  return at === -1 ? 0 : Number.parseInt(text.slice(at + name.length, at + name.length + 16), 10);
}

const all: Reader[] = [];
for (let i = 0; i < readers; i += AT_ONCE) {
  const some = Array.from({ length: Math.min(AT_ONCE, readers - i) }, () => Reader.open());
  all.push(...(await Promise.all(some)));
}
await new Promise((resolve) => setTimeout(resolve, 2_000));
measuring = true;
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
const left = closed;
for (const reader of all) reader.end();
const sorted = Float64Array.from(delays).sort();
console.log(
  JSON.stringify({
    readers,
    perSecond: Math.round(delays.length / seconds),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    gaps,
    closed: left,
    bytes: Math.round(bytes / Math.max(1, delays.length)),
  }),
);
process.exit(0);
