// `npm test`: every check that CI runs, in order. Plain Node; installs what is missing first.
//   node tools/test.mjs [word …]   only the gates whose name contains one of the words
// The last line is `N passed, N failed`: tests, plus failed gates that are not tests.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.mjs';
import { provideChromium } from './chromium.mjs';
import { installMissing, refuseOldNode } from './install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-report-'));
const totals = { passed: 0, failed: 0 };
/** What failed, with the first line of its reason: a log is often read from its end. */
const failures = [];
/** What failed at first and passed then, likewise. */
const secondTries = [];
const wanted = process.argv.slice(2);

/** A gate that hangs must fail: none takes half of this on a machine of the usual speed. */
const TIMEOUT_MS = 50 * 60_000;

/**
 * What fails is tried once more: a journey by itself, another test with its whole file, after all
 * others. Processes on a busy machine are late at times, and chance fails a test in thousands. How
 * many journeys, and how many files, may need that is bounded; each is named (0040, 0143).
 */
const UNSTEADY_MAX = 2;

/** Long enough for the books of every client to go through events that occur once a minute. */
const IN_STEP_SECONDS = 75;

/** Runs a tool of node_modules with this Node; its output is ours. */
function tool(script, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${code ?? signal}`)),
    );
  });
}

const tsx = (...args) => tool('tsx/dist/cli.mjs', ...args);

/** The native compiler takes a quarter of the time; tools that parse code use the other one. */
function typeCheck(project) {
  return tool('typescript-native/bin/tsc', '-p', project, '--noEmit');
}

/** Runs tests: what the report says of each file, and the error that the run ended with. */
async function vitest(name, args) {
  const report = path.join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  let ended = null;
  await tool('vitest/vitest.mjs', 'run', ...reporters, ...args).catch((error) => {
    ended = error;
  });
  if (!fs.existsSync(report)) throw ended ?? new Error('no report was written');
  return { ended, files: JSON.parse(fs.readFileSync(report, 'utf8')).testResults };
}

const withStatus = (file, wanted) => file.assertionResults.filter((one) => one.status === wanted);

/** How a file failed, a line for each test: one that does not load has failed once. */
function failuresOf(file) {
  const failed = withStatus(file, 'failed');
  if (failed.length === 0 && file.status === 'failed') return [described(file.name, file.message)];
  return failed.map(({ fullName, failureMessages }) => described(fullName, failureMessages[0]));
}

/** What simulations and kills find by chance is what they look for: they have no second try. */
const isSimulation = ({ name }) => name.startsWith(path.join(root, 'sim/'));

/** Runs tests, and counts them; with `again`, files that fail are run once more if they are few. */
async function tests(name, args, { again = false } = {}) {
  let { ended, files } = await vitest(name, args);
  let unsteady = files.flatMap((file) =>
    withStatus(file, 'passed')
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => described(fullName, failureMessages[0])),
  );
  const late = files.filter((file) => failuresOf(file).length > 0);
  const few = late.length > 0 && late.length <= UNSTEADY_MAX;
  if (again && few && !late.some(isSimulation)) {
    unsteady = late.flatMap(failuresOf);
    const names = new Set(late.map((file) => file.name));
    const second = await vitest(`${name}-again`, [...names]);
    files = [...files.filter((file) => !names.has(file.name)), ...second.files];
    ended = second.ended;
  }
  const failed = files.flatMap(failuresOf);
  const passed = files.flatMap((file) => withStatus(file, 'passed')).length;
  totals.passed += passed;
  totals.failed += failed.length;
  failures.push(...failed);
  if (ended !== null && failed.length === 0) throw ended;
  secondTries.push(...unsteady.filter((one) => !failed.includes(one)));
  if (unsteady.length > UNSTEADY_MAX && !again) {
    throw new Error(`${unsteady.length} needed a second try`);
  }
  if (failed.length > 0) return `${failed.length} failed`;
  return `${passed} passed${unsteady.length > 0 ? `, ${unsteady.length} at the second try` : ''}`;
}

function described(name, message = '') {
  return `${name.replace(`${root}/`, '')}\n     ${message.split('\n')[0]}`;
}

const colours = process.stdout.isTTY ? [] : ['--colors=off'];

const projects = ['.', 'core', 'apps/web', 'apps/console'];

/** Whether a file of the repository exists. */
const has = (file) => fs.existsSync(path.join(root, file));

const gates = [
  [
    'format and lint (Biome)',
    () => tool('@biomejs/biome/bin/biome', 'ci', '--diagnostic-level=error', ...colours),
  ],
  [
    'types (tsc)',
    async () => {
      for (const project of projects) {
        if (has(`${project}/tsconfig.json`) && hasSources(project)) await typeCheck(project);
      }
    },
  ],
  [
    'imports (dependency-cruiser)',
    () =>
      tool(
        'dependency-cruiser/bin/dependency-cruise.mjs',
        ...['--config', '.dependency-cruiser.cjs'],
        ...['core', 'platform', 'modules', 'apps', 'sim', 'bench', 'e2e', 'tools'],
      ),
  ],
  ['dead code (knip)', () => tool('knip/bin/knip.js', '--no-progress', '--no-config-hints')],
  ['criteria (codes)', () => tsx('tools/codes.ts')],
  ['build', async () => void (await buildStale())],
  ['tests', () => tests('unit', ['--project', 'sharing', '--project', 'apart'], { again: true })],
  [
    'browser journeys',
    async () => {
      process.env.CHROME_PATH ??= await provideChromium();
      // One file needs it; to install it takes longer than a test may.
      await provideChromium({ whole: true });
      // Two keep two processors busy; a third server would only take from what pages need.
      return tests('e2e', ['--project', 'journeys', '--retry', '1', '--maxWorkers', '2']);
    },
  ],
  [
    'kill -9 under load, 20 times; meanwhile books of clients in step for over a minute',
    async () => {
      process.env.IN_STEP_SECONDS = String(IN_STEP_SECONDS);
      const [killed, followed] = await Promise.allSettled([
        tsx('sim/kill.ts', '--cycles', '20'),
        tests('in-step', ['modules/trading-api/streams/in-step.test.ts']),
      ]);
      if (killed.status === 'rejected') throw killed.reason;
      if (followed.status === 'rejected') throw followed.reason;
      return followed.value;
    },
  ],
];

function hasSources(project) {
  return project === '.' || project === 'core' || has(`${project}/src`);
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function runGate([name, run]) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const failedBefore = totals.failed;
  let note = 'ok';
  try {
    note = (await run()) ?? note;
  } catch (error) {
    totals.failed += 1;
    note = `FAILED: ${error instanceof Error ? error.message : error}`;
  }
  console.log(`== ${name}: ${note} (${seconds(started)})`);
  return { name, note, took: seconds(started), failed: totals.failed > failedBefore };
}

async function main() {
  refuseOldNode();
  const started = performance.now();
  const results = [
    await runGate(['packages', async () => void installMissing({ development: true })]),
  ];
  const chosen = gates.filter(([name]) => matches(name));
  if (!results[0].failed) for (const gate of chosen) results.push(await runGate(gate));
  fs.rmSync(reports, { recursive: true, force: true });
  console.log(`\n== all: ${seconds(started)}`);
  for (const { name, note, took } of results) console.log(`${took.padStart(9)}  ${name}: ${note}`);
  for (const unsteady of secondTries) console.log(`  second try  ${unsteady}`);
  for (const failure of failures) console.log(`  failed  ${failure}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

function matches(name) {
  return wanted.length === 0 || wanted.some((word) => name.includes(word));
}

await main();
