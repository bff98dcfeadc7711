import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isPostgres } from '@assay/platform/db/postmaster';
import { expect, it } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, 'leftovers-process.ts');

it.each([
  ['throw', null, 1],
  ['wait', 'SIGTERM', 143],
  ['wait', 'SIGINT', 130],
] as const)(
  'SIMU-071 a bench that ends by %s %s leaves nothing behind',
  async (end, signal, code) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-test-'));
    fs.chmodSync(folder, 0o755);
    const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, end], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const postgres = await new Promise<number>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const pid = /postgres (\d+)/.exec(output)?.[1];
        if (pid !== undefined) resolve(Number(pid));
      });
      child.once('exit', () => reject(new Error(`the bench ended before: ${output}`)));
    });
    if (signal !== null) child.kill(signal);
    expect(await ended).toBe(code);
    expect(isPostgres(postgres)).toBe(false);
    expect(fs.existsSync(folder)).toBe(false);
  },
);
