import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canReach, chooseRunner, findBinaries, restoreSymlinks } from './binaries.ts';

test('OPSX-019 library links that npm did not make are made, also by two processes at once', () => {
  const native = findBinaries(null);
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-binaries-'));
  const to = path.join(copy, 'native');
  fs.cpSync(native, to, { recursive: true, verbatimSymlinks: true });
  for (const name of fs.readdirSync(path.join(to, 'lib'))) {
    const file = path.join(to, 'lib', name);
    if (fs.lstatSync(file).isSymbolicLink()) fs.rmSync(file);
  }
  const run = () => spawnSync(path.join(to, 'bin', 'postgres'), ['--version']).status;
  expect(run()).not.toBe(0);
  restoreSymlinks(copy);
  restoreSymlinks(copy);
  expect(run()).toBe(0);
  fs.rmSync(copy, { recursive: true });
});

test('OPSX-018 a folder is out of reach when one on the way is closed to others', () => {
  const runner = { uid: 65_534, gid: 65_534 };
  const outer = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-reach-'));
  const inner = path.join(outer, 'inner');
  fs.mkdirSync(inner, { mode: 0o755 });
  expect(canReach(inner, runner)).toBe(process.getuid?.() === runner.uid);
  fs.chmodSync(outer, 0o711);
  expect(canReach(inner, runner)).toBe(true);
  expect(canReach(inner, null)).toBe(true);
  fs.rmSync(outer, { recursive: true });
});

test('OPSX-011 the runner is unprivileged even when root starts the server', () => {
  const runner = chooseRunner();
  if (process.getuid?.() === 0) expect(runner).toEqual({ uid: 65_534, gid: 65_534 });
  else expect(runner).toBe(null);
});
