import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** How long a process may take until it says that it is ready; a campaign outlives busy minutes. */
const READY_MS = 600_000;

/** A process of ours that can be killed at any moment. */
export class Child {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #output = '';

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    this.#process = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process.stdout?.on('data', (text) => this.#read(text));
    this.#process.stderr?.on('data', (text) => this.#read(text));
    this.#ended = new Promise((resolve) => this.#process.once('exit', () => resolve()));
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Its last words once it has ended, else null. */
  get lastWords(): string | null {
    const { exitCode, signalCode } = this.#process;
    return exitCode === null && signalCode === null ? null : this.#output.slice(-2_000);
  }

  /** The first match in what it prints; throws with its last output when it ends before. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = Date.now() + READY_MS;
    while (Date.now() < deadline) {
      const found = pattern.exec(this.#output);
      if (found !== null) return found;
      if (this.lastWords !== null) break;
      await pause(20);
    }
    const { exitCode, signalCode } = this.#process;
    const state = this.lastWords === null ? 'runs' : `ended with ${exitCode ?? signalCode}`;
    throw new Error(`it ${state} and does not print ${pattern}: ${this.#output.slice(-2_000)}`);
  }

  /** Kills it as a power switch would; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to end by itself. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.#ended;
  }

  #read(text: Buffer): void {
    this.#output = (this.#output + text.toString()).slice(-20_000);
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** A postmaster and the processes that it has started, at this moment. Linux only; else itself. */
export function family(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const children = fs.readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = fs.readFileSync(path.join('/proc', name, 'stat'), 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === pid;
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}
