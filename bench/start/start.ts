import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { openDatabase } from '@assay/platform/db/database';
import { cleanAtExit } from '../leftovers.ts';
import { fillState } from './state.ts';

/**
 * The time until an engine accepts commands, with a million accounts, a hundred thousand open
 * orders and a million command ids, and the memory that it then uses. The limit is a bare cursor
 * that reads the same rows and discards them: the share of the driver and the database. Both run in
 * fresh processes, in turns; the best of each counts.
 */
const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '100000' },
    ids: { type: 'string', default: '1000000' },
    turns: { type: 'string', default: '3' },
  },
});

interface Load {
  readonly ms: number;
  readonly cpuMs: number;
  /** How long an audit of everything in memory delays commands. */
  readonly auditMs?: number;
  readonly usedMiB?: number;
  readonly rssMiB?: number;
}

const script = path.join(import.meta.dirname, 'load.ts');

/** Runs asynchronously, so that signals are handled; without its database the process ends too. */
async function load(mode: 'engine' | 'raw', url: string): Promise<Load> {
  const args = ['--expose-gc', '--import', 'tsx', script, mode, url];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Load;
}

const size = {
  accounts: Number(values.accounts),
  orders: Number(values.orders),
  ids: Number(values.ids),
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
fs.chmodSync(folder, 0o755);
cleanAtExit({ folder, database: folder });
const db = await openDatabase({ folder });
try {
  await fillState(db, size);
  const engines: Load[] = [];
  const raws: Load[] = [];
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    raws.push(await load('raw', db.url));
    engines.push(await load('engine', db.url));
  }
  const best = (loads: readonly Load[]) => loads.reduce((a, b) => (b.ms < a.ms ? b : a));
  const [engine, raw] = [best(engines), best(raws)];
  const figures = {
    bench: 'start',
    ...size,
    engineMs: Math.round(engine.ms),
    rawMs: Math.round(raw.ms),
    share: Number((raw.ms / engine.ms).toFixed(3)),
    engineCpuMs: engine.cpuMs,
    rawCpuMs: raw.cpuMs,
    auditMs: engine.auditMs,
    usedMiB: engine.usedMiB,
    rssMiB: engine.rssMiB,
  };
  console.log(JSON.stringify(figures));
} finally {
  await db.close();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
