// Installs the packages of package-lock.json when some are missing or differ. Plain Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const oldestNode = [20, 19];

/** Ends the process with a message when this Node is too old. */
export function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Node ${oldestNode.join('.')} or later is needed; this is ${process.version}.`);
  process.exit(1);
}

/** Packages that may be missing: those of other systems, and their dependencies. */
const mayBeAbsent = (entry) => entry.optional || entry.devOptional || entry.peer || entry.link;

/**
 * Whether `installed` (npm's own record in node_modules) has everything that the lock requires;
 * `development`: also for tests and checks, and not only to build and to serve.
 */
export function matchesLock(lock, installed, development) {
  return Object.entries(lock.packages).every(([name, entry]) => {
    if (!name.includes('node_modules/') || (entry.dev && !development)) return true;
    const here = installed.packages[name];
    return here ? here.version === entry.version : Boolean(mayBeAbsent(entry));
  });
}

function isInstalled(lock, development) {
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!fs.existsSync(record)) return false;
  return matchesLock(lock, JSON.parse(fs.readFileSync(record, 'utf8')), development);
}

/**
 * Returns whether anything was installed. A start does without the packages for development, but
 * keeps them where a test run has installed them. Throws when npm fails.
 */
export function installMissing({ development }, print = console.log) {
  const text = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const mark = createHash('sha256')
    .update(text + process.platform + process.arch)
    .digest('hex');
  const stampOf = (kind) => path.join(root, `node_modules/.installed-${kind}-from`);
  const all = development || fs.existsSync(stampOf('all'));
  const stamp = stampOf(all ? 'all' : 'start');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === mark) return false;
  if (isInstalled(JSON.parse(text), all)) {
    fs.writeFileSync(stamp, mark);
    return false;
  }
  print('  installing packages (npm ci)');
  const started = performance.now();
  // Whatever NODE_ENV says.
  const kinds = all ? '--include=dev' : '--omit=dev';
  const args = ['ci', kinds, '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error(`npm ci ended with ${done.status ?? done.error?.message}`);
  fs.writeFileSync(stamp, mark);
  print(`  installed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

// `node tools/install.mjs`: everything, for commands that need a tool for development.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  refuseOldNode();
  installMissing({ development: true });
}
