import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SILENT_INDEX_MS, silentMarketsJob } from '@assay/modules/markets';
import { CHECK_FOLDER, LOG_KEY, readOrMakeLogKey } from '@assay/platform/check/signer';
import { readConfig } from '@assay/platform/config';
import { migrate } from '@assay/platform/db/migrate';
import { modeOf } from '@assay/platform/installation/installation';
import { silentLog } from '@assay/platform/log';
import { Client, cookiesOf } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase, urlsOf } from '@assay/platform/testing/database';
import { freePort } from '@assay/platform/testing/free-port';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type App, startApp } from './app.ts';
import { consolePlace } from './console.ts';
import { hostNames, shownAddress } from './host-names.ts';
import { engineTables } from './migrations.ts';
import { missingSettings, refuseUnready, takesQueryTokens } from './production.ts';
import { startTestRealm } from './testing/test-realm.ts';

// Each test starts servers: slow on a busy machine, but speed is not tested here.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

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
  const sms = (SMS_URL: string) => missingSettings(readConfig({ ...ready, SMS_URL }));
  expect(sms('http://gateway.example/send')).toEqual(['SMS_URL: must be https://']);
  expect(sms('http://127.0.0.1:9/send')).toEqual([]);
  const database = (DATABASE_URL: string) =>
    missingSettings(readConfig({ ...ready, DATABASE_URL, DATABASE_OWNER_URL: DATABASE_URL }));
  for (const url of [
    ...['postgres://a:b@localhost/x', 'postgres://a:b@[::1]:5432/x', 'postgres://a:b@127.0.0.1/x'],
    ...['postgres://a:b@db.example/x?sslmode=verify-full', 'postgres://a@%2Frun%2Fpg/x'],
  ]) {
    expect([url, ...database(url)]).toEqual([url]);
  }
  for (const url of [
    ...['postgres://a:b@db.example/x', 'postgres://a:b@db.example/x?sslmode=require'],
    ...[
      'postgres://a:b@db.example/x?sslmode=no-verify',
      'postgres://a:b@localhost/x?host=10.0.0.9',
    ],
  ]) {
    expect([url, ...database(url)]).toEqual([
      url,
      'DATABASE_URL: on another machine it needs ?sslmode=verify-full',
      'DATABASE_OWNER_URL: on another machine it needs ?sslmode=verify-full',
    ]);
  }
  const weaknesses = ['fsync is off', 'the role of DATABASE_URL is a superuser'];
  expect(() => refuseUnready(config, { weaknesses })).toThrow(
    /^A production does not start without:\n {2}FEED: .*\n( {2}.*\n){5} {2}the database: fsync is off\n/,
  );
});

test('OPSX-130 OPSX-131 OPSX-133 OPSX-115 an installation says once what it is and by which key it signs, and one that was refused has said nothing', async () => {
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
    'delete from log_key',
  ]) {
    await expect(db.pool.query(change)).rejects.toThrow('cannot be changed');
  }
  const key = path.join(dataDir, LOG_KEY);
  const kept = fs.readFileSync(key);
  fs.rmSync(key);
  fs.rmSync(path.join(dataDir, CHECK_FOLDER), { recursive: true, force: true });
  await expect(start({ FEED: 'simulated' })).rejects.toThrow(/log\.key is missing/);
  expect(fs.existsSync(key)).toBe(false);
  readOrMakeLogKey(dataDir);
  await expect(start({ FEED: 'simulated' })).rejects.toThrow(/log\.key is not the key of this/);
  fs.writeFileSync(key, kept);
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

