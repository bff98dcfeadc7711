// Installs the packages of package-lock.json when some are missing or differ. Plain Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Whether `installed` (npm's own record in node_modules) has everything that the lock requires. */
export function matchesLock(lock, installed) {
  return Object.entries(lock.packages).every(([name, entry]) => {
    if (!name.includes('node_modules/')) return true;
    const here = installed.packages[name];
    return here ? here.version === entry.version : Boolean(mayBeAbsent(entry));
  });
}

function isInstalled(lock) {
  const record = path.join(root, 'node_modules/.package-lock.json');
  return fs.existsSync(record) && matchesLock(lock, JSON.parse(fs.readFileSync(record, 'utf8')));
}

/** Returns whether anything was installed. Throws when npm fails. */
export function installMissing(print = console.log) {
  const text = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const mark = createHash('sha256')
    .update(text + process.platform + process.arch)
    .digest('hex');
  const stamp = path.join(root, 'node_modules/.installed-from');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === mark) return false;
  if (isInstalled(JSON.parse(text))) {
    fs.writeFileSync(stamp, mark);
    return false;
  }
  print('  installing packages (npm ci)');
  const started = performance.now();
  // Build tools are development packages, which are needed with NODE_ENV=production too.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error(`npm ci ended with ${done.status ?? done.error?.message}`);
  fs.writeFileSync(stamp, mark);
  print(`  installed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}
