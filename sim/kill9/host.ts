import net from 'node:net';
import readline from 'node:readline';
import { systemClock } from '@assay/platform/clock';
import { connectDatabase } from '@assay/platform/db/database';
import type { Command } from '@assay/platform/engine/command';
import { silentLog } from '@assay/platform/log';
import { createEngine } from '../../apps/server/realm.ts';
import { partsNamed, realmParts } from '../parts/parts.ts';
import type { Followed } from './load.ts';

/**
 * An engine and nothing else: it takes commands as lines of JSON on a socket of this machine, and
 * answers each with its reply, or with the name of the error. It starts three times as fast as the
 * server, so a campaign against it comes to more kills. Prints its port when it takes commands.
 */
const [, , url = '', ownerUrl = '', parts = ''] = process.argv;
const db = connectDatabase(url, { ownerUrl, poolSize: 1 });
const names = parts.split(',').filter((name) => name !== '');
const engine = createEngine({
  realm: 'demo',
  db,
  clock: systemClock,
  log: silentLog,
  // Every other start is one of another build: its engine may be killed while it upgrades.
  build: `build ${process.pid % 2}`,
  parts: realmParts(partsNamed(names)),
});

interface Line {
  readonly n: number;
  readonly command: Command | null;
}

/** How far the ticks of the index are followed, for the feed, which lives elsewhere. */
function followed(): Followed {
  const { open, ticks } = engine.machines.options;
  return { isFollowed: open.isFollowed('BTC-USDT'), n: ticks.last('BTC-USDT').n };
}

async function answer({ n, command }: Line): Promise<object> {
  if (command === null) return { n, followed: followed() };
  try {
    return { n, reply: await engine.submitAny(command) };
  } catch (error) {
    return { n, error: (error as Error).name };
  }
}

await engine.start();
const server = net.createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.setNoDelay(true);
  const lines = readline.createInterface({ input: socket });
  lines.on('error', () => socket.destroy());
  lines.on('line', (text) => {
    void answer(JSON.parse(text) as Line).then((out) => socket.write(`${JSON.stringify(out)}\n`));
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready ${(server.address() as net.AddressInfo).port}`);
});
process.on('SIGTERM', () => {
  void engine.stop().then(() => process.exit(0));
});
