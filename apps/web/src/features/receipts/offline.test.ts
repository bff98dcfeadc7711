import { expect, it } from 'vitest';
import { offlinePage } from './offline.ts';

it('OPTN-042 the page that can be kept holds the whole program and asks nobody', () => {
  const page = offlinePage();
  expect(page).toContain('export async function verifyOption(');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/https?:|fetch\(|src=/);
});
