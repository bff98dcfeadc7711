import fs from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { allFiles, readText } from './tree.ts';

const library = createRequire(import.meta.url).resolve('@mantine/core/styles.css');

/** The custom properties that are written `--name:` in a sheet, or set by code as `'--name'`. */
function definedIn(text: string): string[] {
  return [...text.matchAll(/(?:^|[\s{;'"])(--[\w-]+)(?:['"]|\s*:)/g)].map(([, name = '']) => name);
}

/** Those that a sheet uses without saying what holds where they are not defined. */
function usedIn(sheet: string): string[] {
  return [...sheet.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name = '']) => name);
}

describe('KIT-047 custom properties', () => {
  const files = allFiles('apps');
  const sheets = files.filter((file) => file.endsWith('.css'));

  test('each that a style sheet uses is defined', () => {
    const code = files.filter((file) => /\.(css|tsx?|html|mjs)$/.test(file)).map(readText);
    const defined = new Set([...code, fs.readFileSync(library, 'utf8')].flatMap(definedIn));
    const missing = sheets.flatMap((file) =>
      usedIn(readText(file))
        .filter((name) => !defined.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(sheets.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test('a name that was never defined is found', () => {
    const sheet = '.a { --tone: red; color: var(--tone); background: var(--surface-2) }';
    const defined = definedIn(sheet);
    expect(usedIn(sheet).filter((name) => !defined.includes(name))).toEqual(['--surface-2']);
  });
});
