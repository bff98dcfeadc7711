import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes a minute or more. Begun last, one of them would run alone at the end. */
const LONG = [
  'sim/simulate',
  'sim/planted/planted',
  'modules/spot/mutants',
  'modules/options/receipts',
  'apps/server/main',
  'e2e/desk',
  'e2e/people',
  'e2e/outside',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
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
