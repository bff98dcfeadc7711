import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { scriptOf } from '../testing/bundle.ts';
import { chooseRunner } from './binaries.ts';
import { prepareDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { startEmbedded, stopEmbedded } from './embedded.ts';
import { isAlive, sleep } from './files.ts';
import { isPostgres, runningPostmaster } from './postmaster.ts';

// Each test starts processes and databases: slow on a busy machine, and not what is tested.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const isRoot = process.getuid?.() === 0;
// After a kill the kernel still writes what it has been given, so these tests need no fsync.
const small = { shared_buffers: '64MB', fsync: 'off' };
const folders: string[] = [];
const children: ChildProcess[] = [];

function makeFolder(parent = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, 'assay-embedded-'));
  fs.chmodSync(folder, 0o755);
  folders.push(folder);
  return path.join(folder, 'postgres');
}

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    await stopEmbedded(path.join(folder, 'postgres'));
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

interface Held {
  child: ChildProcess;
  said: { pid?: number; url?: string; error?: string };
}

/** Starts another process that owns the database in `folder`, and waits for its first line. */
async function hold(folder: string): Promise<Held> {
  const script = await scriptOf('platform/testing/hold-database.ts');
  const child = spawn(process.execPath, [script, folder], {
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

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Waits until a server that was started again takes connections. */
const answers = (url: string) =>
  vi.waitFor(() => ask(url, 'select 1 as n'), { timeout: 60_000, interval: 20 });

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await sleep(10);
  }
}

test('OPSX-010 OPSX-012 OPSX-017 a folder without a database gets one, behind a password, and stop ends it', async () => {
  const folder = makeFolder();
  const server = await startEmbedded({ folder, owned: true });
  const pid = server.pid();
  const rows = await ask<{ v: string; fsync: string; tcp: string; sums: string }>(
    server.url,
    `select current_setting('server_version_num') as v, current_setting('fsync') as fsync,
       current_setting('listen_addresses') as tcp, current_setting('data_checksums') as sums`,
  );
  expect(Number(rows[0]?.v)).toBeGreaterThan(180_000);
  expect(rows[0]).toMatchObject({ fsync: 'on', tcp: '', sums: 'on' });
  const wrong = server.url.replace(/:[^:@/]+@/, ':guess@');
  await expect(ask(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  await server.stop();
  expect(pid !== null && isPostgres(pid)).toBe(false);
  expect(runningPostmaster(path.join(folder, 'data'))).toBe(null);
});

test.skipIf(!isRoot || process.platform !== 'linux')(
  'OPSX-011 started by root, the server runs as another user',
  async () => {
    const server = await startEmbedded({ folder: makeFolder(), owned: true, settings: small });
    const status = fs.readFileSync(`/proc/${server.pid()}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    expect(status).toMatch(/^Groups:\t\s*$/m);
    await server.stop();
  },
);

test('OPSX-122 a database whose application had no role of its own gets one', async () => {
  const options = { folder: makeFolder(), owned: true, settings: small };
  const before = await startEmbedded(options);
  await ask(before.url, 'drop role assay_app');
  await before.stop();
  fs.rmSync(path.join(options.folder, 'password-app'));
  const server = await startEmbedded(options);
  expect(await ask(server.appUrl, 'select current_user as role')).toEqual([{ role: 'assay_app' }]);
  await server.stop();
});

test('OPSX-013 a server that outlived a killed owner is taken over, with all that was committed', async () => {
  const folder = makeFolder();
  const first = await hold(folder);
  await ask(first.said.url ?? '', 'create table kept as select 7 as n');
  first.child.kill('SIGKILL');
  const second = await hold(folder);
  expect(second.said.pid).toBe(first.said.pid);
  expect(await ask(second.said.url ?? '', 'select n from kept')).toEqual([{ n: 7 }]);
  second.child.kill('SIGTERM');
  await until(() => !isPostgres(second.said.pid ?? 0));
});

test('OPSX-014 owner and server both killed: the next start recovers', async () => {
  const folder = makeFolder();
  const first = await hold(folder);
  await ask(first.said.url ?? '', 'create table kept as select 8 as n');
  process.kill(first.said.pid ?? 0, 'SIGKILL');
  first.child.kill('SIGKILL');
  await until(() => first.child.signalCode !== null || first.child.exitCode !== null);
  const again = await startEmbedded({ folder, owned: true, settings: small });
  expect(again.pid()).not.toBe(first.said.pid);
  expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 8 }]);
  await again.stop();
});

test('OPSX-015 a server that dies while its owner runs is started again', async () => {
  const server = await startEmbedded({ folder: makeFolder(), owned: true, settings: small });
  const pid = server.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  await until(() => {
    const now = server.pid();
    return now !== null && now !== pid;
  });
  await answers(server.url);
  await server.stop();
});

/** A child that waits for a lock whose holder was killed never sees that its server is gone. */
test.skipIf(process.platform !== 'linux')(
  'OPSX-027 a child of a killed server that hangs is ended, and the server is started again',
  async () => {
    const server = await startEmbedded({ folder: makeFolder(), owned: true, settings: small });
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const [pid, child] = [server.pid() ?? 0, rows[0]!.pid];
    process.kill(child, 'SIGSTOP');
    try {
      process.kill(pid, 'SIGKILL');
      await until(() => ![null, pid].includes(server.pid()));
      await answers(server.url);
      expect(isPostgres(child)).toBe(false);
    } finally {
      if (isPostgres(child)) process.kill(child, 'SIGKILL');
      await client.end().catch(() => undefined);
      await server.stop();
    }
  },
);

test('OPSX-016 a second owner of the same folder is refused and leaves the first alone', async () => {
  const folder = makeFolder();
  const first = await hold(folder);
  const second = await hold(folder);
  expect(second.said.error).toMatch(/Another server uses the data folder/);
  expect(isAlive(first.child.pid ?? 0)).toBe(true);
  expect(await ask(first.said.url ?? '', 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('OPSX-014 a lock file that names an unrelated live process does not prevent a start', async () => {
  const folder = makeFolder();
  const server = await startEmbedded({ folder, owned: true, settings: small });
  const pidFile = path.join(folder, 'data', 'postmaster.pid');
  const lock = fs.readFileSync(pidFile, 'utf8');
  await server.stop();
  fs.writeFileSync(pidFile, lock.replace(/^\d+/, '1'));
  const again = await startEmbedded({ folder, owned: true, settings: small });
  expect(await ask(again.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await again.stop();
});

test.skipIf(!isRoot)(
  'OPSX-119 the files of a server that ran as another user are given to the system user',
  async () => {
    const users = path.join(makeFolder(), '..', 'passwd');
    fs.writeFileSync(users, 'root:x:0:0::/root:/bin/sh\nassay:x:4711:4712::/:/bin/false\n');
    const systemUser = chooseRunner(users) ?? undefined;
    expect(systemUser).toEqual({ uid: 4711, gid: 4712 });
    const options = { folder: makeFolder(), owned: true, settings: small };
    const before = await startEmbedded(options);
    await ask(before.url, 'create table kept as select 9 as n');
    await before.stop();
    const server = await startEmbedded({ ...options, ...(systemUser && { runner: systemUser }) });
    expect(fs.readFileSync(`/proc/${server.pid()}/status`, 'utf8')).toMatch(/^Uid:\t4711\t/m);
    expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 9 }]);
    await server.stop();
  },
);

test('OPSX-118 the data folder is closed to others, and one that cannot be used is refused in a sentence', () => {
  const parent = path.dirname(makeFolder());
  const modeOf = (folder: string) => (fs.statSync(folder).mode & 0o7777).toString(8);
  const folder = path.join(parent, 'below', 'data');
  prepareDataFolder(folder, ['key'], null);
  expect([modeOf(folder), modeOf(path.dirname(folder))]).toEqual(['700', '755']);
  fs.chmodSync(folder, 0o755);
  fs.writeFileSync(path.join(folder, 'key'), '');
  prepareDataFolder(folder, ['key'], process.getgid?.() ?? 0);
  expect(modeOf(folder)).toBe('710');
  prepareDataFolder(parent, ['key'], null);
  expect(modeOf(parent)).toBe('755');
  const file = path.join(folder, 'key');
  for (const wrong of [file, path.join(file, 'below'), '/proc/none', '/proc/none/below', '/proc']) {
    expect(() => prepareDataFolder(wrong, [], null)).toThrow(
      /^DATA_DIR \S+ cannot be used: [a-z ]+/,
    );
  }
});

test('OPSX-117 a copy without its database is not given a new one', async () => {
  const folder = makeFolder();
  await expect(openDatabase({ folder, expectData: true })).rejects.toThrow(
    /data is missing, but the data folder has the keys of an installation/,
  );
  expect(fs.readdirSync(folder)).not.toContain('data');
  fs.writeFileSync(path.join(folder, 'location'), '/var/lib/assay/postgres-gone\n');
  await expect(openDatabase({ folder })).rejects.toThrow(/and that folder is missing. Restore it/);
  expect(fs.existsSync('/var/lib/assay/postgres-gone')).toBe(false);
  fs.rmSync(path.join(folder, 'location'));
});

test.skipIf(!isRoot)(
  'OPSX-018 OPSX-116 a folder that the runner cannot reach is replaced by one that it can, and said',
  async () => {
    const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-closed-'));
    folders.push(closed);
    const wanted = path.join(closed, 'data', 'postgres');
    const db = await openDatabase({ folder: wanted });
    const owner = await db.connectOwner();
    const { rows } = await owner.query(`select current_setting('data_directory') as at`);
    await owner.end();
    const actual = fs.readFileSync(path.join(wanted, 'location'), 'utf8').trim();
    expect(rows[0].at).toBe(path.join(actual, 'data'));
    expect(db.keptAt).toBe(actual);
    await db.close();
    fs.rmSync(actual, { recursive: true });
  },
);
