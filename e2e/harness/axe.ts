import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isNone, lasting } from './eventually.ts';

const require = createRequire(import.meta.url);
/** The short form: a page reads it in half the time, and most journeys have it read many times. */
const SOURCE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 levels A and AA, as far as axe can check them. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Only violations, and of these the element itself: the way to each takes half of the time. */
const OPTIONS = {
  ...{ resultTypes: ['violations'], runOnly: LEVELS },
  ...{ selectors: false, elementRef: true },
};

/** A target that an open dialog covers in part is not too small: it is not used then. */
const NOT_COVERED = `({ id, nodes }) => {
  const over = [...document.querySelectorAll('[role=dialog], [role=menu]')]
    .filter((one) => one.checkVisibility());
  const usable = ({ element }) => over.length === 0 || over.some((one) => one.contains(element));
  return {
    id,
    nodes: nodes
      .filter((node) => id !== 'target-size' || usable(node))
      .map(({ html, failureSummary }) => ({ html, failureSummary })),
  };
}`;

/** A text that is still fading in has less contrast than it will have. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
  .map((one) => one.finished.catch(() => null))).then(() => true)`;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The violations that axe finds on the page: one line for each element. */
export function violationsOf(page: Page): Promise<string[]> {
  return lasting(() => violationsNow(page), isNone);
}

async function violationsNow(page: Page): Promise<string[]> {
  // It stays in a page until that is left; to read it takes about as long as to check.
  if (await page.evaluate('!window.axe')) await page.evaluate(SOURCE);
  await Promise.race([page.evaluate(SETTLED).catch(() => undefined), page.waitForTimeout(2_000)]);
  const run = `axe.run(document, ${JSON.stringify(OPTIONS)})
    .then(({ violations }) => violations.map(${NOT_COVERED}))`;
  const violations = (await page.evaluate(run)) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim();
      return `${new URL(page.url()).pathname} ${id}: ${html.slice(0, 300)}: ${why}`;
    }),
  );
}
