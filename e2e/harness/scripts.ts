import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { ROOT } from './bundle.ts';

/** The kB, by gzip, of all scripts that this page has loaded until now. */
export async function scriptsKb(page: Page): Promise<number> {
  const names = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  );
  const scripts = new Set(names.filter((name) => /^\/assets\/.*\.js$/.test(name)));
  if (scripts.size === 0) throw new Error(`${page.url()} has loaded no script`);
  return [...scripts].reduce((all, name) => {
    const body = fs.readFileSync(path.join(ROOT, 'dist/web', name));
    return all + gzipSync(body, { level: 9 }).length / 1000;
  }, 0);
}
