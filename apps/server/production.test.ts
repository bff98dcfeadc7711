import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase, urlsOf } from '@assay/platform/testing/database';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type App, startApp } from './app.ts';
import { hostNames } from './host-names.ts';
import { missingSettings, refuseUnready } from './production.ts';

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
  MODE: 'production',
  FEED: 'live',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Exchange <hello@exchange.example>',
  PUBLIC_URL: 'https://exchange.example',
};

async function start(settings: Readonly<Record<string, string>>): Promise<Client> {
  const places = { PORT: '0', DATA_DIR: dataDir, ...urlsOf(db) };
  app = await startApp({ config: readConfig({ ...places, ...settings }), log: silentLog });
  return new Client(app.address);
}

test('OPSX-131 a production names everything that it misses at once', () => {
  const config = readConfig({ MODE: 'production', FEED: 'simulated', LIMITS_FACTOR: '9' });
  const names = missingSettings(config).map((line) => line.split(':')[0]);
  expect(names).toEqual(['FEED', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL', 'LIMITS_FACTOR']);
  expect(missingSettings(readConfig({ ...ready, PUBLIC_URL: 'http://exchange.example' }))).toEqual([
    'PUBLIC_URL: must be an https:// address, so that cookies are secure',
  ]);
  expect(missingSettings(readConfig(ready))).toEqual([]);
  const weaknesses = ['fsync is off', 'the role of DATABASE_URL is a superuser'];
  expect(() => refuseUnready(config, { weaknesses })).toThrow(
    /^A production does not start without:\n {2}FEED: .*\n( {2}.*\n){4} {2}the database: fsync is off\n/,
  );
});

test('OPSX-130 OPSX-131 an installation says once what it is, and one that was refused has said nothing', async () => {
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
  await expect(start(ready)).rejects.toThrow(/was begun as a trial and stays one; MODE=production/);
  for (const change of [
    "update installation set mode = 'production'",
    'delete from installation',
  ]) {
    await expect(db.pool.query(change)).rejects.toThrow('cannot be changed');
  }
});

test('HTTP-100 names of the machine, of PUBLIC_URL and of HOST_NAMES are answered', () => {
  const own = ['localhost', '127.0.0.1', '[::1]'];
  expect(hostNames(readConfig({ HOST: '0.0.0.0' }))).toEqual(own);
  const more = { HOST: '::2', PUBLIC_URL: 'https://exchange.example:8443/', HOST_NAMES: 'a.b, c' };
  expect(hostNames(readConfig(more))).toEqual([...own, '[::2]', 'exchange.example', 'a.b', 'c']);
});
