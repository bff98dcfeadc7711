import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Realm } from '@assay/core/ledger/realm';
import { apiKeyMigrations, createApiKeys } from '@assay/modules/api-keys';
import { PublishedCalendars } from '@assay/modules/feeds';
import { CountryPolicy, identityMigrations } from '@assay/modules/identity';
import type { ApiMoney, TradingApi } from '@assay/modules/trading-api';
import type { SettableClock } from '@assay/platform/clock';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { Reading } from '@assay/platform/http/reading';
import { createHttp, type Http } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Hub } from '@assay/platform/streams/hub';
import { scaleSocketLimits } from '@assay/platform/streams/socket-limits';
import { Sockets } from '@assay/platform/streams/sockets';
import { Client, type Received } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { connectApis, createApis } from '../api.ts';
import { limitTable } from '../limits.ts';
import { engineTables } from '../migrations.ts';
import { type Pricing, startPricing } from '../pricing.ts';
import { startTrading, type Trading } from '../trading.ts';
import { startTestRealm, type TestRealm, type TestRealmOptions } from './test-realm.ts';
import { tokenOf, trusting } from './test-server.ts';

export interface TestApiOptions extends Omit<TestRealmOptions, 'db' | 'realm' | 'clock'> {
  /** The factor of the API's limits; by default so high that no request reaches them. */
  readonly factor?: number;
  /** What reading may take; by default any number of bytes. */
  readonly reading?: Reading;
  /** Money in and out of the real realm; by default there is none. */
  readonly money?: ApiMoney;
}

/** A key of a user as its owner has it. */
export interface TestKey {
  readonly id: number;
  readonly name: string;
  /** Of an hmac key: what its requests are signed with. */
  readonly secret: string;
  /** Of an ed25519 key. */
  readonly privateKey: KeyObject | null;
  readonly userId: number;
  readonly realm: Realm;
}

export interface TestKeyOptions {
  readonly realm?: Realm;
  readonly kind?: 'hmac' | 'ed25519';
  readonly permission?: 'read' | 'trade';
  readonly ips?: string;
}

/** What an endpoint answered: status, headers, and the JSON of it. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Received['headers'];
  readonly text: string;
  /** Of any shape: tests read its fields. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/**
 * Both realms behind the product's HTTP server with the trading API, and keys that are made by the
 * product's own call. The clock runs, because clients use their own. The only prices are those that
 * a test records.
 *
 * ```ts
 * const api = await startTestApi({ house: {} });
 * const alice = await api.demo.newUser({ USDT: '1000' });
 * const key = await api.key(alice);
 * const answer = await api.signed(key, 'POST', '/api/v3/order', { symbol: 'BTCUSDT', … });
 * await api.stop();
 * ```
 */
export interface TestApi {
  /** http://127.0.0.1:port */
  readonly origin: string;
  readonly http: Http;
  readonly hub: Hub;
  readonly trading: Trading;
  readonly pricing: Pricing;
  readonly apis: readonly TradingApi[];
  readonly demo: TestRealm;
  readonly real: TestRealm;
  readonly clock: SettableClock;
  readonly db: TestDatabase;
  readonly client: Client;
  /** One of our own calls by a user of the virtual account. */
  get(user: number, name: string, fields?: Record<string, string>): Promise<Received>;
  post(user: number, name: string, fields?: object): Promise<Received>;
  /** Makes a key; by default one that may trade, in the virtual account. */
  key(userId: number, options?: TestKeyOptions): Promise<TestKey>;
  revoke(key: TestKey): Promise<void>;
  /** A request as it stands; `path` is below the realm's base. */
  send(
    method: string,
    path: string,
    query: string,
    sent?: { key?: TestKey; body?: string; type?: string; realm?: Realm },
  ): Promise<ApiAnswer>;
  /** A signed request: parameters in the query, or of a POST in the body. */
  signed(
    key: TestKey,
    method: string,
    path: string,
    params?: Readonly<Record<string, string | number>>,
  ): Promise<ApiAnswer>;
  stop(): Promise<void>;
}

const BASES: Readonly<Record<Realm, string>> = { real: '', demo: '/demo' };

/** Simulated prices, nothing announced, and nothing listed by staff. */
const SETTLED = {
  config: { FEED: 'simulated', FEED_REPLAY_DIR: '', HISTORY_DAYS: 1, PYTH_API_KEY: '' },
  parameters: { announced: () => null },
  listings: { views: () => [] },
} as const;
/** Nobody here has chosen to prove trades. */
const UNGUARDED = {
  identity: { proveTrade: () => null, addPersonalRecords: () => undefined },
  policyOf: async () => new CountryPolicy('byCountry', false).of('DE'),
  evidence: () => {
    throw new Error('nothing here has a log of ticks');
  },
};

