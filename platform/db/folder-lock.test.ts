import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../log.ts';
import { stopEmbedded } from './embedded.ts';
import { sleep } from './files.ts';
import { type FolderLockOptions, lockFolder } from './folder-lock.ts';

// Processes and databases are started: slow on a busy machine, but speed is not tested here.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folders: string[] = [];
const children: ChildProcess[] = [];

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-lock-'));
  fs.chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    await stopEmbedded(path.join(folder, 'postgres'));
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

const withKernel: FolderLockOptions = { log: silentLog, patienceMs: 0 };
const withoutKernel: FolderLockOptions = {
  log: silentLog,
  tryLock: () => 'unavailable',
  silenceMs: 2_500,
};

test('OPSX-110 a folder has one holder, by either way, and the refusal of the second one says who', async () => {
  for (const [first, second] of [
    [withKernel, withKernel],
    [withKernel, withoutKernel],
    [withoutKernel, withKernel],
  ] as const) {
    const folder = makeFolder();
    const lock = await lockFolder(folder, first);
    const who = new RegExp(`process ${process.pid} on ${os.hostname()} since 2`);
    await expect(lockFolder(folder, second)).rejects.toThrow(who);
    lock.release();
    (await lockFolder(folder, second)).release();
  }
});

test('OPSX-111 a holder that is silent for long is dead, and of two successors one gets the folder', async () => {
  const folder = makeFolder();
  const dead = { id: 'x', host: 'gone', pid: 7, since: '2025-01-01', kernel: false, beat: 9 };
  fs.writeFileSync(path.join(folder, 'lock'), `${JSON.stringify(dead)}\n`);
  const both = await Promise.allSettled([
    lockFolder(folder, withoutKernel),
    lockFolder(folder, withoutKernel),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const one of both) if (one.status === 'fulfilled') one.value.release();
});

const mayUnshare =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--pid', '--ipc', '--mount', '--fork', 'true']).status === 0;

interface Container {
  child: ChildProcess;
  said: { pid?: number; url?: string; error?: string };
}

/** Owns the database in `folder` as the process of a container: no id is shared with others. */
function contain(folder: string): Promise<Container> {
  const script = fileURLToPath(new URL('../testing/hold-database.ts', import.meta.url));
  const command = `"${process.execPath}" --import tsx "${script}" "${folder}" & wait; sleep 300`;
  const separate = ['--pid', '--ipc', '--uts', '--mount', '--mount-proc', '--fork'];
  const child = spawn('unshare', [...separate, '--kill-child', 'sh', '-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve({ child, said: JSON.parse(text) });
    });
    child.once('exit', () => reject(new Error(`ended without a word: ${text}`)));
  });
}

/** Kills the process of the container that owns the database, but not its PostgreSQL. */
function killOwner({ child }: Container): void {
  const below = (pid: number | string): string[] =>
    fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const [shell] = below(child.pid ?? 0);
  const owner = below(shell ?? '').find((pid) =>
    fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('hold-database'),
  );
  process.kill(Number(owner), 'SIGKILL');
}

test.skipIf(!mayUnshare)(
  'OPSX-110 OPSX-112 of two containers on one volume one works; its PostgreSQL, left alone, keeps the files (needs the right to make namespaces)',
  async () => {
    const folder = path.join(makeFolder(), 'postgres');
    const first = await contain(folder);
    expect(first.said.url).toBeDefined();
    const second = await contain(folder);
    expect(second.said.error).toMatch(/Another server uses the data folder .*process \d+ on /);
    killOwner(first);
    const third = await contain(folder);
    expect(third.said.error).toMatch(/a PostgreSQL works on it that cannot be seen from here/);
    first.child.kill('SIGKILL');
    while (first.child.exitCode === null && first.child.signalCode === null) await sleep(10);
    const fourth = await contain(folder);
    expect(fourth.said.url).toBeDefined();
  },
);
