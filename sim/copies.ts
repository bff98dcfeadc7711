import { parseArgs } from 'node:util';
import { createDice } from '@assay/core/testing/dice';
import { pause } from './kill9/child.ts';
import { Clients } from './kill9/clients.ts';
import { startCopy, WORKS, wrongIn } from './kill9/copied.ts';
import { ServerTarget } from './kill9/server-target.ts';

/**
 * Copies the folder of a server that works, file by file as people do it, and starts the copies:
 *   npx tsx sim/copies.ts [--copies 7] [--port 8240]
 * A copy does not start, or says that it does not work, or all of it is what its log makes. Prints
 * a line of JSON at the end. Ends with 1 when a copy works that `npm run verify` finds wrong.
 */
const { values } = parseArgs({
  options: {
    copies: { type: 'string', default: '7' },
    port: { type: 'string', default: '8240' },
  },
});
const CLIENTS = 6;
/** Longer than the checks of what runs need for all of so young a database. */
const WATCHED_MS = 30_000;
const dice = createDice(Number(values.copies));
const ends = new Map<string, number>();
const findings: string[] = [];
const target = new ServerTarget(Number(values.port));
const clients = new Clients(target);
try {
  await target.prepare();
  const sessions = await target.sessions(CLIENTS);
  clients.price = await target.price();
  clients.start(sessions);
  for (let i = 1; i <= Number(values.copies); i += 1) {
    await pause(dice.int(1_000, 4_000));
    const end = await copied(i);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    console.log(`copy ${i}: ${end}`);
  }
} finally {
  clients.closed = true;
  clients.abandoned = true;
  await target.clean();
}
console.log(JSON.stringify({ ends: Object.fromEntries(ends), findings }));
process.exit(findings.length > 0 ? 1 : 0);

/** What became of one copy. */
async function copied(i: number): Promise<string> {
  const { copy, end } = await startCopy(target.folder, Number(values.port) + 1, WATCHED_MS);
  try {
    if (end !== WORKS) return end;
    await copy.stop();
    const wrong = await wrongIn(copy.folder);
    if (wrong !== null) findings.push(`copy ${i} works and is wrong: ${wrong}`);
    return end;
  } finally {
    await copy.clean();
  }
}
