import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { root } from '../tree.ts';
import type { Bug } from './bugs.ts';

const folder = path.join(root, '.cache', 'sim');

type World = typeof import('../world.ts');

/** The simulator with everything it simulates, with the bug in it. Throws when it does not fit. */
export async function loadWith(bug: Bug): Promise<World> {
  const file = await bundle('sim/world.ts', bug);
  try {
    return (await import(pathToFileURL(file).href)) as World;
  } finally {
    fs.rmSync(file);
  }
}

/** One file with all of ours that `entry` needs, and the bug if any; the caller removes it. */
export async function bundle(entry: string, bug: Bug | null): Promise<string> {
  const name = `${path.basename(entry, '.ts')} ${bug?.name ?? ''}`.trim().replaceAll(' ', '-');
  const file = path.join(folder, `${name}-${process.pid}.mjs`);
  await build({
    cwd: root,
    input: entry,
    platform: 'node',
    transform: { target: 'node20' },
    plugins: [...(bug === null ? [] : [edits(bug)]), packagesStayOutside, filesStayWhereTheyAre],
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
  return file;
}

function edits(bug: Bug): Plugin {
  const texts = new Map<string, string>();
  for (const { file, from, to } of bug.edits) {
    const text = texts.get(file) ?? fs.readFileSync(path.join(root, file), 'utf8');
    const parts = text.split(from);
    if (parts.length !== 2) {
      throw new Error(`${bug.name}: its text is ${parts.length - 1} times in ${file}: ${from}`);
    }
    texts.set(file, parts.join(to));
  }
  return {
    name: 'edits',
    load(file) {
      return texts.get(path.relative(root, file).replaceAll(path.sep, '/'));
    },
  };
}

/** Modules find their migrations beside themselves, in one bundle too. */
const filesStayWhereTheyAre: Plugin = {
  name: 'files-stay-where-they-are',
  transform(code, file) {
    if (!code.includes('import.meta.url')) return;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
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
