import { bareClient, type Kind, openClient } from './clients.ts';
import { measure } from './rounds.ts';

/**
 * The clients of the order benches, in a process of their own. Arguments: port, clients, seconds,
 * and the way of sending (clients.ts), or `bare` for a server that only answers. Prints a JSON
 * line.
 */
const [, , portText, clientsText, secondsText, kind] = process.argv;
const port = Number(portText);

/** Processor time of all threads of the server, without its database. */
async function serverCpuMicros(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1e6;
}

const clients = [];
for (let i = 0; i < Number(clientsText); i += 1) {
  clients.push(await (kind === 'bare' ? bareClient(port) : openClient(kind as Kind, port, i)));
}
const cpu = kind === 'bare' ? () => 0 : serverCpuMicros;
const { cpuMicros, refused, ...figures } = await measure(clients, Number(secondsText), cpu);
const server = kind === 'bare' ? {} : { serverCpuMicros: cpuMicros, refused };
console.log(JSON.stringify({ ...figures, ...server }));
process.exit(0);
