import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { sleep } from './files.ts';
import { kernelLock, type LockResult } from './kernel-lock.ts';

/** How often the holder of a folder writes into the lock that it lives. */
const BEAT_MS = 1_000;
/** Where the kernel keeps no lock, a holder that is silent for so long is dead. */
const SILENCE_MS = 8_000;
/** Of two that find a dead holder at once, the later one's name is in the file after this time. */
const SETTLE_MS = 2_000;
/** A server that is being stopped still has the lock; its successor waits for so long. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 100;

/** What the file says about its holder; an empty file has none. */
interface Holder {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
  /** Whether the kernel keeps the lock for the holder. */
  readonly kernel: boolean;
  readonly beat: number;
}

export interface FolderLock {
  release(): void;
}

export interface FolderLockOptions {
  readonly log: Log;
  /** Tests act as a machine on which the kernel cannot be asked. */
  readonly tryLock?: (fd: number) => LockResult;
  readonly silenceMs?: number;
  readonly patienceMs?: number;
}

/**
 * Makes this process the only one that uses `folder`, also among processes that cannot see each
 * other because they run in different containers. The kernel keeps the lock where it can be asked;
 * elsewhere the holder is alive while it goes on writing into the file. A holder always writes,
 * because whoever comes next may be the one that cannot ask the kernel.
 * @throws StartError that says who has the folder
 */
export async function lockFolder(folder: string, options: FolderLockOptions): Promise<FolderLock> {
  const { tryLock = kernelLock, silenceMs = SILENCE_MS, patienceMs = PATIENCE_MS } = options;
  const fd = fs.openSync(
    path.join(folder, 'lock'),
    fs.constants.O_RDWR | fs.constants.O_CREAT,
    0o600,
  );
  try {
    const kernel = await waitForKernel(fd, folder, () => tryLock(fd), patienceMs);
    const before = read(fd);
    const deadByKernel = kernel && parse(before)?.kernel === true;
    if (before !== '' && !deadByKernel) await refuseLiving(fd, folder, before, silenceMs);
    const id = randomBytes(8).toString('hex');
    const self = { id, host: os.hostname(), pid: process.pid, since: new Date().toISOString() };
    write(fd, { ...self, kernel, beat: 0 });
    if (!kernel) {
      await sleep(Math.min(SETTLE_MS, silenceMs));
      if (parse(read(fd))?.id !== id) throw refusal(folder, read(fd));
    }
    return keepBeating(fd, { ...self, kernel, beat: 0 }, options.log);
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

/** True when the kernel gave the lock, false where it cannot be asked. */
async function waitForKernel(
  fd: number,
  folder: string,
  tryLock: () => LockResult,
  patienceMs: number,
): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const result = tryLock();
    if (result !== 'busy') return result === 'taken';
    if (Date.now() > deadline) throw refusal(folder, read(fd));
    await sleep(RETRY_MS);
  }
}

async function refuseLiving(
  fd: number,
  folder: string,
  before: string,
  silenceMs: number,
): Promise<void> {
  const deadline = Date.now() + silenceMs;
  while (Date.now() < deadline) {
    await sleep(RETRY_MS);
    const now = read(fd);
    if (now === '') return;
    if (now !== before) throw refusal(folder, now);
  }
}

function keepBeating(fd: number, holder: Holder, log: Log): FolderLock {
  let { beat } = holder;
  const timer = setInterval(() => {
    try {
      if (!holder.kernel && parse(read(fd))?.id !== holder.id) {
        log.fatal('this process stood still, and another server took over the data folder');
        process.exit(1);
      }
      beat += 1;
      write(fd, { ...holder, beat });
    } catch (err) {
      log.warn({ err }, 'the lock of the data folder cannot be written');
    }
  }, BEAT_MS);
  timer.unref();
  return {
    release: () => {
      clearInterval(timer);
      fs.ftruncateSync(fd);
      fs.closeSync(fd);
    },
  };
}

/** All texts of one holder have one length, so that each replaces the one before whole. */
function write(fd: number, holder: Holder): void {
  const text = JSON.stringify({ ...holder, beat: undefined });
  const line = `${text.slice(0, -1)},"beat":${String(holder.beat).padStart(12)}}\n`;
  fs.writeSync(fd, line, 0);
  fs.ftruncateSync(fd, Buffer.byteLength(line));
}

const LONGEST_TEXT = 1_000;

function read(fd: number): string {
  const bytes = Buffer.alloc(LONGEST_TEXT);
  return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, LONGEST_TEXT, 0));
}

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

function refusal(folder: string, text: string): StartError {
  const holder = parse(text);
  const who =
    holder === null ? '' : ` (process ${holder.pid} on ${holder.host} since ${holder.since})`;
  return new StartError(
    `Another server uses the data folder ${folder}${who}. Stop it first, or set another DATA_DIR.`,
  );
}
