import { bareDesk, type Kind, openDesk } from './desks.ts';
import { measure } from './rounds.ts';

/**
 * The clients of the order benches, in a process of their own. Arguments: port, clients, seconds,
 * and how they send (desks.ts), or `bare` for a server that only answers. One JSON line comes out.
 */
const [, , portText, clientsText, secondsText, kind] = process.argv;
const port = Number(portText);

/** All threads of the server, without its database. */
async function serverCpuMicros(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1e6;
}

const desks = [];
for (let i = 0; i < Number(clientsText); i += 1) {
  desks.push(await (kind === 'bare' ? bareDesk(port) : openDesk(kind as Kind, port, i)));
}
const cpu = kind === 'bare' ? () => 0 : serverCpuMicros;
const { cpuMicros, refused, ...figures } = await measure(desks, Number(secondsText), cpu);
const server = kind === 'bare' ? {} : { serverCpuMicros: cpuMicros, refused };
console.log(JSON.stringify({ ...figures, ...server }));
process.exit(0);
