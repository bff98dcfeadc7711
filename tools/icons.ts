/**
 * Copies drawings of the Tabler set to `apps/kit/icons`, a file each, so that a screen is sent only
 * its own. Decision 0137.
 *   npx tsx tools/icons.ts [NAME …]   writes the files again, with those of these names as well
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { icons as set } from '@iconify-json/tabler';
import { root } from './tree.ts';

const folder = path.join(root, 'apps/kit/icons');

/** The names of the drawings that are here, as the set has them. */
export function iconNames(): string[] {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return files.map((file) => path.basename(file, '.ts'));
}

/** Of the formatter. */
const LINE = 100;

const LINES =
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" ' +
  'stroke-width="2"';

/** What each file must contain. */
export function iconFiles(names: readonly string[]): { file: string; text: string }[] {
  return [...names].sort().map((name) => ({
    file: path.join(folder, `${name}.ts`),
    text: drawingText(name),
  }));
}

function componentOf(name: string): string {
  const words = name.split('-').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
  return `Icon${words.join('')}`;
}

function drawingText(name: string): string {
  const body = set.icons[name]?.body;
  if (body === undefined) throw new Error(`the set has no drawing ${name}`);
  if (/<(?!\/g|g|path)/.test(body)) throw new Error(`${name} is not made of paths`);
  // A dot that is filled as well is smaller than the line around it.
  const form = body.includes(LINES) ? 'outline' : 'filled';
  const paths = [...body.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, path]) => absolute(path!));
  const made = `export const ${componentOf(name)} = /* @__PURE__ */ ${form}(`;
  const argument = `'${paths.join('')}'`;
  const short = `${made}${argument});`;
  const line = short.length <= LINE ? short : `${made}\n  ${argument},\n);`;
  return `import { ${form} } from '../display/icon.tsx';\n\n${line}\n`;
}

/** A path behind another one begins where the drawing does, and not where that one ended. */
function absolute(path: string): string {
  return path.replace(/^m(-?[\d.]+[ -][\d.]+)(?=[a-zA-Z])/, 'M$1');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = new Set([...iconNames(), ...process.argv.slice(2)]);
  for (const { file, text } of iconFiles([...wanted])) fs.writeFileSync(file, text);
}
