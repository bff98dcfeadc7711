import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFiles, root } from './tree.ts';

let copy: string;
const children: ChildProcess[] = [];

/** Copies the tree as in a fresh clone, and links the packages of this one. */
beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-copy-'));
  fs.chmodSync(copy, 0o755);
  for (const file of allFiles()) {
    fs.mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(copy, file));
  }
  const link = (folder: string) =>
    fs.symlinkSync(path.join(root, folder), path.join(copy, folder), 'junction');
  link('node_modules');
  for (const floor of ['platform', 'modules', 'apps/web']) {
    if (fs.existsSync(path.join(root, floor, 'node_modules'))) link(`${floor}/node_modules`);
  }
});
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  fs.rmSync(copy, { recursive: true, force: true });
});

interface Started {
  readonly text: string;
  readonly served: string;
  readonly code: number | null;
  /** Commands of the processes that it had started while it served. */
  readonly processes: readonly string[];
}

/** Commands of a process's children, on systems that list them. */
function childrenOf(pid: number): string[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!fs.existsSync(list)) return [];
  const pids = fs.readFileSync(list, 'utf8').trim().split(' ').filter(Boolean);
  return pids.map((one) => fs.readFileSync(`/proc/${one}/cmdline`, 'utf8'));
}

async function startAndStop(): Promise<Started> {
  const settings = { NODE_ENV: 'production', PORT: '0', FEED: 'simulated', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: copy,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  let signal: string | null = null;
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code, by) => {
      signal = by;
      resolve(code);
    }),
  );
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /web app\s+(http:\S+\/)/.exec(text);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code ?? signal}: ${text}`)));
  });
  const served = await (await fetch(address)).text();
  const processes = childrenOf(child.pid as number);
  child.kill('SIGTERM');
  return { text, served, processes, code: await ended };
}

test('OPSX-060 the first start builds and serves; the second builds nothing', async () => {
  const first = await startAndStop();
  expect(first.text).toMatch(/built server in/);
  expect(first.text).toMatch(/built web in/);
  expect(first.served).toMatch(/<!doctype html>/i);
  expect(first.code).toBe(0);
  // The compiler's process ends before the server serves.
  expect(first.processes.filter((command) => command.includes('tools/'))).toEqual([]);
  const second = await startAndStop();
  expect(second.text).not.toMatch(/built/);
  expect(second.code).toBe(0);
  fs.appendFileSync(path.join(copy, 'apps/server/stops.ts'), '\n// changed\n');
  const third = await startAndStop();
  expect(third.text).toMatch(/built server in/);
  expect(third.text).not.toMatch(/built web in/);
}, 600_000);

test('OPSX-060 OPSX-182 installed packages are stale when one is missing or of another version', async () => {
  const { matchesLock } = await import(new URL('./install.mjs', import.meta.url).href);
  const lock = {
    packages: {
      '': {},
      core: { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/other-system': { version: '1.0.0', optional: true },
      'node_modules/linter': { version: '1.0.0', dev: true },
    },
  };
  const a = { version: '1.0.0' };
  const matches = (packages: object, development = false): boolean =>
    matchesLock(lock, { packages }, development);
  expect(matches({ 'node_modules/a': a })).toBe(true);
  expect(matches({ 'node_modules/a': a, 'node_modules/b': a })).toBe(true);
  expect(matches({})).toBe(false);
  expect(matches({ 'node_modules/a': { version: '2.0.0' } })).toBe(false);
  // A start needs no packages for development, and keeps them.
  expect(matches({ 'node_modules/a': a }, true)).toBe(false);
  expect(matches({ 'node_modules/a': a, 'node_modules/linter': a }, true)).toBe(true);
});
