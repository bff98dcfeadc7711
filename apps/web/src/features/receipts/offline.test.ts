import { expect, it } from 'vitest';
import { offlinePage } from './offline.ts';

it.each([
  ['option', 'verifyOption'],
  ['contract', 'verifyContract'],
  ['collateral', 'verifyCollateral'],
] as const)(
  'OPTN-042 CFDS-072 LOAN-082 the page that can be kept holds the whole program and asks nobody: %s',
  (name, call) => {
    const page = offlinePage(name);
    expect(page).toContain(`export async function ${call}(`);
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    expect(page).not.toMatch(/https?:|fetch\(|src=/);
  },
);
