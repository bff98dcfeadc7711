import { silentLog } from '@assay/platform/log';
import type { Sent } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askCode, logIn, registerPerson, sessionOf } from '../identity/identity.suite.ts';
import type { PasswordReset } from '../identity/index.ts';
import {
  changeKey,
  found,
  type KeyBench,
  listed,
  makeKey,
  revokeKey,
  startApiKeys,
} from './api-keys.suite.ts';
import { createApiKeys } from './index.ts';
import { KEYS_MAX, REVOKED_SHOWN_MS } from './rules/index.ts';

/** Keys when a forgotten password is reset. */
const NEW_PASSWORD = 'another long phrase';

let bench: KeyBench;
beforeAll(async () => {
  bench = await startApiKeys();
});
afterAll(() => bench.stop());

/** Resets the password by a code, as anybody who reads the mailbox can. */
async function reset(email: string, password = NEW_PASSWORD) {
  bench.clock.advance(61_000);
  const proof = await askCode(bench, email, 'reset');
  const fields = { account: email, ...proof, password, passwordAgain: password };
  return bench.client.post('updatePassword', fields, { browser: true });
}

const again = async (email: string) => sessionOf(await logIn(bench, email, NEW_PASSWORD));
const virtualOf = async (by: Sent & { browser: boolean }) => {
  const entered = await bench.client.post('tempLogin', {}, by);
  return { ...by, token: String(entered.data.token) };
};

it('KEYS-060 KEYS-070 a password that is set by a code ends every key, and says so', async () => {
  const email = 'anna@example.com';
  const anna = await registerPerson(bench, email);
  const [trades, reads] = [
    (await makeKey(bench, anna, { permission: 'trade', ips: '192.0.2.1' })).data.apiKey,
    (await makeKey(bench, anna)).data.apiKey,
  ];
  const demo = (await makeKey(bench, await virtualOf(anna), { permission: 'trade' })).data.apiKey;
  const stranger = await registerPerson(bench, 'bob@example.com');
  const other = (await makeKey(bench, stranger, { permission: 'trade' })).data.apiKey;
  const keys = [trades, demo, reads, other];
  for (const { name } of keys) expect(await found(bench, name)).toBeDefined();
  const ended: string[] = [];
  const stop = bench.apiKeys.keys.onEnded((name) => ended.push(name));

  const done = await reset(email);
  expect(done).toMatchObject({ code: 0, data: { apiKeysRevoked: 3 } });
  expect(ended.sort()).toEqual([trades.name, demo.name, reads.name].sort());
  stop();
  const lives = await Promise.all(keys.map(({ name }) => found(bench, name)));
  expect(lives.map((key) => key !== undefined)).toEqual([false, false, false, true]);
  await bench.mailer.settled();
  const [mail] = await bench.outbox.latest(1);
  expect(mail?.content).toMatch(/was changed.*all API keys were revoked \(3\)/s);

  const at = bench.clock.now();
  const why = { revokedAt: at, revokedWhy: 'passwordReset' };
  const now = await again(email);
  expect(await listed(bench, now)).toEqual([trades, reads].map((key) => ({ ...key, ...why })));
  expect(await listed(bench, await virtualOf(now))).toMatchObject([{ revokedAt: at }]);
  const { rows } = await bench.database.pool.query(
    'select sealed_secret from api_key where name = $1',
    [trades.name],
  );
  expect(rows).toEqual([{ sealed_secret: null }]);
});

it('KEYS-060 without such keys the message is the usual one', async () => {
  await registerPerson(bench, 'carl@example.com');
  expect((await reset('carl@example.com')).data).toEqual({ apiKeysRevoked: 0 });
  await bench.mailer.settled();
  expect((await bench.outbox.latest(1))[0]?.content).not.toContain('API key');
});