test('OPSX-132 OPER-080 a production has a database of its own accord, no house, no made-up price, secure cookies, and a console at an origin of its own', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-production-'));
  const port = await freePort();
  const mail = 'smtp://127.0.0.1:1';
  const settings = { ...ready, CONSOLE_PORT: '0', FEED: 'auto', SMTP_URL: mail, DATA_DIR: folder };
  const sites = ['/', '/console/'].map((prefix, at) => ({ prefix, folder: page(folder, at) }));
  const begin = async (more: Readonly<Record<string, string>>) => {
    app = await startApp({
      config: readConfig({ ...settings, PORT: String(port), ...more }),
      log: silentLog,
      sites,
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
    // Not one unit is made up: the ledger of the real realm is empty.
    expect(await capital('real')).toEqual([]);
    expect(await capital('demo')).toContain('house:marketMaker');
    const entered = await client.post('tempLogin', {}, { browser: true });
    expect(String(entered.headers['set-cookie'])).toMatch(/__Host-.*; Secure/);
    await expectOwnOrigin(client, app!);
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

/** An app of one page. */
function page(folder: string, at: number): string {
  const site = path.join(folder, `site-${at}`);
  fs.mkdirSync(site);
  fs.writeFileSync(path.join(site, 'index.html'), `<p>site ${at}</p>`);
  return site;
}

/** What staff see and do is at the console's origin alone, and nothing of people is. */
async function expectOwnOrigin(people: Client, { consoleAddress, consoleLinks }: App) {
  expect(consoleAddress).toMatch(/^http:\/\/localhost:\d+$/);
  expect(consoleAddress).not.toContain(new URL(people.origin).port);
  const staff = new Client(consoleAddress.replace('localhost', '127.0.0.1'));
  expect(consoleLinks.map(({ name }) => name)).toEqual(['First member', 'Second member']);
  const link = consoleLinks[0]!.link.split('/console/#')[1];
  const post = (at: Client, sent: object = {}) =>
    at.post('operatorEnter', { link }, { browser: true, ...sent });
  expect((await post(people)).status).toBe(404);
  const entered = await post(staff);
  expect(String(entered.headers['set-cookie'])).toMatch(/^operator=/);
  const session = { token: entered.data.token, cookie: cookiesOf(entered) };
  expect((await staff.get('getOperator', {}, session)).data.mustEnrol).toBe(true);
  // At the app's origin a session of staff is nobody, and at the console's nobody is a person.
  expect((await people.get('getOperator', {}, session)).status).toBe(404);
  expect((await people.get('getSessions', {}, session)).code).toBe(2000);
  expect((await staff.post('tempLogin', {}, { browser: true })).status).toBe(404);
  expect((await staff.get('getSetting')).code).toBe(0);
  const get = async ({ origin }: Client, path: string) => {
    const answer = await fetch(origin + path, { redirect: 'manual' });
    return [answer.status, (await answer.text()).slice(0, 9), answer.headers.get('location')];
  };
  expect(await get(staff, '/console/')).toEqual([200, '<p>site 1', null]);
  expect(await get(staff, '/')).toEqual([307, '', '/console/']);
  expect(await get(people, '/console/')).toEqual([200, '<p>site 0', null]);
  expect((await get(staff, '/api/v3/ping'))[0]).toBe(404);
  staff.close();
}

test('OPSX-132 a market without live prices is halted, and opens with the next one', async () => {
  const realm = await startTestRealm({ house: {} });
  const { engine, clock } = realm;
  const job = silentMarketsJob({
    isOpen: () => true,
    realm: 'demo',
    markets: () => engine.machines.markets.markets(),
    pricedAt: (index) => engine.machines.feeds.lastIndex(index)?.at,
    isStopped: (market) => market === 'SOLUSDT',
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

test('MRKT-102 what is closed, or has been open for less than the silence that halts, is not silent', async () => {
  const realm = await startTestRealm({ house: {} });
  const { engine, clock } = realm;
  let openSince = Number.POSITIVE_INFINITY;
  const job = silentMarketsJob({
    isOpen: (_index, at) => at >= openSince,
    realm: 'demo',
    markets: () => engine.machines.markets.markets(),
    pricedAt: () => clock.now() - 86_400_000,
    isStopped: () => false,
    submit: (command) => engine.submit(command),
  });
  const look = async () => {
    await job.run(clock.now(), new AbortController().signal);
    return engine.machines.markets.market('BTCUSDT')?.status;
  };
  expect(await look()).toBe('trading');
  openSince = clock.now();
  expect(await look()).toBe('trading');
  clock.advance(SILENT_INDEX_MS);
  expect(await look()).toBe('halted');
  await realm.stop();
});

test('OPSX-115 a log key that is missing beside what it signed is not made again', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-key-'));
  const { publicKey } = readOrMakeLogKey(folder);
  expect(readOrMakeLogKey(folder).publicKey).toBe(publicKey);
  fs.mkdirSync(path.join(folder, CHECK_FOLDER));
  fs.writeFileSync(path.join(folder, CHECK_FOLDER, 'real.head'), '{}');
  fs.truncateSync(path.join(folder, LOG_KEY));
  expect(() => readOrMakeLogKey(folder)).toThrow(/log\.key is damaged/);
  fs.rmSync(path.join(folder, LOG_KEY));
  expect(() => readOrMakeLogKey(folder)).toThrow(/log\.key is missing/);
  fs.rmSync(folder, { recursive: true });
});

test('OPER-080 the console of a trial shares the origin, unless a setting says otherwise', () => {
  const place = (mode: 'trial' | 'production', more: Record<string, string> = {}) => {
    const { port, site } = consolePlace(
      mode,
      readConfig({ PUBLIC_URL: 'https://a.example', ...more }),
    );
    return [port, site.rpId, site.address];
  };
  expect(place('trial')).toEqual([null, 'a.example', 'https://a.example']);
  expect(place('trial', { CONSOLE_PORT: '9000' })).toEqual([
    ...[9000, 'localhost', 'http://localhost:9000'],
  ]);
  expect(place('production')).toEqual([8081, 'localhost', 'http://localhost:8081']);
  const CONSOLE_URL = 'https://staff.example';
  expect(place('production', { CONSOLE_URL })).toEqual([8081, 'staff.example', CONSOLE_URL]);
  expect(missingSettings(readConfig({ ...ready, CONSOLE_URL: 'http://staff.example' }))).toEqual([
    expect.stringMatching(/^CONSOLE_URL: /),
  ]);
  expect(() => place('production', { CONSOLE_URL: 'https://a.example/x' })).toThrow(
    /CONSOLE_URL: /,
  );
});

test('OPSX-180 people are shown PUBLIC_URL, or a name of this machine, or where it listens', () => {
  const shown = (settings: object) => shownAddress(readConfig({ ...settings }), 'http://[::1]:9');
  expect(shown({})).toBe('http://localhost:9');
  for (const HOST of ['0.0.0.0', '::', '::1']) expect(shown({ HOST })).toBe('http://localhost:9');
  expect(shown({ HOST: '::2' })).toBe('http://[::1]:9');
  expect(shown({ HOST: '::2', PUBLIC_URL: 'https://a.example' })).toBe('https://a.example');
});

test('HTTP-100 names of the machine, of PUBLIC_URL and of HOST_NAMES are answered', () => {
  const own = ['localhost', '127.0.0.1', '[::1]'];
  expect(hostNames(readConfig({ HOST: '0.0.0.0' }))).toEqual(own);
  const more = { HOST: '::2', PUBLIC_URL: 'https://exchange.example:8443/', HOST_NAMES: 'a.b, c' };
  expect(hostNames(readConfig(more))).toEqual([...own, '[::2]', 'exchange.example', 'a.b', 'c']);
});

test('SECU-014 a production takes no token in an address, unless its operator says so', () => {
  const takes = (QUERY_TOKEN: '' | 'reads' | 'never') =>
    (['trial', 'production'] as const).map((mode) => takesQueryTokens({ QUERY_TOKEN }, mode));
  expect([takes(''), takes('reads'), takes('never')]).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ]);
});
