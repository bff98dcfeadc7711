import fs from 'node:fs';
import { cookiesOf } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from './testing/parties.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const HOURS_4 = 4 * 3_600_000;
const stop = { realm: 'demo', subject: 'market:BTCUSDT' } as const;
const withdrawals = { realm: 'real', subject: 'withdrawals' } as const;

let server: TestApp;
let entries = 0;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

it('OPER-060 OPER-061 MRKT-084 one person halts a market for hours, everybody sees it, and two go on with it', async () => {
  const { client } = server;
  const staff = await enter();
  const bidder = await server.openAccount();
  const rests = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.01' };
  expect((await bidder.post('placeOrder', { ...rests, limitPrice: '20000' })).code).toBe(0);
  const of = { realm: 'demo', market: 'BTCUSDT' };
  const effect = async (more: object) =>
    (await client.get('getStopEffect', { ...of, ...more }, staff)).data;
  expect(await effect({})).toMatchObject({
    ...{ quote: 'USDT', bids: { orders: 1, value: '200' }, asks: { orders: 0, value: '0' } },
    ...{ stops: 0, dormant: 0 },
  });
  expect(await effect({ realm: 'real' })).toMatchObject({ bids: { orders: 0, value: '0' } });
  expect((await effect({ market: 'NOPE' })).refusal).toBe('unknownMarket');
  const halted = await client.post(
    'startEmergencyStop',
    { ...stop, reason: 'A faulty feed' },
    staff,
  );
  expect(halted.code).toBe(0);
  const seen = async () => (await client.get('getEmergencyStops', { realm: 'demo' })).data.stops;
  const [first] = await seen();
  expect(first).toMatchObject({ subject: 'market:BTCUSDT', reason: 'A faulty feed', renewals: 0 });
  expect(first.until - first.startedAt).toBe(HOURS_4);
  const account = await server.openAccount();
  const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
  expect((await account.post('placeOrder', order)).data.refusal).toBe('marketHalted');
  const again = await client.post('startEmergencyStop', { ...stop, reason: 'x' }, staff);
  expect(again.data.refusal).toBe('alreadyStopped');
  // The other realm trades on.
  expect((await client.get('getEmergencyStops', { realm: 'real' })).data.stops).toEqual([]);

  const proposalId = '0123456789abcdef-extend';
  const wanted = {
    proposalId,
    type: 'extendStop',
    body: stop,
    realm: 'demo',
    reason: 'not mended',
  };
  const { data } = await client.post('prepareProposal', wanted, staff);
  const verdict = { proposalId, verdict: 'approve', digest: data.digest };
  const decided = await client.post('decideProposal', verdict, staff);
  expect(decided.data).toMatchObject({ status: 'approved', selfApproved: true });
  // It ends by itself.
  await server.sql('update emergency_stop set started_at = 1, until = 2');
  await expect.poll(seen, { timeout: 60_000 }).toEqual([]);
  // The house may not quote yet.
  expect((await account.post('placeOrder', order)).data.refusal).not.toBe('marketHalted');
});

it('OPER-090 withdrawals of everybody stop and go on by the same mechanism', async () => {
  const { client } = server;
  const staff = await enter();
  const reason = 'Signed with a strange key';
  const demo = await client.post(
    'startEmergencyStop',
    { ...withdrawals, realm: 'demo', reason },
    staff,
  );
  expect(demo.data.refusal).toBe('unknownSubject');
  const nowhere = { realm: 'real', subject: 'market:NONEUSDT', reason };
  expect((await client.post('startEmergencyStop', nowhere, staff)).data.refusal).toBe(
    'unknownSubject',
  );
  const { session } = await register(server, 'person@example.com');
  const limits = async () => (await client.get('getSecurity', {}, session)).data.withdrawalStop;
  expect(await limits()).toBeNull();
  const begun = await client.post('startEmergencyStop', { ...withdrawals, reason }, staff);
  expect(await limits()).toEqual({ reason, until: begun.data.until });
  // Who practises reads it too.
  for (const realm of ['real', 'demo']) {
    const { data } = await client.get('getEmergencyStops', { realm });
    expect(data.stops).toMatchObject([{ ...withdrawals, reason, renewals: 0 }]);
  }
  const proposalId = '0123456789abcdef-withdrawals';
  const wanted = { proposalId, type: 'extendStop', body: withdrawals, realm: 'real', reason };
  const { digest } = (await client.post('prepareProposal', wanted, staff)).data;
  await client.post('decideProposal', { proposalId, verdict: 'approve', digest }, staff);
  expect((await limits()).until).toBeGreaterThan(begun.data.until);
  expect((await client.post('endEmergencyStop', withdrawals, staff)).code).toBe(0);
  expect(await limits()).toBeNull();
  const log = await client.get('getOperatorLog', { subject: 'withdrawals' }, staff);
  const actions = log.data.entries.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['reopenedWithdrawals', 'stoppedWithdrawals']);
});

