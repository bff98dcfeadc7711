import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Bundles the server of e2e/`name` (`server.ts`, and `checker.ts` for its check) into a folder of
 * dist with the shipped migrations; returns the folder. `as`: for a second file of journeys on it.
 */
export async function bundleServer(name: string, as = name): Promise<string> {
  const folder = path.join(ROOT, `dist/${as}-server`);
  const bundle = (entry: string, file: string) =>
    run(ROOT, 'tools/bundle.mjs', `e2e/${name}/${entry}`, path.join(folder, file));
  await Promise.all([bundle('server.ts', 'main.js'), bundle('checker.ts', 'checker.js')]);
  const migrations = path.join(ROOT, 'dist/server/migrations');
  fs.cpSync(migrations, path.join(folder, 'migrations'), { recursive: true });
  return folder;
}

/** Runs a script of Node to its end. */
export function run(cwd: string, ...script: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, script, { cwd, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${script[0]} ended with ${code}`)),
    );
  });
}
