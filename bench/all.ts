import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runBundled } from './bundle.ts';

/**
 * Runs the benches one after another, each in a process of its own: `npm run bench` for all, `npm
 * run bench -- match http` for some. Each prints JSON lines with its peer or limit. Nothing else
 * should run on the machine at the same time.
 *
 * `--parts prepaid` loads a second product into the engine of `decide` and `durable`, and measures
 * it beside spot; with `--scene spot` spot alone is measured.
 *
 * A bench that measures code in its own process is bundled, as production is. A bench that measures
 * a server from outside is not bundled, because it starts the built server.
 */
const HERE = path.dirname(fileURLToPath(import.meta.url));

const BUNDLED = [
  ['match', 'match/match.ts'],
  ['bounds', 'engine/bounds.ts'],
  ['contracts', 'engine/contracts.ts'],
  ['launch', 'engine/launch.ts'],
  ['practice', 'engine/practice.ts'],
  ['earn', 'engine/earn.ts'],
  ['options', 'engine/options.ts'],
] as const;
/** Their realm may have more than the product's own modules. */
const OF_SCENES = [
  ['decide', 'engine/decide.ts'],
  ['durable', 'engine/durable.ts'],
] as const;
const PLAIN = [
  ['http', 'http/orders.ts'],
  ['api', 'api/orders.ts'],
  ['streams', 'streams/readers.ts'],
  ['sockets', 'streams/api.ts'],
  ['start', 'start/start.ts'],
  ['reads', 'reads/reads.ts'],
  ['people', 'people/people.ts'],
  ['chain', 'chain/scan.ts'],
  ['ticks', 'feeds/ticks.ts'],
  ['withdrawals', 'chain/withdrawals.ts'],
  ['web', 'web/page.ts'],
  ['receipts', 'web/receipts.ts'],
] as const;

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { parts: { type: 'string' }, scene: { type: 'string' } },
});
const sceneArgs = Object.entries(values).map(([name, value]) => `--${name}=${value}`);
let failed = 0;

async function bench(
  name: string,
  script: string,
  run: (file: string) => number | Promise<number>,
): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  console.log(`\n== ${name}`);
  if ((await run(path.join(HERE, script))) !== 0) failed += 1;
}

function runPlain(file: string): number {
  return spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' }).status ?? 1;
}

for (const [name, script] of BUNDLED) await bench(name, script, runBundled);
for (const [name, script] of OF_SCENES) {
  await bench(name, script, (file) => runBundled(file, sceneArgs));
}
for (const [name, script] of PLAIN) await bench(name, script, runPlain);
process.exitCode = failed;