it('KEYS-061 a key revoked so is listed for 30 days, is unusable, and does not count', async () => {
  const email = 'dora@example.com';
  const before = await registerPerson(bench, email);
  const { apiKeyId } = (await makeKey(bench, before, { permission: 'trade' })).data.apiKey;
  await reset(email);
  const dora = await again(email);
  const mine = { password: NEW_PASSWORD };
  const changed = await changeKey(bench, dora, { apiKeyId, label: 'Other' });
  expect(changed.data.refusal).toBe('apiKeyUnknown');
  expect((await revokeKey(bench, dora, apiKeyId)).data.refusal).toBe('apiKeyUnknown');
  for (let i = 0; i < KEYS_MAX; i += 1) expect((await makeKey(bench, dora, mine)).code).toBe(0);
  expect(await listed(bench, dora)).toHaveLength(KEYS_MAX + 1);
  bench.clock.advance(REVOKED_SHOWN_MS - 1);
  expect(await listed(bench, await again(email))).toHaveLength(KEYS_MAX + 1);
  bench.clock.advance(1);
  expect(await listed(bench, await again(email))).toHaveLength(KEYS_MAX);
});

it('KEYS-062 the old password makes no key and no right that outlives the new one', async () => {
  const email = 'emil@example.com';
  const emil = await registerPerson(bench, email);
  const { apiKeyId, name } = (await makeKey(bench, emil)).data.apiKey;
  bench.clock.advance(61_000);
  const proof = await askCode(bench, email, 'reset');
  const fields = { account: email, ...proof, password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
  // All wait for their hashes, so a request with the old password may run after the reset. Of one
  // network one is hashed and eight wait: these nine have room, and none is turned away unchecked.
  const others = Array.from({ length: 3 }, (_, i) => logIn(bench, `nobody${i}@example.com`));
  let isReset = false;
  const done = bench.client.post('updatePassword', fields, { browser: true }).finally(() => {
    isReset = true;
  });
  const codes: number[] = [];
  const old = { apiKeyId, permission: 'trade', password: 'correct horse battery' };
  const race = async () => {
    do {
      codes.push((await makeKey(bench, emil, { permission: 'trade' })).code);
      codes.push((await changeKey(bench, emil, old)).code);
    } while (!isReset);
  };
  const raced = Array.from({ length: 5 }, race);
  expect((await done).code).toBe(0);
  await Promise.all([...raced, ...others]);
  expect(codes).not.toContain(3);
  const { rows } = await bench.database.pool.query(
    `select api_key.name from api_key join person using (user_id)
     where email = $1 and permission = 'trade' and revoked_at is null`,
    [email],
  );
  expect(rows).toEqual([]);
  expect((await found(bench, name))?.canTrade ?? false).toBe(false);
});

it('KEYS-060 a password change with the old password leaves keys as they are', async () => {
  const frank = await registerPerson(bench, 'frank@example.com');
  const { name } = (await makeKey(bench, frank, { permission: 'trade' })).data.apiKey;
  const fields = {
    oldPassword: 'correct horse battery',
    password: NEW_PASSWORD,
    passwordAgain: NEW_PASSWORD,
  };
  const changed = await bench.client.post('updatePassword', fields, frank);
  expect(changed).toMatchObject({ code: 0, data: { apiKeysRevoked: 0 } });
  expect(await found(bench, name)).toMatchObject({ canTrade: true });
});

it('KEYS-060 a key in memory ends even when the answer of the database is lost', async () => {
  const greta = await registerPerson(bench, 'greta@example.com');
  const { name } = (await makeKey(bench, greta, { permission: 'trade' })).data.apiKey;
  const { pool } = bench.database;
  const query = async (text: string, values: unknown[]) => {
    const answer = await pool.query(text, values);
    if (text.includes('revoked_why = $2')) throw new Error('the connection broke');
    return answer;
  };
  const { dataDir, messages, identity } = bench;
  const database = { pool: Object.create(pool, { query: { value: query } }) };
  const resets: PasswordReset[] = [];
  const { keys } = await createApiKeys({
    ...{ database, dataDir, messages },
    identity: { ...identity, onPasswordReset: (listener) => void resets.push(listener) },
    log: silentLog,
  });
  const key = await keys.find(name, bench.clock.now());
  expect(key).toBeDefined();
  await expect(resets[0]?.(key!.userId, bench.clock.now())).rejects.toThrow('broke');
  expect(await keys.find(name, bench.clock.now())).toBeUndefined();
});
