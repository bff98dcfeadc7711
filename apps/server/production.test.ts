import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SILENT_INDEX_MS, silentMarketsJob } from '@assay/modules/markets';
import { CHECK_FOLDER, LOG_KEY, readOrMakeLogKey } from '@assay/platform/check/signer';
import { readConfig } from '@assay/platform/config';
import { migrate } from '@assay/platform/db/migrate';
import { modeOf } from '@assay/platform/installation/installation';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase, urlsOf } from '@assay/platform/testing/database';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type App, startApp } from './app.ts';
import { hostNames } from './host-names.ts';
import { engineTables } from './migrations.ts';
import { missingSettings, refuseUnready } from './production.ts';
import { startTestRealm } from './testing/test-realm.ts';

// Each test starts servers: slow on a busy machine, but speed is not tested here.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let db: TestDatabase;
let dataDir: string;
let app: App | null = null;

beforeAll(async () => {
  db = await createTestDatabase();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-mode-'));
});
afterEach(async () => {
  await app?.stop();
  app = null;
});
afterAll(async () => {
  await db.drop();
  fs.rmSync(dataDir, { recursive: true });
});

const ready = {
  INSTALLATION: 'production',
  FEED: 'live',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Exchange <hello@exchange.example>',
  PUBLIC_URL: 'https://exchange.example',
  TRUST_PROXY: '127.0.0.1',
};

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start(settings: Readonly<Record<string, string>>): Promise<Client> {
  const places = { PORT: '0', DATA_DIR: dataDir, ...urlsOf(db) };
  app = await startApp({ config: readConfig({ ...places, ...settings }), log: silentLog });
  return new Client(app.address);
}

test('OPSX-131 a production names everything that it misses at once', () => {
  const config = readConfig({ INSTALLATION: 'production', FEED: 'simulated', LIMITS_FACTOR: '9' });
  const names = missingSettings(config).map((line) => line.split(':')[0]);
  expect(names).toEqual([
    'FEED',
    'SMTP_URL',
    'MAIL_FROM',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'LIMITS_FACTOR',
  ]);
  expect(missingSettings(readConfig({ ...ready, PUBLIC_URL: 'http://exchange.example' }))).toEqual([
    'PUBLIC_URL: must be an https:// address, so that cookies are secure',
  ]);
  expect(missingSettings(readConfig(ready))).toEqual([]);
  const weaknesses = ['fsync is off', 'the role of DATABASE_URL is a superuser'];
  expect(() => refuseUnready(config, { weaknesses })).toThrow(
    /^A production does not start without:\n {2}FEED: .*\n( {2}.*\n){5} {2}the database: fsync is off\n/,
  );
});

test('OPSX-130 OPSX-131 OPSX-133 an installation says once what it is, and one that was refused has said nothing', async () => {
  // The server of the tests has fsync off, which a production refuses.
  await expect(start(ready)).rejects.toThrow(/without:\n {2}the database: fsync is off/);
  const client = await start({ FEED: 'simulated' });
  const { data } = await client.get('getSetting');
  expect(data.mode).toBe('trial');
  const info = await fetch(`${app?.address}/api/v3/exchangeInfo`);
  expect(await info.json()).toMatchObject({ mode: 'trial' });
  const health = await fetch(`${app?.address}/health`);
  expect(await health.json()).toMatchObject({
    parts: { installation: { ok: true, mode: 'trial' } },
  });
  client.close();
  await app?.stop();
  app = null;
  await expect(start(ready)).rejects.toThrow(
    /was begun as a trial and stays one; INSTALLATION=production/,
  );
  for (const change of [
    "update installation set mode = 'production'",
    'delete from installation',
  ]) {
    await expect(db.pool.query(change)).rejects.toThrow('cannot be changed');
  }
});

test('OPSX-130 one that took commands before there was a choice is a trial', async () => {
  const old = await createTestDatabase();
  try {
    const before = engineTables();
    await migrate(old.app, before);
    expect(await modeOf(old.app, 'production')).toBe('production');
    await old.pool.query('update demo.engine set last_seq = 1');
    await expect(modeOf(old.app, 'production')).rejects.toThrow(/was begun as a trial/);
    expect(await modeOf(old.app, '')).toBe('trial');
  } finally {
    await old.drop();
  }
});

