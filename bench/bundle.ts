import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Inside the project, so that a bundle finds the packages. */
const OUT = path.join(ROOT, '.cache', 'bench');

/** A module finds its migrations beside itself, also those that are for tests and not built. */
const filesStayWhereTheyAre: Plugin = {
  name: 'files-stay-where-they-are',
  transform(code, file) {
    if (!code.includes('import.meta.url')) return;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
  },
};

/**
 * Runs a script as production runs the server: bundled by Rolldown, in plain Node. tsx wraps every
 * function to keep its name and compiles constants differently, so its figures would be those of
 * code that nobody runs. Resolves with the exit code.
 */
export async function runBundled(script: string, args: readonly string[] = []): Promise<number> {
  const file = path.join(OUT, `${path.basename(script, '.ts')}.${process.pid}.mjs`);
  try {
    await build({
      cwd: ROOT,
      input: script,
      platform: 'node',
      // Our own packages go into the bundle, all others remain in node_modules.
      external: (id) => /^[^./]/.test(id) && !id.startsWith('@assay/'),
      transform: { target: 'node20' },
      plugins: [filesStayWhereTheyAre],
      output: { file, format: 'esm', codeSplitting: false },
      logLevel: 'warn',
    });
    const { status, error } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' });
    if (error !== undefined) throw error;
    return status ?? 1;
  } finally {
    fs.rmSync(file, { force: true });
  }
}
