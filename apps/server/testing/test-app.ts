import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Clock, systemClock } from '@assay/platform/clock';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client, cookiesOf, type Received } from '@assay/platform/testing/client';
import { createTestDatabase, urlsOf } from '@assay/platform/testing/database';
import { vi } from 'vitest';
import { type App, startApp } from '../app.ts';
import { serverTables } from '../migrations.ts';

/** A visitor's virtual account with a key for programs. */
export interface ProgramAccount {
  readonly key: string;
  readonly secret: string;
  get(name: string, fields?: Readonly<Record<string, string>>): Promise<Received>;
  post(name: string, fields?: object): Promise<Received>;
}

/**
 * The whole server with simulated prices, for tests that use it as programs do. Its limits are
 * too high to be reached, unless a test sets `LIMITS_FACTOR`.
 *
 * ```ts
 * const server = await startTestApp();
 * const { key, secret } = await server.openAccount(); // 100,000 USDT, below /demo
 * await server.ask('/api/v3/ping');
 * await server.stop();
 * ```
 */
export interface TestApp {
  readonly app: App;
  readonly origin: string;
  readonly client: Client;
  /** Its database and its folder, and what somebody with every right does there. */
  readonly url: string;
  readonly dataDir: string;
  sql(text: string): Promise<unknown>;
  openAccount(permission?: 'read' | 'trade'): Promise<ProgramAccount>;
  /**
   * Resolves while the house quotes both sides of a market in the virtual account: it withdraws its
   * quotes as soon as a price is 2.5 s old, which happens where the machine is busy.
   */
  quoted(market?: string): Promise<void>;
  /** Places a market order that is filled, again while nobody quotes. */
  deal(of: ProgramAccount, order: Deal): Promise<void>;
  /** A request without a key. */
  ask(address: string, init?: RequestInit): Promise<Answer>;
  /** A request that is signed with the key of an account; the address goes below /demo. */
  askSigned(
    of: ProgramAccount,
    address: string,
    query?: string,
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE',
  ): Promise<Answer>;
  stop(): Promise<void>;
}

interface Deal {
  readonly market: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Of any shape: tests read its fields. */
  readonly json: Received['data'];
}

const PATIENCE = { timeout: 50_000, interval: 200 };

export async function startTestApp(
  settings: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<TestApp> {
  const db = await createTestDatabase(serverTables());
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-app-'));
  const own = {
    ...{ PORT: '0', FEED: 'simulated', HISTORY_DAYS: '1' },
    ...{ TRIAL_CHAIN: 'off', LIMITS_FACTOR: '10000' },
  };
  const places = { DATA_DIR: dataDir, ...urlsOf(db) };
  const config = readConfig({ ...own, ...places, ...settings });
  const app = await startApp({ config, clock, log: silentLog });
  const client = new Client(app.address);
  const ask: TestApp['ask'] = async (address, init) => {
    const response = await fetch(`${app.address}${address}`, init);
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return {
    app,
    origin: app.address,
    client,
    url: db.url,
    dataDir,
    sql: (text) => db.pool.query(text),
    openAccount: (permission = 'trade') => openAccount(client, permission),
    quoted: async (market = 'BTCUSDT') => {
      const bothSides = async () => {
        const { json } = await ask(`/demo/api/v3/depth?symbol=${market}&limit=5`);
        return json.bids.length > 0 && json.asks.length > 0;
      };
      await vi.waitUntil(bothSides, PATIENCE);
    },
    deal: async (of, order) => {
      const isPlaced = async () => {
        const { code, data, text } = await of.post('placeOrder', { ...order, type: 'market' });
        if (data?.refusal === 'noLiquidity') return false;
        if (code !== 0) throw new Error(`no deal: ${text}`);
        return true;
      };
      await vi.waitUntil(isPlaced, PATIENCE);
    },
    ask,
    askSigned: ({ key, secret }, address, query = '', method = 'GET') => {
      const signed = `${query === '' ? '' : `${query}&`}timestamp=${Date.now()}`;
      const signature = createHmac('sha256', secret).update(signed).digest('hex');
      const headers = { 'x-mbx-apikey': key };
      return ask(`/demo${address}?${signed}&signature=${signature}`, { method, headers });
    },
    stop: async () => {
      client.close();
      await app.stop();
      await db.drop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

async function openAccount(client: Client, permission: 'read' | 'trade'): Promise<ProgramAccount> {
  const entered = await client.post('tempLogin', {}, { browser: true });
  const session = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const made = await client.post(
    'createApiKey',
    { label: 'test', kind: 'hmac', permission },
    session,
  );
  if (made.code !== 0) throw new Error(`no key was made: ${made.text}`);
  return {
    key: made.data.apiKey.name,
    secret: made.data.secret,
    get: (name, fields) => client.get(name, fields, session),
    post: (name, fields) => client.post(name, fields, session),
  };
}
