import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseRunner } from '@assay/platform/db/binaries';
import { serverUrl, startEmbedded, stopEmbedded } from '@assay/platform/db/embedded';
import { databaseName, prepareLocation, type ServerLocation } from '@assay/platform/db/location';
import { runningPostmaster } from '@assay/platform/db/postmaster';
import type { HealthReport } from '@assay/platform/http/health';
import { Client, type Received } from '@assay/platform/testing/client';
import { root } from '../tree.ts';
import { Child, family, pause } from './child.ts';
import { BOOKS_ONLY } from './load.ts';
import { AGAIN, type Answer, type Session, type Target } from './target.ts';

const OK = 0;
const REFUSED = 1;

/** The whole server as it is shipped, over HTTP. It runs its own database, which outlives it. */
export class ServerTarget implements Target {
  readonly name = 'server';
  readonly markets = ['BTCUSDT'];
  readonly parts = [];
  readonly load = BOOKS_ONLY;
  readonly #port: number;
  readonly #folder: string;
  readonly #client: Client;
  #child: Child | null = null;

  /** `folder`: what another one has left; without it one of its own is made. */
  constructor(port: number, folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-kill9-'))) {
    this.#port = port;
    this.#folder = folder;
    this.#client = new Client(`http://127.0.0.1:${port}`);
    fs.chmodSync(this.#folder, 0o755);
  }

  get folder(): string {
    return this.#folder;
  }

  async prepare(): Promise<void> {
    await this.restart();
  }

  async sessions(count: number): Promise<Session[]> {
    const sessions: Session[] = [];
    for (let i = 0; i < count; i += 1) sessions.push(await this.#session());
    return sessions;
  }

  async price(): Promise<number> {
    const [market = ''] = this.markets;
    const { data } = await this.#client.get('getDepth', { market, limit: '5' });
    const [bid, ask] = [data?.bids?.[0]?.[0], data?.asks?.[0]?.[0]];
    const known = bid ?? ask;
    if (known === undefined) throw new Error(`no price of ${market}: ${JSON.stringify(data)}`);
    return Math.round(Number(known));
  }

  databaseUrl(): string {
    return serverUrl(this.#place(), databaseName);
  }

  async kill(what: 'engine' | 'database' | 'both'): Promise<void> {
    if (what !== 'engine') {
      const pid = runningPostmaster(this.#place().data);
      if (pid !== null) for (const one of family(pid)) process.kill(one, 'SIGKILL');
    }
    if (what !== 'database') {
      await this.#child?.kill();
      this.#child = null;
    }
  }

  async restart(): Promise<void> {
    if (this.#child === null) {
      this.#child = new Child(script(), {
        PORT: String(this.#port),
        DATA_DIR: this.#folder,
        DATABASE_URL: '',
        FEED: 'simulated',
        HISTORY_DAYS: '1',
        TRIAL_CHAIN: 'off',
        LIMITS_FACTOR: '100000',
        LOG_LEVEL: 'error',
      });
      await this.#child.prints(/is ready/);
    }
    while (!(await this.#isHealthy())) {
      const lastWords = this.#child.lastWords;
      if (lastWords !== null) throw new Error(`the server ended by itself: ${lastWords}`);
      await pause(5);
    }
  }

  /** After this long: that it works, which parts do not, or its last words. */
  async endAfter(ms: number): Promise<string> {
    const until = performance.now() + ms;
    let words = '';
    const ended = this.restart().catch((error) => {
      words = `does not start: ${error}`;
    });
    let end = 'says nothing';
    while (performance.now() < until && words === '') {
      await Promise.race([ended, pause(200)]);
      const answer = await this.#client.send('GET', '/health').catch(() => null);
      if (answer !== null) end = wordsOf(JSON.parse(answer.text));
      await pause(200);
    }
    return words === '' ? end : words;
  }

  async stop(): Promise<void> {
    await this.#child?.stop();
    this.#child = null;
    await startEmbedded({ folder: this.#databaseFolder(), owned: false });
  }

  async clean(): Promise<void> {
    await this.#child?.kill();
    this.#client.close();
    await stopEmbedded(this.#databaseFolder());
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #databaseFolder(): string {
    return path.join(this.#folder, 'postgres');
  }

  #place(): ServerLocation {
    return prepareLocation(this.#databaseFolder(), chooseRunner());
  }

  async #isHealthy(): Promise<boolean> {
    const { status } = await this.#client.send('GET', '/health').catch(() => ({ status: 0 }));
    return status === 200;
  }

  /** The virtual account of a visitor, with funds and a session. */
  async #session(): Promise<Session> {
    const opened = await this.#client.post('tempLogin', {});
    const { token, userId } = opened.data ?? {};
    if (typeof token !== 'string') throw new Error(`tempLogin: ${opened.text}`);
    return {
      actor: Number(userId),
      engineId: (call, cid) => `${userId}:${call}:${cid}`,
      send: async (call, body, cid) => {
        const fields = { ...body, cid };
        const received = await this.#client.post(call, fields, { token }).catch(() => null);
        return received === null ? AGAIN : answerOf(received);
      },
    };
  }
}

function wordsOf({ ok, parts }: HealthReport): string {
  if (ok) return 'works';
  const down = Object.entries(parts).filter(([, part]) => !part.ok);
  return down.map(([name, { detail }]) => `${name}: ${detail}`).join('; ');
}

function answerOf({ code, data }: Received): Answer {
  if (code !== OK && code !== REFUSED) return AGAIN;
  return {
    kind: 'done',
    ok: code === OK,
    text: JSON.stringify(data),
    receipt: data.receipt ?? null,
    refusal: data.refusal ?? null,
    orderId: data.order?.id ?? null,
  };
}

/** The built server when there is one, else the sources. */
function script(): string[] {
  const built = path.join(root, 'dist', 'server', 'main.js');
  if (fs.existsSync(built)) return [built];
  return ['--import', 'tsx', path.join(root, 'apps', 'server', 'main.ts')];
}
