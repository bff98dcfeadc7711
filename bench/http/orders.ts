import { spawn } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBenchServer } from '../server.ts';

/**
 * Order commands over HTTP: 64 keep-alive clients in a process of their own, the server with its
 * embedded database, all on the same cores. Every answer means durable. The limit beside it is a
 * bare node:http server that reads the same requests and answers with as many bytes at once.
 */
const HERE = path.dirname(fileURLToPath(import.meta.url));
const ANSWER_BYTES = 700;

function load(port: number, clients: string, seconds: string, kind: string): Promise<object> {
  return new Promise((resolve, reject) => {
    const script = path.join(HERE, 'load.ts');
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, String(port), clients, seconds, kind],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`the load ended with ${code}`)),
    );
  });
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
  const orders = await load(port, values.clients, values.seconds, 'orders');
  const limit = await bare(values.clients, values.seconds);
  console.log(
    JSON.stringify({ bench: 'http-orders', clients: Number(values.clients), orders, limit }),
  );
} finally {
  await server.stop();
}
