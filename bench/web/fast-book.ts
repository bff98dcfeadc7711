import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDice } from '@assay/core/testing/dice';
import type { BookDelta, BookSnapshot } from '@assay/modules/orders/schema';
import { WebSocket, WebSocketServer } from 'ws';

const CHANGES = 8;
/** Changes concern only levels that are visible. */
const VISIBLE = 20;

interface Message {
  channel?: string;
  kind?: 'snapshot' | 'delta';
  n?: number;
  at?: number;
  data?: unknown;
}

/**
 * A proxy between a page and its server that forwards everything, but publishes the book of one
 * market `perSecond` times a second with eight level changes each, faster than the server ever
 * does. It shows the load that the page alone can bear.
 */
export async function startFastBook(target: string, channel: string, perSecond: number) {
  const server = http.createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const outbound = http.request(new URL(incoming.url ?? '/', target), { method, headers });
    outbound.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outbound.on('error', () => outgoing.destroy());
    incoming.pipe(outbound);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (page, request) => {
    // A browser may send no cookie, and an undefined header must not be forwarded.
    const received = ['host', 'origin', 'cookie'].map((name) => [name, request.headers[name]]);
    const headers = Object.fromEntries(received.filter(([, value]) => value !== undefined));
    const real = new WebSocket(target.replace('http', 'ws') + request.url, { headers });
    const early: string[] = [];
    page.on('message', (data) => {
      if (real.readyState === WebSocket.OPEN) real.send(String(data));
      else early.push(String(data));
    });
    real.on('open', () => {
      for (const text of early) real.send(text);
    });
    const end = relay(real, page, channel, perSecond);
    page.on('close', () => {
      end();
      real.close();
    });
    real.on('close', () => page.close());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Forwards the server's messages, with its own deltas in place of the book's. */
function relay(real: WebSocket, page: WebSocket, channel: string, perSecond: number): () => void {
  const dice = createDice(7);
  let book: BookSnapshot | null = null;
  let n = 0;
  const timer = setInterval(() => {
    if (book === null || page.readyState !== WebSocket.OPEN) return;
    const { bids, asks } = book;
    n += 1;
    const levels = Array.from({ length: CHANGES }, (_, i): BookDelta['levels'][number] => {
      const [price] = dice.pick((i % 2 === 0 ? bids : asks).slice(0, VISIBLE));
      return [i % 2 === 0 ? 0 : 1, price, (dice.int(2_000, 22_000) / 1e5).toFixed(5), '0'];
    });
    const message = { channel, kind: 'delta', n, at: Date.now(), data: { levels } };
    page.send(JSON.stringify(message));
  }, 1000 / perSecond);
  real.on('message', (data) => {
    const text = String(data);
    const message = JSON.parse(text) as Message;
    if (message.channel === channel) {
      if (message.kind === 'delta') return;
      book = message.data as BookSnapshot;
      n = message.n ?? 0;
    }
    page.send(text);
  });
  return () => clearInterval(timer);
}
