import { parseArgs } from 'node:util';
import { chainMigrations } from '@assay/platform/chain/rows';
import { createTestDatabase } from '@assay/platform/testing/database';
import { runScript } from './scripted.ts';

/**
 * Scripted chains against the scanner and a real database:
 *   npx tsx sim/chain/command.ts [--chains 1000] [--from 1]
 * Prints the seed and the findings of each that fails, and ends with 1 if there is one.
 */
const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
  },
});
const database = await createTestDatabase(chainMigrations());
const [first, count] = [Number(values.from), Number(values.chains)];
const seen = new Map<string, number>();
let failed = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const found = await runScript({ pool: database.app.pool, seed, chainId: seed, seen });
  if (found.length > 0) failed += 1;
  for (const finding of found) console.log(`seed ${seed}: ${finding}`);
}
console.log(Object.fromEntries([...seen].sort()));
console.log(JSON.stringify({ chains: count, from: first, failed }));
await database.drop();
process.exit(failed > 0 ? 1 : 0);
