import fs from 'node:fs';
import path from 'node:path';

/**
 * The root of the repository: the nearest folder above this file that holds the whole workspace.
 */
export const root = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  const file = path.join(folder, 'package.json');
  if (fs.existsSync(file) && 'workspaces' in JSON.parse(fs.readFileSync(file, 'utf8'))) {
    return folder;
  }
  const above = path.dirname(folder);
  if (above === folder) throw new Error('the root of the repository was not found');
  return findRoot(above);
}
