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
  'sim/money/kill',
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

/** Files that replace modules, or globals before they load, or end what others may need. */
const ALONE = [
  'modules/earn/{twin,strategy-twin}.test.ts',
  'modules/spot/mutants.test.ts',
  'modules/cfd/machine/planted-conversion.test.ts',
  'apps/web/src/{desk/chart/tools,lib/data/{session,favourites}}.test.ts',
  'apps/server/{main,checks/*}.test.ts',
  'platform/db/{embedded,folder-lock}.test.ts',
];
/** Where files share a process: to load the product again for each took a third of their time. */
const SHARING = ['{core,platform,modules,apps/{web,kit,server,signer}}/**/*.test.{ts,tsx}'];
const APART = ['{apps/console,sim,bench,tools}/**/*.test.{ts,tsx}'];
const NEVER = ['**/node_modules/**', '**/dist/**'];

const each = {
  pool: 'forks',
  // A limit for what hangs: a machine that is busy takes several times as long as a quiet one.
  testTimeout: 90_000,
  hookTimeout: 180_000,
  // What is awaited comes within a second on a quiet machine.
  expect: { poll: { timeout: 60_000 } },
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...each,
          name: 'sharing',
          include: SHARING,
          exclude: [...NEVER, ...ALONE],
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      {
        test: { ...each, name: 'apart', include: [...APART, ...ALONE], exclude: NEVER },
      },
      { test: { ...each, name: 'journeys', include: ['e2e/**/*.test.ts'], exclude: NEVER } },
    ],
    globalSetup: ['platform/testing/setup.ts'],
    // One more than there are processors: a third of the files wait for a database or a socket.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
