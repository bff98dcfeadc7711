import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** Runs in the page, so it is handed over as text. */
const file = new URL('./measure.page.mjs', import.meta.url);
const measure = fs.readFileSync(file, 'utf8').split('export default ').at(-1);

/**
 * What is wrong with the layout of the page now, a line each: content that is wider than its place,
 * text that is cut off, parts that do not begin at the edge that they share, parts one on another,
 * figures of a column that do not end below each other.
 *
 * Parts say what they are: `data-kit="content"`, "form", "field", "table".
 */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(${measure})()`);
}
