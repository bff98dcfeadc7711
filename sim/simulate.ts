import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { partsNamed } from './parts/parts.ts';
import { simulate } from './world.ts';

/**
 * Simulated exchanges, one a seed:
 *   npx tsx sim/simulate.ts --seeds 1000 --from 1 [--commands 160] [--parts spot,prepaid]
 *     [--trace] [--outcomes]
 * Without --parts a seed decides which modules run beside each other (parts/parts.ts).
 * Prints the seed and the finding of each that fails, and a line of sums, also when it is asked to
 * stop by SIGINT. Ends with 1 if any did.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    commands: { type: 'string', default: '160' },
    parts: { type: 'string' },
    trace: { type: 'boolean', default: false },
    outcomes: { type: 'boolean', default: false },
  },
});

// Traces are of no use for errors that retries are made of, and dear.
Error.stackTraceLimit = 4;

const from = Number(values.from);
const parts = values.parts === undefined ? undefined : partsNamed(values.parts.split(','));
const count = Number(values.seeds);
const started = performance.now();
let commands = 0;
let virtualMs = 0;
let findings = 0;
const digest = createHash('sha256');
const outcomes = new Map<string, number>();
let ran = 0;
let wanted = true;
process.once('SIGINT', () => {
  wanted = false;
});
for (let seed = from; wanted && seed < from + count; seed += 1) {
  const report = await simulate(seed, Number(values.commands), parts);
  ran += 1;
  commands += report.commands;
  digest.update(report.head);
  virtualMs += report.virtualMs;
  for (const [name, times] of report.outcomes) {
    outcomes.set(name, (outcomes.get(name) ?? 0) + times);
  }
  if (values.trace) console.log(report.trace.join('\n'));
  if (report.finding === null) continue;
  findings += 1;
  console.log(`seed ${seed}: ${report.finding}`);
}
if (values.outcomes) {
  for (const [name, times] of [...outcomes].sort())
    console.log(`${String(times).padStart(8)} ${name}`);
}
const seconds = (performance.now() - started) / 1_000;
const virtualHours = Number((virtualMs / 3_600_000).toFixed(2));
const rate = Number((ran / seconds).toFixed(2));
const sums = { seeds: ran, from, findings, commands, virtualHours, rate };
console.log(JSON.stringify({ ...sums, digest: digest.digest('hex') }));
process.exitCode = findings > 0 ? 1 : 0;
