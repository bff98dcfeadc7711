import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes most of a minute or more, the longest first. Begun last, one of them would run alone
 * at the end; without a cache of an earlier run Vitest knows only the sizes of files.
 */
const LONG = [
  'e2e/screens',
  'e2e/desk',
  'e2e/people',
  'e2e/kit',
  'sim/planted/planted',
  'e2e/loans',
  'e2e/launch',
  'e2e/withdrawals',
  'e2e/signed',
  'e2e/cfd',
  'sim/simulate',
  'e2e/deposits',
  'e2e/rewards',
  'e2e/purchases',
  'e2e/second-product',
  'e2e/outside',
  'apps/server/main',
  'e2e/staff',
  'sim/tamper/tamper',
  'e2e/earn',
  'tools/start',
  'apps/server/checks/checks',
  'sim/kill9/kill9',
  'sim/chain/chain',
  'sim/signer/kill',
  'platform/db/embedded',
];

/** The place in the list, or behind it. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONG.length : place;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    include: ['{core,platform,modules,apps,sim,bench,e2e,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['platform/testing/setup.ts'],
    pool: 'forks',
    // One more than there are processors: a third of the files wait for a database or a socket.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A limit for what hangs: a machine that is busy takes several times as long as a quiet one.
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
