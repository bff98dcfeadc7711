import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Kind } from '../orders/clients.ts';
import { runInProcess } from '../separate-process.ts';
import { startBenchServer } from '../server.ts';

/**
 * Order commands over HTTP: 64 keep-alive clients in a process of their own, the server with its
 * embedded database, all on the same cores. Every answer means durable. The limit is a bare
 * node:http server that reads the same requests and immediately answers with as many bytes.
 */
const ANSWER_BYTES = 700;

function load(port: number, clients: string, seconds: string, kind: Kind | 'bare') {
  return runInProcess<object>('orders/load.ts', String(port), clients, seconds, kind);
}

async function bare(clients: string, seconds: string): Promise<object> {
  const body = JSON.stringify({ code: 0, data: { filler: 'x'.repeat(ANSWER_BYTES) } });
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('Content-Length', Buffer.byteLength(body));
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const figures = await load((server.address() as AddressInfo).port, clients, seconds, 'bare');
  server.closeAllConnections();
  server.close();
  return figures;
}

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
  },
});
const server = await startBenchServer();
try {
  const port = Number(new URL(server.address).port);
  const orders = await load(port, values.clients, values.seconds, 'calls');
  const limit = await bare(values.clients, values.seconds);
  console.log(
    JSON.stringify({ bench: 'http-orders', clients: Number(values.clients), orders, limit }),
  );
} finally {
  await server.stop();
}