/** As much of identity as keys need; who they belong to is trusted. */
const identity = {
  authenticator: trusting,
  reauthenticate: async () => null,
  abandoned: async () => [],
  onPasswordReset: () => undefined,
  onAccountTaken: () => undefined,
  restrictionsOf: async () => [],
  noteApiKey: async () => undefined,
  addPersonalRecords: () => undefined,
};

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { log = silentLog, factor = 10_000, reading = new Reading() } = options;
  const clock = runningClock();
  const owner = await createTestDatabase([
    ...engineTables(options.parts),
    ...identityMigrations(),
    ...apiKeyMigrations(),
  ]);
  const { app: db } = owner;
  const demo = await startTestRealm({ ...options, clock, db: owner, realm: 'demo' });
  const real = await startTestRealm({ ...options, clock, db: owner, realm: 'real' });
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-api-'));
  const messages = new Messages();
  const hub = new Hub({ authenticator: trusting, log });
  const engines = { real: real.engine, demo: demo.engine };
  const ground = { engines, db, hub, messages };
  const trading = await startTrading({ ...ground, clock, ...UNGUARDED, pricing: () => pricing });
  const rest = { ...SETTLED, calendars: new PublishedCalendars(db), trading, clock, log };
  const pricing: Pricing = await startPricing({ ...ground, ...rest });
  // These users have nothing to prove, and no account is deleted.
  messages.add({
    en: {
      'refusal.passwordWrong': 'The password is wrong.',
      'refusal.stepUpNeeded': 'Please confirm that it is you.',
      'refusal.stepUpWrong': 'The confirmation is over or is for something else.',
      'refusal.settingsLocked': 'The security settings are locked.',
      'refusal.sessionEnded': 'You were logged out meanwhile.',
    },
  });
  const apiKeys = await createApiKeys({ database: db, dataDir, messages, identity, log });
  const sockets = new Sockets({ limits: scaleSocketLimits(factor) });
  const given = { ...ground, ...apiKeys, log, clock, sockets, factor, reading };
  const { money } = options;
  const apis = createApis({ ...given, trading, pricing, ...(money && { money }) });
  const http = createHttp({
    authenticator: trusting,
    calls: [...trading.calls, ...pricing.calls, apiKeys.calls],
    log,
    messages,
    clock,
    limits: new Limits(scaleLimits(limitTable, 10_000)),
    reading,
    surfaces: apis.flatMap(({ surfaces }) => surfaces),
    checkOutputs: true,
  });
  http.onUpgrade('/web/stream', hub.upgrade);
  connectApis(apis, engines, pricing, http);
  const origin = await http.listen(0, '127.0.0.1');
  const client = new Client(origin);
  return {
    origin,
    http,
    hub,
    trading,
    pricing,
    apis,
    demo,
    real,
    clock,
    db: owner,
    client,
    ...asking(owner, client, clock),
    stop: async () => {
      client.close();
      const stopped = http.stop();
      hub.close();
      for (const one of apis) one.stop();
      sockets.close();
      await stopped;
      await demo.stop();
      await real.stop();
      await owner.drop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

/** How tests send requests: our own calls, requests of the API, and keys for these. */
function asking(
  db: TestDatabase,
  client: Client,
  clock: SettableClock,
): Pick<TestApi, 'get' | 'post' | 'key' | 'revoke' | 'send' | 'signed'> {
  const send: TestApi['send'] = async (method, route, query, sent = {}) => {
    const { key, body = '', realm = key?.realm ?? 'demo' } = sent;
    const type = sent.type ?? 'application/x-www-form-urlencoded';
    const answer = await client.send(method, `${BASES[realm]}${route}${query && `?${query}`}`, {
      headers: key === undefined ? {} : { 'x-mbx-apikey': key.name },
      ...(method !== 'GET' && { raw: { type, text: body } }),
    });
    const { status, headers, text } = answer;
    return { status, headers, text, body: JSON.parse(text) };
  };
  return {
    get: (user, name, fields) => client.get(name, fields, { token: tokenOf('demo', user) }),
    post: (user, name, fields) => client.post(name, fields, { token: tokenOf('demo', user) }),
    key: (userId, wish) => makeKey(db, client, userId, wish),
    revoke: async ({ id, realm, userId }) => {
      const token = tokenOf(realm, userId);
      const { code, text } = await client.post('revokeApiKey', { apiKeyId: id }, { token });
      if (code !== 0) throw new Error(text);
    },
    send,
    signed: (key, method, route, params = {}) => {
      const text = signedText(key, { ...params, timestamp: clock.now() });
      return method === 'POST'
        ? send(method, route, '', { key, body: text })
        : send(method, route, text, { key });
    },
  };
}

/** Parameters with their signature. */
export function signedText(
  key: TestKey,
  params: Readonly<Record<string, string | number>>,
): string {
  const pairs = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const text = new URLSearchParams(pairs).toString();
  return `${text}&signature=${encodeURIComponent(signatureOf(key, text))}`;
}

/** The signature of a text, as a client makes it. */
export function signatureOf({ secret, privateKey }: TestKey, text: string): string {
  if (privateKey !== null) return sign(null, Buffer.from(text), privateKey).toString('base64');
  return createHmac('sha256', secret).update(text).digest('hex');
}

async function makeKey(
  db: TestDatabase,
  client: Client,
  userId: number,
  { realm = 'demo', kind = 'hmac', permission = 'trade', ips = '' }: TestKeyOptions = {},
): Promise<TestKey> {
  await db.pool.query(
    `insert into person (user_id, created_at, country, invitation_code, demo_only)
     values ($1, 0, '', $2, true) on conflict do nothing`,
    [userId, String(userId).padStart(8, '0')],
  );
  const pair = kind === 'ed25519' ? generateKeyPairSync('ed25519') : null;
  const publicKey = pair?.publicKey.export({ type: 'spki', format: 'pem' });
  const fields = { label: 'test', kind, permission, ips, ...(publicKey && { publicKey }) };
  const token = tokenOf(realm, userId);
  const { code, data, text } = await client.post('createApiKey', fields, { token });
  if (code !== 0) throw new Error(text);
  return {
    id: data.apiKey.apiKeyId,
    name: data.apiKey.name,
    secret: data.secret ?? '',
    privateKey: pair?.privateKey ?? null,
    userId,
    realm,
  };
}

/** The time of this machine, which a test may move. */
export function runningClock(): SettableClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    set: (at) => {
      ahead = at - Date.now();
    },
    advance: (ms) => {
      ahead += ms;
    },
  };
}
