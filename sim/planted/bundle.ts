import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeBundle } from '@assay/platform/testing/bundle';
import type { Plugin } from 'rolldown';
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
  await writeBundle(entry, file, bug === null ? [] : [edits(bug)]);
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
