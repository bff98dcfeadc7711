import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Beside the built server, whose migrations a bundle finds where the server's own does. */
const OUT = path.join(ROOT, 'dist', 'server');
/** Our own packages go into the bundle, all others stay in node_modules. */
const OURS = ['core', 'platform', 'modules'];

/**
 * Runs a script as production runs the server: bundled by esbuild, in plain Node. Under tsx every
 * function is wrapped to keep its name, and constants are compiled otherwise: other figures, of
 * code that nobody runs. Answers how the process ended.
 */
export function runBundled(script: string, args: readonly string[] = []): number {
  const bundle = path.join(OUT, `${path.basename(script, '.ts')}.${process.pid}.mjs`);
  try {
    const built = run(path.join(ROOT, 'node_modules/.bin/esbuild'), [
      script,
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--target=node20',
      '--log-level=warning',
      '--packages=external',
      ...OURS.map((name) => `--alias:@assay/${name}=${path.join(ROOT, name)}`),
      `--outfile=${bundle}`,
    ]);
    return built !== 0 ? built : run(process.execPath, [bundle, ...args]);
  } finally {
    fs.rmSync(bundle, { force: true });
  }
}

function run(command: string, args: readonly string[]): number {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}
