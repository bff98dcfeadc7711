import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../tree.ts';
import { ServerTarget } from './server-target.ts';

const run = promisify(execFile);

export const WORKS = 'works';

/** A server on a copy of the folder, and what it says after this long; who asks cleans it. */
export async function startCopy(from: string, port: number, watchedMs: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-copy-'));
  // Files come and go meanwhile, which is what is wrong with such a copy.
  await run('cp', ['-a', `${from}/.`, folder]).catch(() => undefined);
  const copy = new ServerTarget(port, folder);
  return { copy, end: await copy.endAfter(watchedMs) };
}

/** What `npm run verify` finds in the database of a folder whose server is stopped, or null. */
export async function wrongIn(folder: string): Promise<string | null> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const verify = [path.join(root, 'tools/verify.mjs')];
  return run(process.execPath, verify, { env }).then(
    () => null,
    ({ stdout, message }) => String(stdout).slice(-500) || String(message),
  );
}