test('OPSX-132 a production has a database of its own accord, no house, no made-up price, secure cookies', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-production-'));
  const port = await freePort();
  const settings = { ...ready, FEED: 'auto', SMTP_URL: 'smtp://127.0.0.1:1', DATA_DIR: folder };
  const begin = async (more: Readonly<Record<string, string>>) => {
    app = await startApp({
      config: readConfig({ ...settings, PORT: String(port), ...more }),
      log: silentLog,
    });
    return new Client(`http://127.0.0.1:${port}`);
  };
  try {
    const client = await begin({});
    const { data } = await client.get('getSetting');
    expect(data).toMatchObject({ mode: 'production', source: 'live' });
    const capital = async (realm: string) => {
      const answer = await client.get('getHouseAccounts', { realm });
      return answer.data.accounts.map(({ owner }: { owner: string }) => owner);
    };
    expect(await capital('real')).not.toContain('house:marketMaker');
    expect(await capital('demo')).toContain('house:marketMaker');
    const entered = await client.post('tempLogin', {}, { browser: true });
    expect(String(entered.headers['set-cookie'])).toMatch(/__Host-.*; Secure/);
    client.close();
    await app?.stop();
    // It need not be said again, and what is missing later stops the start too.
    await expect(begin({ INSTALLATION: '', FEED: 'simulated', SMTP_URL: '' })).rejects.toThrow(
      /without:\n {2}FEED: .*\n {2}SMTP_URL: /,
    );
    await expect(begin({ INSTALLATION: 'trial' })).rejects.toThrow(/begun as a production/);
    app = null;
  } finally {
    await app?.stop();
    app = null;
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('OPSX-132 a market without live prices is halted, and opens with the next one', async () => {
  const realm = await startTestRealm({ house: {} });
  const { engine, clock } = realm;
  const job = silentMarketsJob({
    realm: 'demo',
    markets: () => engine.machines.markets.markets(),
    pricedAt: (index) => engine.machines.feeds.lastIndex(index)?.at,
    submit: (command) => engine.submit(command),
  });
  const look = () => job.run(clock.now(), new AbortController().signal);
  const statusOf = (symbol: string) => engine.machines.markets.market(symbol)?.status;
  const user = await realm.newUser();
  await look();
  expect(statusOf('BTCUSDT')).toBe('halted');
  const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '1' } as const;
  expect(await realm.place(user, { ...order, limitPrice: '90000' })).toMatchObject({
    refusal: 'marketHalted',
  });
  await realm.quote({ BTCUSDT: '96000' });
  await look();
  expect([statusOf('BTCUSDT'), statusOf('ETHUSDT')]).toEqual(['trading', 'halted']);
  clock.advance(SILENT_INDEX_MS);
  await look();
  expect(statusOf('BTCUSDT')).toBe('trading');
  clock.advance(1);
  await look();
  expect(statusOf('BTCUSDT')).toBe('halted');
  await realm.stop();
});

test('OPSX-115 a log key that is missing beside what it signed is not made again', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-key-'));
  const { publicKey } = readOrMakeLogKey(folder);
  expect(readOrMakeLogKey(folder).publicKey).toBe(publicKey);
  fs.mkdirSync(path.join(folder, CHECK_FOLDER));
  fs.writeFileSync(path.join(folder, CHECK_FOLDER, 'real.head'), '{}');
  fs.rmSync(path.join(folder, LOG_KEY));
  expect(() => readOrMakeLogKey(folder)).toThrow(/log\.key is missing/);
  fs.rmSync(folder, { recursive: true });
});

test('HTTP-100 names of the machine, of PUBLIC_URL and of HOST_NAMES are answered', () => {
  const own = ['localhost', '127.0.0.1', '[::1]'];
  expect(hostNames(readConfig({ HOST: '0.0.0.0' }))).toEqual(own);
  const more = { HOST: '::2', PUBLIC_URL: 'https://exchange.example:8443/', HOST_NAMES: 'a.b, c' };
  expect(hostNames(readConfig(more))).toEqual([...own, '[::2]', 'exchange.example', 'a.b', 'c']);
});
