import { chainMigrations } from '@assay/platform/chain/rows';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bugs } from './bugs.ts';
import { moods } from './nodes.ts';
import { type Bug, runScript } from './scripted.ts';

const CHAINS = 100;
/** A bug that more chains than this do not find is not found. */
const MOST_CHAINS = 100;
const AT_ONCE = 4;

let database: TestDatabase;
let chainId = 0;

beforeAll(async () => {
  database = await createTestDatabase(chainMigrations());
});
afterAll(() => database.drop());

const seen = new Map<string, number>();

/** The findings of these seeds, each with its seed. */
async function run(first: number, count: number, bug?: Bug): Promise<string[]> {
  const seeds = Array.from({ length: count }, (_, at) => first + at);
  const found = seeds.map(async (seed) => {
    chainId += 1;
    const { pool } = database.app;
    const findings = await runScript({ pool, seed, chainId, seen, ...(bug ? { bug } : {}) });
    return findings.map((finding) => `seed ${seed}: ${finding}`);
  });
  return (await Promise.all(found)).flat();
}

describe('scripted chains', () => {
  it('CHAN-080 whatever the chain and its nodes do, what is final is credited once', async () => {
    const findings: string[] = [];
    for (let seed = 1; seed <= CHAINS; seed += AT_ONCE) {
      findings.push(...(await run(seed, AT_ONCE)));
    }
    expect(findings).toEqual([]);
  }, 300_000);

  it('CHAN-081 have had each trouble, and a crash at each contact with the world', () => {
    const troubles = [
      ...moods(false),
      ...['reorganised', 'reorganised below the first block', 'contradicted', 'parted'],
      ...['another scanner was faster', 'before a credit', 'after a credit'],
      ...['down', 'refused', 'behind', 'moved', 'lying'].map((fault) => `found: ${fault}`),
      ...['begin', 'commit', 'insert chain_block', 'insert chain_transfer']
        .concat(['update chain_scan', 'update chain_transfer', 'delete chain_block'])
        .flatMap((statement) => [`before ${statement}`, `after ${statement}`]),
    ];
    expect(troubles.filter((trouble) => !seen.has(trouble))).toEqual([]);
    expect(seen.get('credited')).toBeGreaterThan(5 * CHAINS);
  });
});

describe('careless versions', () => {
  it.each(Object.entries(bugs))(
    'CHAN-082 one that %s is found',
    async (_, bug) => {
      for (let seed = 1; seed <= MOST_CHAINS; seed += AT_ONCE) {
        if ((await run(seed, AT_ONCE, bug)).length > 0) return;
      }
      expect.fail(`${MOST_CHAINS} chains do not find it`);
    },
    300_000,
  );
});
