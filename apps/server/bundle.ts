import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Site } from '@assay/platform/http/site';

/** What the build has left beside the running code. */

const here = path.dirname(fileURLToPath(import.meta.url));
export const isBundled = path.basename(path.dirname(here)) === 'dist';

/**
 * The folder dist/ of the bundle. From the source tree (tests, tsx) it is the repository's, if it
 * has been built.
 */
function distFolder(): string {
  return isBundled ? path.dirname(here) : path.resolve(here, '../../dist');
}

/**
 * The hash of all source files of the bundle, which the build writes beside it; undefined without a
 * bundle.
 */
export function builtFrom(): string | undefined {
  const file = path.join(here, '.inputs');
  return isBundled && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** The process that pays out, which a trial starts itself; null where it has not been built. */
export function signerProgram(): string | null {
  const file = path.join(distFolder(), 'signer', 'main.js');
  return fs.existsSync(file) ? file : null;
}

export function builtSites(): Site[] {
  const sites = [
    { prefix: '/', folder: path.join(distFolder(), 'web') },
    { prefix: '/console/', folder: path.join(distFolder(), 'console') },
  ];
  return sites
    .filter(({ folder }) => fs.existsSync(path.join(folder, 'index.html')))
    .map((site) => ({ ...site, pages: pagesOf(site.folder) }));
}

/** The pages that the build has written for single addresses. */
function pagesOf(folder: string): Record<string, string> {
  const file = path.join(folder, '.pages.json');
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}

/** The languages in which the web app has every text, which the build counts in its catalogues. */
export function completeCatalogues(): string[] {
  const file = path.join(distFolder(), 'web', '.languages');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(',') : ['en'];
}

/** The number of the chart's tools, which the build counts in the web app's list. */
export function countedTools(): number {
  const file = path.join(distFolder(), 'web', '.tools');
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : 0;
}
