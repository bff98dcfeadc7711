import { defineCalls } from '@assay/core/schema/call';
import { settableClock } from '@assay/platform/clock';
import { migrate } from '@assay/platform/db/migrate';
import type { EngineStatus } from '@assay/platform/engine/status';
import { basicLimits, joinLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { callSet } from '@assay/platform/http/route';
import { createHttp } from '@assay/platform/http/server';
import { createLog } from '@assay/platform/log';
import { mailMigrations, Outbox } from '@assay/platform/mail/outbox';
import { Client, cookiesOf } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { limits } from '../identity/schema.ts';
import { createOperators, operatorMigrations } from './index.ts';

/** 2026-01-01T00:00:00Z: a clock that only the test moves. */
const START = 1_767_225_600_000;
const HOUR = 3_600_000;

const ENGINE: EngineStatus = {
  realm: 'demo',
  state: 'ready',
  epoch: 3,
  seq: 128_394,
  durableSeq: 128_394,
  head: 'ab'.repeat(32),
  waiting: 0,
  batches: 900,
  commitWaitsMs: 0,
  trouble: '',
  lastCommitMs: 1.5,
  finding: '',
};

/** A call for people, on which staff must count as not logged in. */
const peopleCalls = defineCalls({
  whoAmI: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Says whether anybody is there.',
    input: z.strictObject({}),
    output: z.strictObject({ known: z.boolean() }),
    refusals: [],
  },
  mine: {
    method: 'GET',
    auth: 'user',
    summary: 'For people with a session.',
    input: z.strictObject({}),
    output: z.strictObject({}),
    refusals: [],
  },
});

async function start(codesAreShown = true) {
  const owner = await createTestDatabase();
  const database = owner.app;
  await migrate(database, [...mailMigrations(), ...operatorMigrations()]);
  const clock = settableClock(START);
  const outbox = new Outbox(database);
  const messages = new Messages();
  const engines = [{ status: ENGINE }];
  const operators = createOperators({
    ...{ database, messages, outbox, engines, mail: false, codesAreShown },
  });
  const person = { userId: 1000, realm: 'real', sessionId: 's' } as const;
  const people = {
    authenticate: ({ token }: { token: string }) => (token === 'person' ? person : 'none'),
    alive: () => true,
    onEnded: () => () => undefined,
  } as const;
  const http = createHttp({
    authenticator: operators.authenticator(people),
    calls: [
      operators.calls,
      callSet(peopleCalls, {
        whoAmI: (_input, { actor }) => ({ known: actor !== null }),
        mine: () => ({}),
      }),
    ],
    log: createLog('error'),
    messages,
    limits: new Limits(joinLimits(basicLimits, limits)),
    clock,
    checkOutputs: true,
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  const link = async () => {
    const address = await operators.newLink('http://localhost', clock.now());
    return address.split('#')[1] ?? '';
  };
  const enter = async () => {
    const answer = await client.post('operatorEnter', { link: await link() }, { browser: true });
    return { token: answer.data.token as string, cookie: cookiesOf(answer) };
  };
  return { database: owner, clock, outbox, http, client, link, enter };
}

let all: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  all = await start();
});
afterAll(async () => {
  all.client.close();
  await all.http.stop();
  await all.database.drop();
});

it('OPER-010 a link admits one person, once, even when two use it at the same time', async () => {
  const { client, link } = all;
  const secret = await link();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => client.post('operatorEnter', { link: secret })),
  );
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  const refused = answers.filter((answer) => answer.code === 1);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.data.refusal).toBe('linkUnknown');
  expect((await client.post('operatorEnter', { link: 'short' })).code).toBe(2);
});

it('OPER-011 a link expires after an hour and when a newer one is made', async () => {
  const { client, clock, link } = all;
  const older = await link();
  const newer = await link();
  expect((await client.post('operatorEnter', { link: older })).code).toBe(1);
  clock.set(clock.now() + HOUR + 1);
  expect((await client.post('operatorEnter', { link: newer })).code).toBe(1);
});

it('OPER-012 the database contains neither the link nor the token nor the cookie', async () => {
  const { database, client, link } = all;
  const secret = await link();
  const answer = await client.post('operatorEnter', { link: secret }, { browser: true });
  const { rows } = await database.pool.query(
    `select string_agg(l::text, '') || string_agg(s::text, '') as everything
     from operator_link l, operator_session s`,
  );
  const half = cookiesOf(answer).split('=')[1] ?? 'missing';
  for (const text of [secret, String(answer.data.token).slice(3), half]) {
    expect(text.length).toBeGreaterThan(20);
    expect(rows[0].everything).not.toContain(text);
    const hex = Buffer.from(text).toString('hex');
    expect(rows[0].everything).not.toContain(hex);
  }
});

