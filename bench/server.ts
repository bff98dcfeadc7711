import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanAtExit } from './leftovers.ts';

/**
 * The real server as `npm start` runs it, with a database of its own, for the length of a bench.
 */
export interface BenchServer {
  readonly address: string;
  /** Enters the console once; empty where the data exist already. */
  readonly consoleLink: string;
  readonly pid: number;
  /** DATA_DIR. */
  readonly folder: string;
  /** Ends the server; its folder is removed unless another start needs it. */
  stop(options?: { readonly keep?: boolean }): Promise<void>;
}

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const BUNDLE = path.join(ROOT, 'dist/server/main.js');
const READY_MS = 120_000;
/** The first start fills in the price history in the background; figures then would be useless. */
const QUIET_SHARE = 0.15;
const QUIET_PATIENCE_S = 120;

/**
 * Starts the built server with simulated prices and with limits high enough for a load test, in a
 * new folder or in that of an earlier one.
 */
export async function startBenchServer(
  env: Record<string, string> = {},
  folder = newFolder(),
): Promise<BenchServer> {
  if (!fs.existsSync(BUNDLE)) throw new Error('build first: node tools/build.mjs');
  const child = spawn(process.execPath, [BUNDLE], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      FEED: 'simulated',
      TRIAL_CHAIN: 'off',
      LOG_LEVEL: 'error',
      LIMITS_FACTOR: '1000000',
      ...env,
    },
  });
  cleanAtExit({ folder, database: path.join(folder, 'postgres'), server: child });
  const { address, consoleLink } = await firstAddresses(child);
  await quiet(address);
  return {
    address,
    consoleLink,
    pid: child.pid as number,
    folder,
    stop: async ({ keep = false } = {}) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!keep) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

function firstAddresses(
  child: ChildProcess,
): Promise<Pick<BenchServer, 'address' | 'consoleLink'>> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`not ready: ${text}`)), READY_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /web app\s+(http:\/\/[^\s/]+)/.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      // By number: looking the name up for each connection would be measured too.
      const address = found.replace('localhost', '127.0.0.1');
      resolve({ address, consoleLink: /console\s+(http:\S+)/.exec(text)?.[1] ?? '' });
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}

/** Waits until the idle server uses little of a core. */
async function quiet(address: string): Promise<void> {
  let before = await cpuSeconds(address);
  for (let waited = 0; waited < QUIET_PATIENCE_S; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = await cpuSeconds(address);
    if (now - before < QUIET_SHARE) return;
    before = now;
  }
}

async function cpuSeconds(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}
