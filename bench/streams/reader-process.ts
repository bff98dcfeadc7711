import { WebSocket } from 'ws';
import { quantile } from '../http/wire.ts';

/** Many readers of one book. Arguments: address, readers, seconds. Prints a JSON line. */
const [, , address, readersText, secondsText] = process.argv;
const readers = Number(readersText);
const seconds = Number(secondsText);
const AT_ONCE = 100;

interface Message {
  readonly channel?: string;
  readonly kind?: string;
  readonly n: number;
  readonly at: number;
}

const delays: number[] = [];
let gaps = 0;
let bytes = 0;
let measuring = false;

function open(): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address as string, { perMessageDeflate: false });
    let last = -1;
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ op: 'subscribe', channel: 'book.BTCUSDT' }));
      resolve(socket);
    });
    socket.on('message', (data) => {
      const received = Date.now();
      const text = data.toString();
      const message = JSON.parse(text) as Message;
      if (message.channel === undefined) return;
      if (message.kind === 'delta' && last >= 0 && message.n !== last + 1) gaps += 1;
      last = message.n;
      if (!measuring || message.kind !== 'delta') return;
      delays.push(received - message.at);
      bytes += text.length;
    });
  });
}

const sockets: WebSocket[] = [];
for (let i = 0; i < readers; i += AT_ONCE) {
  const batch = Array.from({ length: Math.min(AT_ONCE, readers - i) }, open);
  sockets.push(...(await Promise.all(batch)));
}
await new Promise((resolve) => setTimeout(resolve, 1_000));
measuring = true;
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
for (const socket of sockets) socket.terminate();
const sorted = Float64Array.from(delays).sort();
console.log(
  JSON.stringify({
    readers,
    messages: delays.length,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    gaps,
    bytes: Math.round(bytes / Math.max(1, delays.length)),
  }),
);
process.exit(0);
