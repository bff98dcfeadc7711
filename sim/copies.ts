import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createDice } from '@assay/core/testing/dice';
import { pause } from './kill9/child.ts';
import { Clients } from './kill9/clients.ts';
import { ServerTarget } from './kill9/server-target.ts';
import { root } from './tree.ts';

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
const run = promisify(execFile);
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
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-copy-'));
  // Files come and go meanwhile, which is what is wrong with such a copy.
  await run('cp', ['-a', `${target.folder}/.`, folder]).catch(() => undefined);
  const copy = new ServerTarget(Number(values.port) + 1, folder);
  try {
    const end = await copy.endAfter(WATCHED_MS);
    if (end !== 'works') return end;
    await copy.stop();
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
    const verify = [path.join(root, 'tools/verify.mjs')];
    await run(process.execPath, verify, { env }).catch(({ stdout }) => {
      findings.push(`copy ${i} works and is wrong: ${String(stdout).slice(-500)}`);
    });
    return end;
  } finally {
    await copy.clean();
  }
}
