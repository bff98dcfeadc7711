import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chooseRunner } from '@assay/platform/db/binaries';
import { serverUrl } from '@assay/platform/db/embedded';
import { databaseName, prepareLocation } from '@assay/platform/db/location';
import { ROOT } from './bundle.ts';

const BUILT = ['server/main.js', 'web/index.html', 'console/index.html'];
const READY_MS = 240_000;

/** A free port, for a server that prints another address than the one that it listens on. */
export async function freePort(): Promise<number> {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as net.AddressInfo;
  taken.close();
  return port;
}

/** A server with a data folder that is deleted at the end: the built one as `npm start` runs it. */
export class Server {
  readonly #script: readonly string[];
  readonly #settings: Readonly<Record<string, string>>;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #port = '0';
  address = '';
  /** The one-time links to the console, as printed by the latest start. */
  consoleLinks: readonly string[] = [];
  /** Where the console is; passkeys need it by name. */
  consoleAddress = '';

  /** `settings` beside the usual ones; `script`: another server, and its arguments. */
  constructor(
    script: readonly string[] = [path.join(ROOT, 'dist/server/main.js')],
    settings: Readonly<Record<string, string>> = {},
  ) {
    this.#script = script;
    this.#settings = settings;
    for (const file of BUILT) {
      if (fs.existsSync(path.join(ROOT, 'dist', file))) continue;
      throw new Error(`dist/${file} is missing: run node tools/build.mjs first.`);
    }
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-e2e-'));
    // The embedded database may run as another user, who needs access to the folder.
    fs.chmodSync(this.#folder, 0o755);
  }

  /** Starts the server on a free port; a second start uses the same port and the same data. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, this.#script, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: this.#port,
        HOST: '127.0.0.1',
        DATA_DIR: this.#folder,
        DATABASE_URL: '',
        SMTP_URL: '',
        FEED: 'simulated',
        HISTORY_DAYS: '2',
        TRIAL_CHAIN: 'off',
        // Journeys run from right to left, too.
        LANGUAGES: 'all',
        KIT_PAGE: 'on',
        LIMITS_FACTOR: '1000',
        LOG_LEVEL: 'error',
        ...this.#settings,
      },
    });
    this.#child = child;
    const output = await startOutputOf(child);
    const { PORT } = this.#settings;
    const printed = /web app\s+(http:\/\/[^\s/]+)/.exec(output)?.[1] ?? '';
    this.address = PORT === undefined ? printed : `http://127.0.0.1:${PORT}`;
    this.consoleLinks = [...output.matchAll(/console\s+(http:\S+)/g)].map(([, link]) => link ?? '');
    // A server of the tests may have no console.
    this.consoleAddress = this.consoleLink === '' ? '' : new URL(this.consoleLink).origin;
    this.#port = new URL(this.address).port;
  }

  get consoleLink(): string {
    return this.consoleLinks[0] ?? '';
  }

  /** Stops the server as an operator would; its data remain. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  /** For a server that reacts to signals. */
  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Ends the server in the middle of whatever it does. Its database outlives it. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** For a look at the tables, while the server or its database runs. */
  get databaseUrl(): string {
    const place = prepareLocation(path.join(this.#folder, 'postgres'), chooseRunner());
    return serverUrl(place, databaseName);
  }

  /** The node of the trial's chain. */
  get chainUrl(): string {
    const file = path.join(this.#folder, 'chain/node.json');
    const { port } = JSON.parse(fs.readFileSync(file, 'utf8')) as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    await this.stop();
    // What the server has started may still write its last file.
    const patience = { maxRetries: 10, retryDelay: 300 };
    fs.rmSync(this.#folder, { recursive: true, force: true, ...patience });
  }
}

/** What the server prints until it is ready. Rejects with all its output if it exits instead. */
function startOutputOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`the server ${why}:\n${output}`));
    const timer = setTimeout(() => fail('was not ready in time'), READY_MS);
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (!/^ *health /m.test(output)) return;
      clearTimeout(timer);
      resolve(output);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
