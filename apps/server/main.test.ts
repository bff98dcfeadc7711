import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SYMBOLS } from '@assay/modules/feeds/rules';
import { stopEmbedded } from '@assay/platform/db/embedded';
import { scriptOf } from '@assay/platform/testing/bundle';
import { createTestDatabase } from '@assay/platform/testing/database';
import { freePort } from '@assay/platform/testing/free-port';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

// Each test has processes and a database of its own: slow on a busy machine, but speed is not
// tested here.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Starts the server as a process, on a folder and a port of its own. */
let main: string;
let dataDir: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  main = await scriptOf('apps/server/main.ts');
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-server-'));
  fs.chmodSync(dataDir, 0o755);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(async () => {
  await stopEmbedded(path.join(dataDir, 'postgres'));
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Twelve coins, and what contracts follow beside them. */
const INDICES = 12 + SYMBOLS.length;

interface Server {
  child: ChildProcess;
  address: string;
  ended: Promise<number | null>;
}

function launch(settings: Record<string, string> = {}): { child: ChildProcess; text(): string } {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      FEED: 'simulated',
      TRIAL_CHAIN: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return { child, text: () => text };
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

async function start(settings: Record<string, string> = {}): Promise<Server> {
  const { child, text } = launch(settings);
  const ended = endOf(child);
  const address = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /web app\s+(http:\S+)\//.exec(text());
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout?.on('data', look);
    child.once('close', () => reject(new Error(`the server ended: ${text()}`)));
  });
  return { child, address, ended };
}

async function health(address: string): Promise<{ ok: boolean; parts: Record<string, unknown> }> {
  const answer = await fetch(`${address}/health`);
  return (await answer.json()) as { ok: boolean; parts: Record<string, unknown> };
}

/** What begins with the server may take its connections for a moment. */
async function untilWell(address: string): Promise<void> {
  await expect
    .poll(() => health(address), { timeout: 60_000 })
    .toMatchObject({ ok: true, status: 'well', parts: { db: { ok: true } } });
}

test('OPSX-061 OPSX-062 OPSX-180 the server serves, reports that it is well, and stops with 0 under an open stream', async () => {
  const { child, address, ended } = await start();
  await untilWell(address);
  // Passkeys belong to a name.
  expect(address).toMatch(/^http:\/\/localhost:\d+$/);
  // By the hour the sessions of some are closed.
  const feeds = async () => {
    const { parts } = await health(address);
    const { fresh, closed: shut, ...feed } = parts.feed as Record<string, number>;
    return [feed, (fresh ?? 0) + (shut ?? 0)];
  };
  await expect.poll(feeds).toEqual([{ ok: true, stale: 0 }, INDICES]);

  const figures = await (await fetch(`${address}/metrics`)).text();
  expect(figures).toMatch(/^assay_engine_ready_count\{realm="demo"\} 1$/m);
  const stream = new WebSocket(`${address.replace('http', 'ws')}/web/stream`);
  const closed = new Promise<number>((resolve) => stream.once('close', resolve));
  await new Promise((resolve) => stream.once('open', resolve));
  child.kill('SIGTERM');
  expect(await closed).toBe(1001);
  expect(await ended).toBe(0);
  expect(fs.existsSync(path.join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
});

test('OPSX-013 OPSX-061 killed at any moment, the server starts again on the same data', async () => {
  const first = await start();
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start();
  await untilWell(second.address);
  // As a terminal and npm do, which both pass on the same Ctrl-C.
  second.child.kill('SIGINT');
  second.child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 20));
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('OPSX-016 a second server on the same folder ends with a sentence', async () => {
  const first = await start();
  const second = launch();
  expect(await endOf(second.child)).toBe(1);
  expect(second.text()).toMatch(/Another server uses the data folder/);
  await untilWell(first.address);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

test('OPSX-066 a taken port and a database out of reach are reported in a sentence', async () => {
  const first = await start();
  const { port } = new URL(first.address);
  const otherData = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-server-'));
  const taken = launch({ PORT: port, DATA_DIR: otherData, DATABASE_URL: '' });
  expect(await endOf(taken.child)).toBe(1);
  expect(taken.text()).toMatch(new RegExp(`Port ${port} is taken`));
  expect(fs.readdirSync(otherData)).toEqual([]);
  fs.rmSync(otherData, { recursive: true });
  const lost = launch({ DATABASE_URL: 'postgresql://assay:pearl@127.0.0.1:1/none' });
  expect(await endOf(lost.child)).toBe(1);
  expect(lost.text()).toMatch(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/m);
  expect(lost.text()).not.toMatch(/pearl| at .*\.ts:/);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

test('OPSX-170 a server that waits for another one says so, can be stopped, and follows it', async () => {
  const db = await createTestDatabase();
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-server-'));
  const other = await freePort();
  const settings = { DATABASE_URL: db.url, DATA_DIR: place, LOG_LEVEL: 'info' };
  const first = await start(settings);
  for (const wanted of ['stopped', 'ready']) {
    const second = launch({ ...settings, PORT: String(other) });
    const ended = endOf(second.child);
    const address = `http://127.0.0.1:${other}`;
    const waits = { ok: false, detail: 'starting: another server has the realm' };
    await vi.waitFor(
      async () => {
        expect(await health(address)).toMatchObject({
          ...{ ok: false, status: 'starting' },
          parts: { db: { ok: true }, 'engine:real': waits, 'engine:demo': waits },
        });
      },
      { timeout: 60_000, interval: 100 },
    );
    expect((await fetch(`${address}/web/getSetting`)).status).toBe(503);
    await expect.poll(second.text).toMatch(/another server has the realm; waiting/);
    if (wanted === 'ready') {
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      await vi.waitFor(async () => expect((await health(address)).ok).toBe(true), {
        ...{ timeout: 60_000, interval: 100 },
      });
    }
    second.child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
  await db.drop();
  fs.rmSync(place, { recursive: true });
});

test('OPSX-031 a wrong setting ends the start with its name and without a stack trace', async () => {
  const { child, text } = launch({ FEED: 'guess' });
  expect(await endOf(child)).toBe(1);
  expect(text()).toMatch(/^Settings are wrong:\n {2}FEED: /);
  expect(text()).not.toMatch(/ at .*\.ts:/);
});
