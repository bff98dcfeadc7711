import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { runFolderVariable } from './database.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The script of a program of ours, for plain Node: one file, made once in a test run. The loader
 * that compiles sources takes several times as long for each process as this does once.
 */
export async function scriptOf(entry: string): Promise<string> {
  const folder = process.env[runFolderVariable];
  if (folder === undefined) throw new Error('only a test run has a folder for scripts');
  const file = path.join(folder, 'scripts', `${entry.replaceAll('/', '-')}.mjs`);
  if (fs.existsSync(file)) return file;
  const draft = `${file}.${process.pid}`;
  await writeBundle(entry, draft);
  fs.renameSync(draft, file);
  return file;
}

/** Writes one file with all of ours that `entry`, by its path from the root, needs. */
export async function writeBundle(
  entry: string,
  file: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  await build({
    cwd: ROOT,
    input: entry,
    platform: 'node',
    transform: { target: 'node20' },
    plugins: [...plugins, packagesStayOutside, filesStayWhereTheyAre],
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
}

/** In parts, because this file is itself in the bundle of a program that bundles others. */
const META = ['import', 'meta', ''].join('.');

/** Modules find their migrations beside themselves, in one bundle too. */
const filesStayWhereTheyAre: Plugin = {
  name: 'files-stay-where-they-are',
  transform(code, file) {
    if (!code.includes(META)) return;
    return code
      .replaceAll(`${META}url`, JSON.stringify(pathToFileURL(file).href))
      .replaceAll(`${META}dirname`, JSON.stringify(path.dirname(file)));
  },
};

/** Our own packages go into the bundle; the others stay where npm put them. */
const packagesStayOutside: Plugin = {
  name: 'packages-stay-outside',
  async resolveId(source, importer) {
    const isOurs = /^[./]/.test(source) || source.startsWith('@assay/');
    // The entry itself has no importer.
    if (isOurs || importer === undefined || source.startsWith('node:')) return;
    const found = await this.resolve(source, importer, { skipSelf: true });
    if (found === null) return;
    const id = path.isAbsolute(found.id) ? pathToFileURL(found.id).href : found.id;
    return { id, external: true };
  },
};
