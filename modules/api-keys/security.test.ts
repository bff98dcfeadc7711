import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerPerson, sessionOf } from '../identity/identity.suite.ts';
import { callProved } from '../identity/security.suite.ts';
import {
  changeKey,
  enterAsVisitor,
  found,
  type KeyBench,
  makeKey,
  revokeKey,
  startApiKeys,
} from './api-keys.suite.ts';

/** Keys as a matter of account security. */

let bench: KeyBench;
beforeAll(async () => {
  bench = await startApiKeys();
});
afterAll(() => bench.stop());

const now = () => bench.clock.now();

async function mailsTo(recipient: string): Promise<string[]> {
  await bench.mailer.settled();
  const messages = await bench.outbox.latest(30);
  return messages.filter((one) => one.recipient === recipient).map(({ content }) => content);
}

/** Two keys that trade, one of them of the virtual account, and one that reads. */
async function personWithKeys(email: string) {
  const person = await registerPerson(bench, email);
  const virtual = {
    ...person,
    token: sessionOf(await bench.client.post('tempLogin', {}, person)).token,
  };
  const made = [
    await makeKey(bench, person, { permission: 'trade' }),
    await makeKey(bench, virtual, { permission: 'trade' }),
    await makeKey(bench, person),
  ];
  const names: string[] = made.map(({ data }) => data.apiKey.name);
  const alive = async () => {
    const keys = await Promise.all(names.map((name) => found(bench, name)));
    return keys.map((key) => key !== undefined);
  };
  return { person, virtual, userId: Number(person.info.userId), alive };
}

it('KEYS-080 while the settings are locked nobody makes a key or gives one more rights', async () => {
  const email = 'lock@example.com';
  const { person, virtual } = await personWithKeys(email);
  const { apiKeyId } = (await makeKey(bench, person, { ips: '192.0.2.0/24' })).data.apiKey;
  bench.clock.advance(61_000);
  expect((await callProved(bench, person, 'lockSettings', { days: 2 })).code).toBe(0);
  expect((await makeKey(bench, person)).data.refusal).toBe('settingsLocked');
  const wider = [{ permission: 'trade' }, { ips: '' }, { ips: '192.0.2.0/23' }];
  for (const rights of wider) {
    const widened = await changeKey(bench, person, { apiKeyId, ...rights });
    expect(widened.data.refusal).toBe('settingsLocked');
  }
  expect((await changeKey(bench, person, { apiKeyId, ips: '192.0.2.1' })).code).toBe(0);
  expect((await revokeKey(bench, person, apiKeyId)).code).toBe(0);
  expect((await makeKey(bench, virtual)).code).toBe(0);
});

it('KEYS-081 what becomes of a key stands in the account log, and its owner learns of it', async () => {
  const email = 'listener@example.com';
  const person = await registerPerson(bench, email);
  const received: string[] = [];
  bench.identity.onEvent(async ({ kind }) => void received.push(kind));
  const before = (await mailsTo(email)).length;
  const { apiKeyId } = (await makeKey(bench, person, { label: 'Grid bot' })).data.apiKey;
  await changeKey(bench, person, { apiKeyId, label: 'Bot' });
  await changeKey(bench, person, { apiKeyId, permission: 'read' });
  await changeKey(bench, person, { apiKeyId, ips: '192.0.2.1' });
  expect((await revokeKey(bench, person, apiKeyId)).code).toBe(0);
  expect((await revokeKey(bench, person, apiKeyId)).code).toBe(1);
  const kinds = ['apiKeyRevoked', 'apiKeyChanged', 'apiKeyMade'];
  const { events } = (await bench.client.get('getAccountLog', {}, person)).data;
  const entries = kinds.map((kind, i) => ({ kind, detail: i === 2 ? 'Grid bot' : 'Bot' }));
  expect(events.slice(0, 4)).toMatchObject([...entries, { kind: 'registered' }]);
  expect(received).toEqual([...kinds].reverse());
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(before + 3);
  expect(mails[2]).toMatch(/^An API key was made.*If it was not you.*notMe\?link=/s);
  // It opens no way for money: withdrawals do not wait.
  expect(await bench.identity.withdrawalLimits(person.info.userId, now())).toEqual([]);
  await makeKey(bench, await enterAsVisitor(bench));
  expect(received).toHaveLength(3);
});

it('KEYS-082 the link “this was not me” and lost factors end the keys that may trade', async () => {
  const email = 'taken@example.com';
  const first = await personWithKeys(email);
  const link = /link=([\w.-]+)/.exec((await mailsTo(email)).join())![1];
  expect(await first.alive()).toEqual([true, true, true]);
  expect((await bench.client.post('notMe', { link }, {})).code).toBe(0);
  expect(await first.alive()).toEqual([false, false, true]);
  const second = await personWithKeys('lost@example.com');
  await bench.identity.noteFactorsRemoved(second.userId, now());
  expect(await second.alive()).toEqual([false, false, true]);
  const { rows } = await bench.owner.pool.query(
    `select distinct user_id as "userId", revoked_why as why from api_key
     where user_id = any($1) and revoked_at is not null`,
    [[first.userId, second.userId]],
  );
  const ends = [
    { userId: first.userId, why: 'notMe' },
    { userId: second.userId, why: 'factorsRemoved' },
  ];
  expect(rows).toEqual(expect.arrayContaining(ends));
  expect(rows).toHaveLength(2);
});
