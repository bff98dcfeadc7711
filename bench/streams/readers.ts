import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { WebSocket, WebSocketServer } from 'ws';
import { runInProcess } from '../separate-process.ts';
import { startBenchServer } from '../server.ts';

/**
 * Readers of one order book: the delay from the publication of a delta (`at` in the message) to its
 * receipt, with the readers in a process of their own on the same cores. The peer is a bare `ws`
 * server that broadcasts messages of the same size as often to as many readers.
 */
const BARE_EVERY_MS = 100;

interface Figures {
  readonly readers: number;
  readonly messages: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly gaps: number;
  readonly bytes: number;
}

const read = (...args: readonly string[]) =>
  runInProcess<Figures>('streams/reader-process.ts', ...args);

async function bare(readers: string, seconds: string, bytes: number): Promise<Figures> {
  const server = http.createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let n = 0;
  const filler = 'x'.repeat(Math.max(0, bytes - 90));
  const timer = setInterval(() => {
    n += 1;
    const head = { channel: 'book.BTCUSDT', kind: 'delta', n, at: Date.now() };
    const message = JSON.stringify({ ...head, data: filler });
    for (const socket of sockets.clients) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    }
  }, BARE_EVERY_MS);
  const { port } = server.address() as AddressInfo;
  const figures = await read(`ws://127.0.0.1:${port}/`, readers, seconds);
  clearInterval(timer);
  for (const socket of sockets.clients) socket.terminate();
  server.close();
  return figures;
}

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '10' },
  },
});
const server = await startBenchServer();
try {
  const url = `${server.address.replace('http', 'ws')}/web/stream`;
  const book = await read(url, values.readers, values.seconds);
  const peer = await bare(values.readers, values.seconds, book.bytes);
  console.log(JSON.stringify({ bench: 'stream-readers', book, bareWs: peer }));
} finally {
  await server.stop();
}
