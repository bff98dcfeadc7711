import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
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
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [...(bug === null ? [] : [edits(bug)]), packagesStayOutside],
  });
  return file;
}

function edits(bug: Bug): Plugin {
  const texts = new Map<string, string>();
  for (const { file, from, to } of bug.edits) {
    const text = texts.get(file) ?? fs.readFileSync(path.join(root, file), 'utf8');
    const parts = text.split(from);
    if (parts.length !== 2) {
      throw new Error(`${bug.name}: its words stand ${parts.length - 1} times in ${file}: ${from}`);
    }
    texts.set(file, parts.join(to));
  }
  return {
    name: 'edits',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const contents = texts.get(path.relative(root, file).replaceAll(path.sep, '/'));
        return contents === undefined ? null : { contents, loader: 'ts' };
      });
    },
  };
}

/** Our own packages go into the bundle; the others stay where npm put them. */
const packagesStayOutside: Plugin = {
  name: 'packages-stay-outside',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.pluginData === 'asked' || args.kind === 'entry-point') return undefined;
      if (args.path.startsWith('@assay/') || args.path.startsWith('node:')) return undefined;
      const { importer, resolveDir, kind } = args;
      const asked = { importer, resolveDir, kind, pluginData: 'asked' };
      const found = await builder.resolve(args.path, asked);
      const outside = path.isAbsolute(found.path) ? pathToFileURL(found.path).href : found.path;
      return { path: outside, external: true };
    });
  },
};
