import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Every figure, one bench after another, each in a process of its own: `npm run bench`, or
 * `npm run bench -- match http` for some. Each prints JSON lines with its peer or limit beside it.
 * Nothing else should run on the machine meanwhile.
 */
const HERE = path.dirname(fileURLToPath(import.meta.url));

const BENCHES = [
  ['match', 'match/match.ts'],
  ['decide', 'engine/decide.ts'],
  ['durable', 'engine/durable.ts'],
  ['http', 'http/orders.ts'],
  ['streams', 'streams/readers.ts'],
  ['start', 'start/start.ts'],
  ['web', 'web/page.ts'],
] as const;

const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, script] of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  const args = ['--import', 'tsx', path.join(HERE, script)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
process.exitCode = failed;
