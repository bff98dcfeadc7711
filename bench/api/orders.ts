import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runBundled } from '../bundle.ts';
import type { Kind } from '../orders/clients.ts';
import { runInProcess } from '../separate-process.ts';
import { startBenchServer } from '../server.ts';

/**
 * Orders by signed requests: 64 keep-alive clients in a process of their own, the server with its
 * embedded database, all on the same cores. Every answer means durable. The peers are the same
 * orders by our own calls on the same server, in turns, and the engine called directly, in process,
 * by as many senders that each wait for their answer.
 */
const HERE = path.dirname(fileURLToPath(import.meta.url));
const TURNS = 2;

function load(port: string, kind: Kind) {
  return runInProcess<object>('orders/load.ts', port, clients, seconds, kind);
}

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
  },
});
const { clients, seconds } = values;
if ((await runBundled(path.join(HERE, 'direct.ts'), [clients, seconds])) !== 0)
  process.exitCode = 1;
const server = await startBenchServer();
try {
  const { port } = new URL(server.address);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const api = await load(port, 'signed');
    const web = await load(port, 'calls');
    console.log(JSON.stringify({ bench: 'api-orders', clients: Number(clients), api, web }));
  }
} finally {
  await server.stop();
}