it('OPER-020 needs both the token and the cookie', async () => {
  const { client, enter } = all;
  const { token, cookie } = await enter();
  expect((await client.get('getOutbox', {}, { token, cookie })).code).toBe(0);
  expect((await client.get('getOutbox', {}, { token })).code).toBe(2000);
  expect((await client.get('getOutbox', {}, { cookie })).code).toBe(2000);
  const wrong = cookie.replace(/.{4}$/, 'AAAA');
  expect((await client.get('getOutbox', {}, { token, cookie: wrong })).code).toBe(2000);
});

it('OPER-021 a session ends after an idle hour, after eight hours, and by logging out', async () => {
  const { client, clock, enter } = all;
  const ask = (who: { token: string; cookie: string }) => client.get('getEngineStatus', {}, who);
  const resting = await enter();
  clock.set(clock.now() + HOUR);
  expect((await ask(resting)).code).toBe(2000);
  const busy = await enter();
  for (let i = 0; i < 15; i++) {
    clock.set(clock.now() + HOUR / 2);
    expect((await ask(busy)).code).toBe(0);
  }
  clock.set(clock.now() + HOUR / 2);
  expect((await ask(busy)).code).toBe(2000);
  const leaving = await enter();
  expect((await client.post('operatorLeave', {}, { ...leaving, browser: true })).code).toBe(0);
  expect((await ask(leaving)).code).toBe(1000);
});

it('OPER-022 staff are not logged in on calls for people, nor people on those for staff', async () => {
  const { client, enter } = all;
  const staff = await enter();
  expect((await client.get('whoAmI', {}, staff)).data).toEqual({ known: false });
  expect((await client.get('mine', {}, staff)).code).toBe(2000);
  const person = { token: 'person' };
  expect((await client.get('whoAmI', {}, person)).data).toEqual({ known: true });
  for (const name of ['getOutbox', 'getEngineStatus', 'getOperatorLog']) {
    expect((await client.get(name, {}, person)).code, name).toBe(2000);
  }
});

it('OPER-030 the outbox shows codes until they are sent, newest first', async () => {
  const { client, clock, outbox, enter } = all;
  const staff = await enter();
  const mail = { kind: 'email', recipient: 'a@example.org', subject: 'Code' } as const;
  await outbox.add({ ...mail, content: 'Your code is 123456.' }, clock.now());
  await outbox.add({ ...mail, content: 'Your code is 654321.' }, clock.now());
  const { data } = await client.get('getOutbox', {}, staff);
  expect(data.mail).toBe(false);
  expect(data.messages.map((message: { content: string }) => message.content)).toEqual([
    'Your code is 654321.',
    'Your code is 123456.',
  ]);
  await outbox.sent(data.messages[0].messageId, clock.now());
  const after = await client.get('getOutbox', { limit: '1' }, staff);
  expect(after.data.messages).toMatchObject([{ content: '', sentAt: clock.now() }]);
});

it('OPSX-132 in a production staff see that a code waits, and not the code', async () => {
  const production = await start(false);
  const { client, clock, outbox, enter } = production;
  const mail = { kind: 'email', recipient: 'a@example.org', subject: 'Code' } as const;
  await outbox.add({ ...mail, content: 'Your code is 123456.' }, clock.now());
  const { text, data } = await client.get('getOutbox', {}, await enter());
  expect(data.messages).toMatchObject([{ recipient: 'a@example.org', content: '' }]);
  expect(text).not.toContain('123456');
  client.close();
  await production.http.stop();
  await production.database.drop();
});

it('OPER-031 what staff do is recorded once an hour and cannot be changed', async () => {
  const { client, clock, database, enter } = all;
  clock.set(clock.now() + 24 * HOUR);
  const staff = await enter();
  for (let i = 0; i < 3; i++) await client.get('getOutbox', {}, staff);
  await client.post('operatorLeave', {}, { ...staff, browser: true });
  const reader = await enter();
  const { data } = await client.get('getOperatorLog', { limit: '4' }, reader);
  const actions = data.entries.map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(['entered', 'left', 'readOutbox', 'entered']);
  for (const change of ['delete from operator_action', "update operator_action set ip = 'x'"]) {
    await expect(database.pool.query(change)).rejects.toThrow('append-only');
  }
});

it('OPER-040 shows the state of the engines', async () => {
  const { client, enter } = all;
  const { data } = await client.get('getEngineStatus', {}, await enter());
  expect(data.engines).toEqual([ENGINE]);
});
