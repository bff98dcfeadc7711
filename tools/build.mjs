// Builds what is stale: the server bundle, the web app, the console. Plain Node, because it runs
// before anything is compiled; Rolldown and Vite are started once they are installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writePages } from './first-paint.mjs';
import { completeOf } from './languages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What each build reads, the longest first. A change of any of these files makes it stale. */
const targets = {
  web: { from: ['core', 'modules', 'apps/kit', 'apps/web'], build: buildSite },
  server: { from: ['core', 'platform', 'modules', 'apps/server'], build: buildServer },
  console: { from: ['core', 'modules', 'apps/kit', 'apps/console'], build: buildSite },
  signer: { from: ['core', 'platform', 'modules', 'apps/signer'], build: buildSigner },
};
const alwaysRead = [
  'package-lock.json',
  'tools/build.mjs',
  'tools/bundle.mjs',
  'tools/first-paint.mjs',
  'tools/languages.mjs',
  'tsconfig.base.json',
];
const ignored = /(^|\/)(node_modules|dist|testing|README\.md)(\/|$)|\.(test|suite)\.tsx?$/;

function listFiles(folder) {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignored.test(`${folder}/${entry.name}`))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(name);
      return entry.isFile() ? [name] : [];
    });
}

/** Hashes content, not dates: a checkout changes dates, which must not make a build stale. */
function inputsHash(from) {
  const hash = createHash('sha256');
  const files = from.flatMap((folder) => listFiles(folder));
  for (const name of [...alwaysRead, ...new Set(files)].sort()) {
    const content = createHash('sha256').update(fs.readFileSync(path.join(root, name)));
    hash.update(`${name} ${content.digest('hex')}\n`);
  }
  return hash.digest('hex');
}

function hasSource(name) {
  const folder = path.join(root, 'apps', name);
  return fs.existsSync(
    path.join(folder, ['server', 'signer'].includes(name) ? 'main.ts' : 'index.html'),
  );
}

/**
 * Builds all stale targets in parallel. Each is built in a draft folder and moved when complete, so
 * a failing build leaves the last good one.
 */
export async function buildStale(print = console.log) {
  const built = [];
  const work = Object.entries(targets).map(async ([name, { from, build }]) => {
    if (!hasSource(name)) return;
    const hash = inputsHash(from);
    const out = path.join(root, 'dist', name);
    const stamp = path.join(out, '.inputs');
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
    const started = performance.now();
    const draft = `${out}.${process.pid}`;
    await build(name, draft);
    fs.writeFileSync(path.join(draft, '.inputs'), hash);
    fs.rmSync(out, { recursive: true, force: true });
    fs.renameSync(draft, out);
    built.push(name);
    print(`  built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  });
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return built;
}

/**
 * One file for each thread or process, including packages: finding their hundreds of files takes a
 * third of a start.
 */
async function buildServer(_name, out) {
  await bundle('apps/server/main.ts', path.join(out, 'main.js'));
  // The thread that checks the server; the same rules, in a file of its own.
  await bundle('apps/server/checks/worker.ts', path.join(out, 'checker.js'));
  // The process that decodes images, which knows nothing of the rest.
  await bundle('platform/images/worker.ts', path.join(out, 'images.js'));
  copyMigrations(path.join(out, 'migrations'));
}

/** A process of its own, which may be copied to another machine: this folder is all of it. */
async function buildSigner(_name, out) {
  await bundle('apps/signer/main.ts', path.join(out, 'main.js'));
}

function bundle(entry, file) {
  return run(process.execPath, [path.join(root, 'tools/bundle.mjs'), entry, file], root);
}

function copyMigrations(to) {
  for (const floor of ['platform', 'modules']) {
    for (const name of fs.readdirSync(path.join(root, floor))) {
      const from = path.join(root, floor, name, 'migrations');
      if (fs.existsSync(from)) fs.cpSync(from, path.join(to, name), { recursive: true });
    }
  }
}

async function buildSite(name, out) {
  if (name !== 'web') return vite(name, '--outDir', out);
  const made = `${out}.made`;
  const entry = ['--ssr', 'src/app/first-paint.tsx'];
  await Promise.all([vite(name, '--outDir', out), vite(name, '--outDir', made, ...entry)]);
  const { firstPaints } = await import(pathToFileURL(path.join(made, 'first-paint.js')).href);
  writePages(out, await firstPaints());
  fs.rmSync(made, { recursive: true });
  fs.writeFileSync(path.join(out, '.tools'), String(await countTools(out)));
  fs.writeFileSync(path.join(out, '.languages'), (await completeLanguages(out)).join(','));
}

function vite(name, ...args) {
  const script = path.join(root, 'node_modules/vite/bin/vite.js');
  const usual = ['build', '--emptyOutDir', '--logLevel', 'warn'];
  return run(process.execPath, [script, ...usual, ...args], path.join(root, 'apps', name));
}

/** A module of the web app, for what the server publishes of it. */
async function importOfWeb(out, file) {
  const made = path.join(out, '.made', `${path.basename(file, '.ts')}.mjs`);
  await bundle(`apps/web/src/${file}`, made);
  const found = await import(pathToFileURL(made).href);
  fs.rmSync(path.dirname(made), { recursive: true });
  return found;
}

/** The codes of the languages in which the app has every text. */
async function completeLanguages(out) {
  const { LANGUAGES } = await importOfWeb(out, 'lib/languages.ts');
  return completeOf(path.join(root, 'apps/web/src/app/locales'), LANGUAGES, {
    kit: path.join(root, 'apps/kit/locales/en.json'),
  });
}

/** The number of tools in the chart's own list, which the server publishes. */
async function countTools(out) {
  const { drawingGroups, indicatorGroups } = await importOfWeb(out, 'desk/chart/catalogue.ts');
  return [drawingGroups, indicatorGroups].flatMap((groups) => Object.values(groups).flat()).length;
}

/**
 * Compilers at work and those that wait: as many at once as there are processors, since each uses
 * several threads and more of them only take turns.
 */
const atWork = { count: 0, waiting: [] };

async function run(command, args, cwd) {
  if (atWork.count >= os.availableParallelism()) {
    await new Promise((resolve) => atWork.waiting.push(resolve));
  } else atWork.count++;
  try {
    await runNow(command, args, cwd);
  } finally {
    const next = atWork.waiting.shift();
    if (next) next();
    else atWork.count--;
  }
}

function runNow(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${args.slice(0, 2).join(' ')} ended with ${code}`)),
    );
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = await buildStale();
  if (built.length === 0) console.log('  nothing is stale');
}
