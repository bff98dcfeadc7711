import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** WCAG 2.2 level A and AA, as axe can check them. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong on the page as it stands: one line for each place. */
export async function violationsOf(page: Page): Promise<string[]> {
  // One frame, and nothing wanted but violations: several times faster than the usual way.
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