it('OPER-120 within 24 hours of its end the same stop takes two people', async () => {
  const { client } = server;
  const staff = await enter();
  const halt = { realm: 'demo', subject: 'market:ETHUSDT' } as const;
  const start = async (more: object = {}) =>
    client.post('startEmergencyStop', { ...halt, reason: 'First', ...more }, staff);
  const stopped = async () => {
    const { stops } = (await client.get('getEmergencyStops', { realm: 'demo' })).data;
    return stops.filter(({ subject }: { subject: string }) => subject === halt.subject);
  };
  const propose = async (proposalId: string, body: object) => {
    const wanted = { proposalId, type: 'extendStop', body, realm: 'demo', reason: 'x' };
    const { digest } = (await client.post('prepareProposal', wanted, staff)).data;
    return client.post('decideProposal', { proposalId, verdict: 'approve', digest }, staff);
  };
  // Two people go on with what was stopped; they stop nothing that never was.
  const none = await propose('0123456789abcdef-none', halt);
  expect(none.data).toMatchObject({ refusal: 'commandRefused', detail: { why: 'notStopped' } });
  expect((await start()).code).toBe(0);
  expect((await client.post('endEmergencyStop', halt, staff)).code).toBe(0);
  const again = await start({ reason: 'Second' });
  expect(again.data).toEqual({ refusal: 'stoppedBefore', detail: { takes: 'extendStop' } });
  expect(again.message).toMatch(/two people/);
  expect(await stopped()).toEqual([]);
  // Something else can be stopped meanwhile.
  const other = { realm: 'real', subject: halt.subject };
  expect((await start(other)).code).toBe(0);
  expect((await client.post('endEmergencyStop', other, staff)).code).toBe(0);

  await propose('0123456789abcdef-again', { ...halt, reason: 'Second' });
  expect(await stopped()).toMatchObject([{ reason: 'Second', renewals: 0 }]);
  const account = await server.openAccount();
  const order = { market: 'ETHUSDT', side: 'buy', type: 'market', quantity: '0.1' };
  expect((await account.post('placeOrder', order)).data.refusal).toBe('marketHalted');
  expect((await client.post('endEmergencyStop', halt, staff)).code).toBe(0);
  expect((await start()).data.refusal).toBe('stoppedBefore');
  const day = 24 * 3_600_000;
  await server.sql(`update emergency_stop set ended_at = ended_at - ${day}
    where subject = '${halt.subject}'`);
  expect((await start()).code).toBe(0);
});

it('OPER-090 halts of markets of an earlier version go on as stops', async () => {
  const sql = fs.readFileSync(
    new URL('../../modules/emergency/migrations/0001-emergency.sql', import.meta.url),
    'utf8',
  );
  const old = fs.readFileSync(
    new URL('../../modules/markets/migrations/0002-stops.sql', import.meta.url),
    'utf8',
  );
  await server.sql(`create schema earlier; set search_path = earlier; ${old}
    insert into market_stop (realm, market, reason, started_at, until)
      values ('real', 'BTCUSDT', 'x', 1, 2);
    ${sql} reset search_path`);
  const found = await server.sql('select subject, until from earlier.emergency_stop');
  expect(found).toMatchObject({ rows: [{ subject: 'market:BTCUSDT', until: 2 }] });
});

async function enter() {
  const { client, app } = server;
  const unused = app.consoleLinks[entries]?.link.split('#')[1] ?? (await newLink());
  entries += 1;
  const entered = await client.post('operatorEnter', { link: unused }, { browser: true });
  return { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
}

/** Without a built console the server prints no link. */
async function newLink(): Promise<string> {
  const link = String(entries).repeat(43);
  await server.sql(`insert into operator_link (link_hash, created_at, expires_at)
    values (sha256('${link}'), 0, ${Date.now() + 60_000})`);
  return link;
}
