import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** The files that .gitignore excludes; listed here because a copy of the tree may have no git. */
const notOurs = /(^|\/)(node_modules|dist|\.cache|test-results|\.git)$|^(data|\.data|coverage)$/;

/** All files of the repository, with forward slashes, from the root. */
export function allFiles(folder = ''): string[] {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notOurs.test(path.posix.join(folder, name)) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return allFiles(name);
      return entry.isFile() ? [name] : [];
    })
    .sort();
}

export function readText(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

export const isTest = (file: string): boolean =>
  /\.(test|suite)\.tsx?$|(^|\/)testing\/|^(e2e|sim|bench)\//.test(file);
