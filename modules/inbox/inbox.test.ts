import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settableClock } from '@assay/platform/clock';
import type { Actor } from '@assay/platform/http/context';
import { basicLimits, joinLimits, scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { pushBrowser } from '@assay/platform/testing/push-browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInbox, inboxMigrations } from './index.ts';
import { isPushAddress } from './rules.ts';

const START = 1_767_225_600_000;
const MINUTE = 60_000;

/** `p7` is a person. */
function actorOf(token: string): Actor | 'none' {
  const userId = Number(token.slice(1));
  return userId > 0 ? { userId, realm: 'real', sessionId: token } : 'none';
}

interface Pushed {
  readonly path: string;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
}

/** Stands in for the service of a browser's maker, on this machine. */
const pushed: Pushed[] = [];
let answers = 201;
const service: Server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = request.headers as Pushed['headers'];
    pushed.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks) });
    response.writeHead(answers, answers === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
  });
});

const mails: string[] = [];
let bench: Awaited<ReturnType<typeof start>>;

async function start() {
  const database = await createTestDatabase(inboxMigrations());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-inbox-'));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  const messages = new Messages().add({ en: { 'event.newDevice': 'A new device.' } });
  const clock = settableClock(START);
  const inbox = createInbox({
    ...{ database: database.app, dataDir, messages, log: silentLog },
    identity: {
      hasEmail: async (userId) => userId === 1,
      write: async (userId, key, details) => void mails.push(`${userId} ${key} ${details.level}`),
    },
    ...{ siteName: 'Test House', contact: 'mailto:a@b.example', pushHosts: [host] },
  });
  const http = createHttp({
    authenticator: {
      holds: () => true,
      authenticate: ({ token }) => actorOf(token),
      alive: () => true,
      onEnded: () => () => undefined,
    },
    calls: [inbox.calls],
    ...{ log: silentLog, messages, clock, checkOutputs: true },
    limits: new Limits(scaleLimits(joinLimits(basicLimits), 10_000)),
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  return {
    ...{ inbox, clock, host, database },
    get: (token: string, name: string, fields: Record<string, string> = {}) =>
      client.get(name, fields, { token }),
    post: (token: string, name: string, fields: object = {}) =>
      client.post(name, fields, { token }),
    deliver: (userId: number, kind: 'security' | 'verification', key: string) =>
      inbox.deliver({ userId, kind, key, details: { level: 'junior' }, link: '/sfyz', at: START }),
    send: () => inbox.job.run(clock.now(), new AbortController().signal),
    async stop() {
      client.close();
      await http.stop();
      service.close();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

beforeAll(async () => {
  bench = await start();
});
afterAll(() => bench.stop());

it('INBX-010 messages are listed, counted and read by their owner alone', async () => {
  for (const key of ['verified.approved', 'verified.refused', 'verified.expired']) {
    await bench.deliver(3, 'verification', key);
  }
  const { data } = await bench.get('p3', 'getMessages', { limit: '2' });
  expect(data.unread).toBe(3);
  expect(data.messages.map(({ text }: { text: string }) => text.slice(0, 30))).toEqual([
    ...['The document of your junior ve', 'Your junior verification was r'],
  ]);
  const before = String(data.messages[1].messageId);
  const older = (await bench.get('p3', 'getMessages', { before })).data.messages;
  expect(older).toMatchObject([{ title: 'Verification', link: '/sfyz', read: false, at: START }]);
  const { messageId } = older[0];
  const other = await bench.get('p4', 'getMessage', { messageId: String(messageId) });
  expect(other.data.refusal).toBe('noMessage');
  await bench.post('p4', 'readMessages', { messageId });
  expect((await bench.get('p3', 'getMessages')).data.unread).toBe(3);
  expect((await bench.post('p3', 'readMessages', { messageId })).data).toEqual({ unread: 2 });
  const fresh = await bench.get('p3', 'getMessages', { unread: 'true' });
  expect(fresh.data.messages).toHaveLength(2);
  expect((await bench.post('p3', 'readMessages')).data).toEqual({ unread: 0 });
});

it('INBX-020 each kind goes by the channels that the person chose', async () => {
  const { data } = await bench.get('p1', 'getChannels');
  expect([data.hasEmail, data.browsers, data.pushKey.length]).toEqual([true, 0, 87]);
  expect(data.kinds[0]).toEqual({
    kind: 'security',
    on: { app: true, email: true, push: true },
    fixed: { app: true, email: true, push: false },
  });
  const set = (kind: string, channel: string, on: boolean) =>
    bench.post('p1', 'setChannel', { kind, channel, on });
  expect((await set('security', 'app', false)).data.refusal).toBe('channelFixed');
  expect((await set('security', 'email', false)).data.refusal).toBe('channelFixed');
  await bench.deliver(1, 'verification', 'verified.approved');
  await bench.deliver(1, 'security', 'event.newDevice');
  // The mail about security is that of the account.
  expect(mails.map((mail) => mail[0])).toEqual(['3', '3', '3', '1']);
  await set('verification', 'email', false);
  await set('verification', 'app', false);
  await bench.deliver(1, 'verification', 'verified.refused');
  expect(mails).toHaveLength(4);
  expect((await bench.get('p1', 'getMessages')).data.messages).toHaveLength(2);
});

it('INBX-030 notifications go to known hosts only, and a person has ten browsers at most', async () => {
  const known = ['https://fcm.googleapis.com/fcm/send/x', 'https://a.notify.windows.com/w'];
  expect(known.map((address) => isPushAddress(address))).toEqual([true, true]);
  const others = [
    ...['http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://127.0.0.1/'],
    ...['https://fcm.googleapis.com.evil.example/', 'https://evilfcm.googleapis.com/', 'x'],
    ...['https://notify.windows.com.evil/', 'https://u@fcm.googleapis.com/', 'file:///etc/passwd'],
    ...['https://169.254.169.254/latest', `https://fcm.googleapis.com/${'x'.repeat(1_000)}`],
  ];
  expect(others.map((address) => isPushAddress(address))).toEqual(others.map(() => false));
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };
  const add = (endpoint: string) => bench.post('p9', 'addPushEndpoint', { endpoint, ...keys });
  expect((await add('https://evil.example/')).data.refusal).toBe('pushHost');
  for (let at = 0; at < 10; at += 1) await add(`https://fcm.googleapis.com/${at}`);
  expect((await add('https://fcm.googleapis.com/one-more')).data.refusal).toBe('tooManyBrowsers');
  expect((await add('https://fcm.googleapis.com/3')).code).toBe(0);
  await bench.post('p9', 'removePushEndpoint', { endpoint: 'https://fcm.googleapis.com/3' });
  expect((await bench.get('p9', 'getChannels')).data.browsers).toBe(9);
});

it('INBX-031 a notification is readable to one browser, tried again, and forgotten with it', async () => {
  const { keys, open } = pushBrowser();
  const endpoint = `http://${bench.host}/browser`;
  expect((await bench.post('p20', 'addPushEndpoint', { endpoint, ...keys })).code).toBe(0);
  await bench.deliver(20, 'security', 'event.newDevice');
  answers = 503;
  await bench.send();
  await bench.send();
  expect(pushed).toHaveLength(1);
  // A redirect leads nowhere.
  answers = 302;
  bench.clock.set(START + 3 * MINUTE);
  await bench.send();
  expect(pushed).toHaveLength(2);
  answers = 201;
  bench.clock.set(START + 60 * MINUTE);
  await bench.send();
  const [last] = pushed.slice(-1);
  expect(last?.headers['content-encoding']).toBe('aes128gcm');
  expect(last?.headers.authorization).toMatch(/^vapid t=.+, k=.+/);
  const said = JSON.parse(open(last?.body ?? Buffer.alloc(0)));
  expect(said).toEqual({
    title: 'Test House: Security of your account',
    ...{ body: 'There is a new message for you.', link: '/news' },
  });
  await bench.send();
  expect(pushed).toHaveLength(3);
  await bench.deliver(20, 'security', 'event.newDevice');
  answers = 410;
  await bench.send();
  expect((await bench.get('p20', 'getChannels')).data.browsers).toBe(0);
});
