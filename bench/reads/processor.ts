import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chooseRunner } from '@assay/platform/db/binaries';
import { prepareLocation } from '@assay/platform/db/location';
import { runningPostmaster } from '@assay/platform/db/postmaster';
import type { BenchServer } from '../server.ts';

/** Ticks of a second in /proc, on every Linux of today. */
const TICKS = 100;

/** Reads the processor time, in ms, that a server and its database have used so far. */
export function processorOf({ pid, folder }: BenchServer): () => number {
  const { data } = prepareLocation(path.join(folder, 'postgres'), chooseRunner());
  const postmaster = runningPostmaster(data) ?? 0;
  return () => {
    const args = ['-o', 'pid=', '--ppid', String(postmaster)];
    const backends = execFileSync('ps', args, { encoding: 'utf8' }).split('\n').map(Number);
    return [pid, postmaster, ...backends].reduce((sum, one) => sum + usedMs(one), 0);
  };
}

/** 0 for a process that has ended. */
function usedMs(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (pid === 0 || !fs.existsSync(file)) return 0;
  const text = fs.readFileSync(file, 'utf8');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return ((Number(user) + Number(system)) * 1_000) / TICKS;
}
