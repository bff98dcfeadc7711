import { parseArgs } from 'node:util';
import { path } from './crowds/paths.ts';

/**
 * Crowds on one side and prices that gap in their favour, against a house with little money:
 *   npx tsx sim/house-pays.ts [--paths 10000] [--from 1]
 * Prints the seed of each path in which something due was not paid at once, and a line of sums.
 */
const { values } = parseArgs({
  options: {
    paths: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
  },
});
const [paths, from] = [Number(values.paths), Number(values.from)];
const sums = { paths, from, short: 0, options: 0, contracts: 0, refused: 0, owed: 0 };
for (let seed = from; seed < from + paths; seed += 1) {
  const { short, options, contracts, refused, owed } = path(seed);
  sums.options += options;
  sums.contracts += contracts;
  sums.refused += refused;
  sums.owed += owed;
  if (short.length === 0) continue;
  sums.short += 1;
  console.log(`path ${seed}: ${short[0]}`);
}
console.log(JSON.stringify(sums));
process.exitCode = sums.short > 0 ? 1 : 0;
