import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** WCAG 2.2 levels A and AA, as far as axe can check them. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The violations that axe finds on the page now: one line for each element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The page has one frame, and only violations are needed: this mode is several times faster.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await builder
    .options({ resultTypes: ['violations'], runOnly: LEVELS })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim();
      return `${new URL(page.url()).pathname} ${id}: ${html.slice(0, 300)}: ${why}`;
    }),
  );
}
