import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { sleep } from '../../db/files.ts';
import { StartError } from '../../start-error.ts';

const READY_TIMEOUT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 60_000;
/** Somebody else may take a free port before the node does. */
const PORT_TRIES = 5;
const LONGEST_REASON = 2_000;
/** Of the last blocks: a reorganisation can be tried with as many. */
const STATES_KEPT = 32;

/**
 * Ends the node when our end of the pipe is closed, however this process ends. The node itself gets
 * neither the pipe nor the terminal's Ctrl-C, so that its state is saved before it is ended.
 */
const WITH_US = `
exec 3<&0
"$0" "$@" </dev/null 3<&- &
node=$!
( while read -r line <&3; do :; done; kill -9 "$node" ) 2>/dev/null &
exec 3<&-
wait "$node"
`;

/** What JSON-RPC of the node answers; a refusal is an Error with its words. */
export type Ask = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>;

export interface Anvil {
  readonly url: string;
  readonly port: number;
  /** Of the group of its processes. */
  readonly pid: number;
  readonly ask: Ask;
  hasEnded(): boolean;
  kill(): Promise<void>;
}

export interface AnvilOptions {
  readonly folder: string;
  readonly chainId: number;
  /** Each transaction gets a block at once; otherwise blocks are mined when asked for. */
  readonly minesAtOnce: boolean;
  /** The port that it had before, if that is free. */
  readonly port: number | null;
}

/** @throws StartError where this machine cannot run it */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const program = findAnvil();
  let reason = '';
  for (let tried = 0; tried < PORT_TRIES; tried += 1) {
    const port = await freePort(tried === 0 ? options.port : null);
    const started = await spawnAnvil(program, port, options);
    if (typeof started !== 'string') return started;
    reason = started;
  }
  throw new StartError(`The node of the test chain does not start: ${reason}`);
}

function findAnvil(): string {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${processor}`;
  try {
    const require = createRequire(import.meta.url);
    const parent = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
    const folder = path.dirname(parent.resolve(`${name}/package.json`));
    return path.join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch {
    throw new StartError(`There is no test chain for this machine: ${name} is not installed.`);
  }
}

/** The node when it answers; otherwise why it does not. */
async function spawnAnvil(
  program: string,
  port: number,
  { folder, chainId, minesAtOnce }: AnvilOptions,
): Promise<Anvil | string> {
  const parameters = [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    ...['--accounts', '0', '--quiet', '--no-cors', '--no-request-size-limit'],
    ...['--cache-path', path.join(folder, 'cache')],
    ...(minesAtOnce ? [] : ['--no-mining', '--prune-history', String(STATES_KEPT)]),
  ];
  const isWindows = process.platform === 'win32';
  const child = isWindows
    ? spawn(program, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn('/bin/sh', ['-c', WITH_US, program, ...parameters], {
        cwd: folder,
        detached: true,
        env: {},
        stdio: ['pipe', 'ignore', 'pipe'],
      });
  const { lastWords, hasEnded } = follow(child);
  const url = `http://127.0.0.1:${port}`;
  const ask = asking(url);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!hasEnded()) {
    const answer = await ask<string>('eth_chainId').catch(() => null);
    if (answer !== null && BigInt(answer) === BigInt(chainId)) {
      const kill = () => end(child, hasEnded);
      return { url, port, pid: child.pid ?? 0, ask, hasEnded, kill };
    }
    if (Date.now() > deadline) await end(child, hasEnded);
    else await sleep(10);
  }
  return lastWords() || 'it ended at once';
}

function follow(child: ChildProcess) {
  let words = '';
  let isOver = false;
  child.stderr?.on('data', (part: Buffer) => {
    words = `${words}${part.toString()}`.slice(-LONGEST_REASON);
  });
  child.on('error', (error) => {
    words = error.message;
    isOver = true;
  });
  child.on('exit', () => {
    isOver = true;
    child.stdin?.destroy();
  });
  child.stdin?.on('error', () => undefined);
  child.unref();
  for (const pipe of [child.stdin, child.stderr]) (pipe as net.Socket | null)?.unref();
  return { lastWords: () => words.trim(), hasEnded: () => isOver };
}

async function end(child: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (child.pid !== undefined) killGroup(child.pid);
  while (!hasEnded()) await sleep(5);
}

/** Ends a node and what was started with it; one that has ended already is no error. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function asking(url: string): Ask {
  return async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const { result, error } = (await response.json()) as {
      result?: T;
      error?: { message: string };
    };
    if (error) throw new Error(`The test chain refuses ${method}: ${error.message}`);
    return result as T;
  };
}

function freePort(wanted: number | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => (wanted === null ? reject(error) : resolve(freePort(null))));
    probe.listen(wanted ?? 0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
