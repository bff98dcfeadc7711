import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { WebSocket, WebSocketServer } from 'ws';
import { Wire } from '../http/wire.ts';
import { runInProcess } from '../separate-process.ts';
import { startBenchServer } from '../server.ts';

/**
 * The trading API's sockets. First depth and trades of one market to many readers: the delay from
 * the time in an event, which is set after the commit when the event is sent, to its receipt; the
 * readers run in a process of their own on the same cores. The peer is a bare `ws` server that
 * broadcasts as many bytes as often to as many of the same readers. Then signed orders over 64
 * sockets, whose peer is the same load on REST (bench/api).
 */
interface Figures {
  readonly bytes: number;
  readonly perSecond: number;
  readonly [figure: string]: number;
}

const read = (...args: readonly string[]) =>
  runInProcess<Figures>('streams/api-reader.ts', ...args);

/** Trades back and forth in a virtual account every `everyMs`; returns a function that stops it. */
async function tradeEvery(port: number, everyMs: number): Promise<() => void> {
  const wire = await Wire.connect(port);
  const login = JSON.parse(await wire.post('/web/tempLogin', '', ''));
  let round = 0;
  let running = true;
  const loop = async () => {
    while (running) {
      const began = performance.now();
      round += 1;
      const side = round % 2 === 0 ? 'buy' : 'sell';
      const form = `market=BTCUSDT&side=${side}&type=market&quoteAmount=20`;
      const sale = round === 1 ? form.replace('sell', 'buy') : form;
      await wire.post('/web/placeOrder', login.data.token, `${sale}&cid=bench-${round}`);
      const left = everyMs - (performance.now() - began);
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
    wire.close();
  };
  void loop();
  return () => {
    running = false;
  };
}

async function bare(
  readers: string,
  seconds: string,
  bytes: number,
  everyMs: number,
): Promise<Figures> {
  const server = http.createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const filler = 'x'.repeat(Math.max(0, bytes - 40));
  const timer = setInterval(() => {
    const message = Buffer.from(JSON.stringify({ e: 'bare', E: Date.now(), data: filler }));
    for (const socket of sockets.clients) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message, { binary: false });
    }
  }, everyMs);
  const { port } = server.address() as AddressInfo;
  const figures = await read(String(port), '/', readers, seconds);
  clearInterval(timer);
  for (const socket of sockets.clients) socket.terminate();
  server.close();
  return figures;
}

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '2000,10000' },
    /** Events a second over all readers, whatever their number. */
    perSecond: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '64' },
  },
});
const { seconds, clients } = values;
const server = await startBenchServer();
try {
  const port = new URL(server.address).port;
  for (const readers of values.readers.split(',')) {
    const everyMs = Math.round((Number(readers) * 1_000) / Number(values.perSecond));
    const stop = await tradeEvery(Number(port), everyMs);
    for (const stream of ['btcusdt@depth@100ms', 'btcusdt@trade']) {
      const api = await read(port, `/demo/ws/${stream}`, readers, seconds);
      // As many as were received, because the market moves on its own, too.
      const often = (Number(readers) * 1_000) / Math.max(1, api.perSecond);
      const bareWs = await bare(readers, seconds, api.bytes, Math.round(often));
      console.log(JSON.stringify({ bench: 'api-streams', stream, everyMs, api, bareWs }));
    }
    stop();
  }
  const orders = await runInProcess<object>('orders/load.ts', port, clients, seconds, 'socket');
  console.log(JSON.stringify({ bench: 'api-socket-orders', clients: Number(clients), orders }));
} finally {
  await server.stop();
}
