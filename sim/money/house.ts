import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chooseRunner } from '@assay/platform/db/binaries';
import { connectDatabase, type Database } from '@assay/platform/db/database';
import { serverUrl, stopEmbedded } from '@assay/platform/db/embedded';
import { databaseName, prepareLocation } from '@assay/platform/db/location';
import { Client } from '@assay/platform/testing/client';
import { Child, family, pause } from '../kill9/child.ts';
import { root } from '../tree.ts';

const main = path.join(root, 'dist/server/main.js');
const USDT = 100_000_000;
const WINDOW = {
  ...{ withdrawalFrom: [0, 720], withdrawalsPerDay: [1_000, 2] },
  // More than that leaves by a plan.
  withdrawalMost: [200 * USDT, 200_000 * USDT],
} as const;
/** A busy machine may have no connection left for a server that begins. */
const STARTS_MAX = 5;
const BUSY = 'connection timeout';

/** Who can be killed; the server is also who watches the chain. */
export const PARTS = ['server', 'signer', 'node'] as const;
export type Part = (typeof PARTS)[number];

/** The built server with the chain and the signer of its trial; each part can be killed. */
export class House {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-money-'));
  readonly client: Client;
  readonly #port: number;
  #child: Child | null = null;
  #db: Database | null = null;

  static async open(): Promise<House> {
    if (!fs.existsSync(main)) throw new Error('run node tools/build.mjs first');
    const house = new House(await freePort());
    try {
      await house.start();
      await house.#widen();
      // Parameters are read at a start.
      await house.kill('server');
      await house.start();
      return house;
    } catch (error) {
      await house.close();
      throw error;
    }
  }

  private constructor(port: number) {
    this.#port = port;
    this.client = new Client(`http://127.0.0.1:${port}`);
    fs.chmodSync(this.folder, 0o755);
  }

  /** Its tables, by whoever may do everything there. */
  get db(): Database {
    if (this.#db === null) {
      const place = prepareLocation(path.join(this.folder, 'postgres'), chooseRunner());
      this.#db = connectDatabase(serverUrl(place, databaseName), { poolSize: 4 });
    }
    return this.#db;
  }

  /** Starts the server; again where the machine was too busy for it, as whoever runs one does. */
  async start(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      try {
        return await this.#startOnce();
      } catch (error) {
        if (starts >= STARTS_MAX || !String(error).includes(BUSY)) throw error;
        console.error('the machine was too busy for a start');
        await this.kill('server');
      }
    }
  }

  async #startOnce(): Promise<void> {
    this.#child ??= new Child([main], {
      PORT: String(this.#port),
      DATA_DIR: this.folder,
      DATABASE_URL: '',
      FEED: 'simulated',
      HISTORY_DAYS: '1',
      TRIAL_CHAIN: 'on',
      LIMITS_FACTOR: '100000',
      LOG_LEVEL: 'warn',
    });
    await this.#child.prints(/^ *health /m);
  }

  /** What it said last, where it has ended by itself. */
  get lastWords(): string | null {
    return this.#child?.lastWords ?? null;
  }

  /** Kills a part at this moment. The node and the signer are started again by the server. */
  async kill(part: Part): Promise<void> {
    if (part === 'server') {
      await this.#child?.kill();
      this.#child = null;
      return;
    }
    for (const pid of this.pidsOf(part)) kill(pid, 'SIGKILL');
  }

  /** Lets a part do nothing for so long, and then go on as if nothing had been. */
  async freeze(part: Part, ms: number): Promise<void> {
    const pids = this.pidsOf(part);
    for (const pid of pids) kill(pid, 'SIGSTOP');
    await pause(ms);
    for (const pid of pids) kill(pid, 'SIGCONT');
  }

  /** The processes of a part; none while it is not there. */
  pidsOf(part: Part): number[] {
    if (this.#child === null) return [];
    if (part === 'server') return [this.#child.pid];
    const all = familyOf(this.#child.pid);
    const name = part === 'signer' ? '/signer/main.js' : 'anvil';
    return all.filter((pid) => commandOf(pid).includes(name));
  }

  /** Asks the node; throws while there is none. */
  async ask<T>(method: string, ...params: unknown[]): Promise<T> {
    const node = JSON.parse(fs.readFileSync(path.join(this.folder, 'chain/node.json'), 'utf8'));
    const response = await fetch(`http://127.0.0.1:${node.port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    });
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.db.pool.query<T>(text, values)).rows;
  }

  async close(): Promise<void> {
    await this.kill('server');
    this.client.close();
    await this.#db?.close();
    await stopEmbedded(path.join(this.folder, 'postgres'));
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Money may leave at any hour and often, as staff could have published. */
  async #widen(): Promise<void> {
    for (const [parameter, [value, before]] of Object.entries(WINDOW)) {
      await this.db.pool.query(
        `insert into parameter_version (parameter, subject, value, before, reason, signers,
           published_at, takes_effect_at) values ($1, '', $2, $3, 'campaign', '{1,2}', 0, 0)`,
        [parameter, value, before],
      );
    }
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** Everything below a process. */
function familyOf(pid: number): number[] {
  const [, ...children] = family(pid);
  return children.flatMap((child) => [child, ...familyOf(child)]);
}

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function freePort(): Promise<number> {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as net.AddressInfo;
  taken.close();
  return port;
}
