import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import { binary } from './binaries.ts';
import { isAlive, sleep } from './files.ts';
import { kernelLock } from './kernel-lock.ts';
import { type ServerLocation, serverEnvironment } from './location.ts';

const STOP_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** The children of a killed server end by themselves within the first time, and at all in both. */
const CHILDREN_PATIENCE_MS = 3_000;
const HIDDEN_SERVER_PATIENCE_MS = 8_000;

/** The process id of the server that uses this data folder, or null. */
export function runningPostmaster(data: string): number | null {
  const pid = readPid(data);
  return pid !== null && isPostgres(pid) && isStartedOn(pid, data) ? pid : null;
}

/**
 * Whether the server `pid` was started on this folder. Where another container wrote the id, it may
 * belong to another server here.
 */
function isStartedOn(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
}

function readPid(data: string): number | null {
  try {
    const pid = Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Whether `pid` is a live postgres. Ids are reused; and in a container whose first process does not
 * reap children, a killed server remains as a zombie that still answers to signal 0.
 */
export function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const close = stat.lastIndexOf(')');
      return stat.slice(0, close).endsWith('(postgres') && stat[close + 2] !== 'Z';
    } catch {
      return false;
    }
  }
  if (process.platform === 'win32') return true;
  const ps = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  return /postgres/.test(ps.stdout) && !ps.stdout.trim().startsWith('Z');
}

/**
 * Waits until no process of another server uses these files, and takes the lock that the next
 * server inherits. A server of another container has ids that mean nothing here; but all its
 * processes hold the lock, and its socket accepts connections as long as it lives.
 * @returns the descriptor of the lock
 */
export async function claimFiles(location: ServerLocation): Promise<number> {
  const lock = fs.openSync(path.join(location.folder, 'server.lock'), 'a', 0o600);
  const began = Date.now();
  const deadline = began + HIDDEN_SERVER_PATIENCE_MS;
  while (kernelLock(lock) === 'busy' || (await isListening(location.socket))) {
    if (Date.now() > deadline) {
      fs.closeSync(lock);
      throw new StartError(
        `Another server uses the data folder ${location.folder}: a PostgreSQL works on it that ` +
          'cannot be seen from here, perhaps in another container. Stop it first.',
      );
    }
    if (Date.now() - began > CHILDREN_PATIENCE_MS) endChildren(location.data);
    await sleep(100);
  }
  return lock;
}

/**
 * Ends what is left of a server that was killed. A child that waits for a lock in shared memory
 * whose holder was killed too does not see that its server is gone: it would keep the files for
 * ever. What was committed is in the log of the database, from which the next server recovers.
 */
function endChildren(data: string): void {
  if (process.platform !== 'linux' || runningPostmaster(data) !== null) return;
  for (const name of fs.readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !worksIn(pid, data) || !isPostgres(pid)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Every process of a server works in its data folder. */
function worksIn(pid: number, data: string): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/** Whether a living process listens on the server's socket. */
function isListening(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = net.connect(path.join(folder, '.s.PGSQL.5432'));
    const answer = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/**
 * Makes the lock files of a dead server harmless. postmaster.pid is not deleted: it gets our own
 * id, which postgres ignores as that of its parent. It then still checks the shared memory of the
 * dead server, and refuses to start while children of that server live.
 */
function disarmLocks(location: ServerLocation): void {
  const pidFile = path.join(location.data, 'postmaster.pid');
  if (fs.existsSync(pidFile)) {
    const lines = fs.readFileSync(pidFile, 'utf8').split('\n');
    fs.writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
  }
  for (const name of fs.readdirSync(location.socket)) {
    if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(location.socket, name), { force: true });
  }
}

/**
 * Spawns the server in a session of its own: Ctrl-C in the terminal must reach this process only,
 * which stops the server after the last commit. All its processes inherit `lock` (claimFiles).
 */
export function spawnPostmaster(
  location: ServerLocation,
  native: string,
  lock: number,
): ChildProcess {
  disarmLocks(location);
  if (fs.existsSync(location.logFile) && fs.statSync(location.logFile).size > LOG_LIMIT_BYTES) {
    fs.renameSync(location.logFile, `${location.logFile}.old`);
  }
  const log = fs.openSync(location.logFile, 'a', 0o600);
  try {
    const child = spawn(binary(native, 'postgres'), ['-D', location.data], {
      ...(location.runner ?? {}),
      cwd: location.data,
      env: serverEnvironment(),
      stdio: ['ignore', log, log, lock],
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    fs.closeSync(log);
  }
}

/** The end of the server's log, for an error message. */
export function lastLines(location: ServerLocation, count = 8): string {
  try {
    return fs.readFileSync(location.logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}

/**
 * Stops the server on this data folder: "fast" (sessions end, a checkpoint is written), and
 * "immediate" when that takes longer than a minute; the next start then recovers.
 */
export async function stopPostmaster(data: string): Promise<void> {
  const pid = runningPostmaster(data);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isPostgres(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await sleep(10);
  }
}
