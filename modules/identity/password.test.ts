import type { Received } from '@assay/platform/testing/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  sessionOf,
  startIdentity,
} from './identity.suite.ts';

const NEW_PASSWORD = 'another long phrase';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const info = (sent: object) => bench.client.get('getInfo', {}, sent);
const update = (fields: object, sent: object = { browser: true }) =>
  bench.client.post('updatePassword', { ...pair(NEW_PASSWORD), ...fields }, sent);
const pair = (password: string) => ({ password, passwordAgain: password });

/**
 * Sends both while others wait for their passwords to be hashed, one at a time, so that the second
 * is checked before the first has an effect, and carried out after it. On a slow machine they may
 * arrive in another order, in which the test must hold too.
 */
async function inTurn(first: () => Promise<Received>, second: () => Promise<unknown>) {
  const others = Array.from({ length: 6 }, (_, i) => logIn(bench, `nobody${i}@example.com`));
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  await pause();
  const done = first();
  await pause();
  await second();
  expect((await done).code).toBe(0);
  await Promise.all(others);
}

describe('passwords', () => {
  it('IDEN-030 sets a forgotten password by a code and ends every session', async () => {
    const anna = await registerPerson(bench, 'anna@example.com');
    bench.clock.advance(61_000);
    const proof = await askCode(bench, 'anna@example.com', 'reset');
    const reply = await update({ account: 'anna@example.com', ...proof });
    expect(reply.code).toBe(0);
    expect((await info(anna)).code).toBe(1000);
    expect((await logIn(bench, 'anna@example.com')).data.refusal).toBe('wrongCredentials');
    expect((await logIn(bench, 'anna@example.com', NEW_PASSWORD)).code).toBe(0);
    await bench.mailer.settled();
    const messages = (await bench.outbox.latest(9)).map(({ content }) => content).join();
    expect(messages).toContain('was changed with a code');
    const twice = await update({ account: 'anna@example.com', ...proof });
    expect(twice.data.refusal).toBe('codeWrong');
  });

  it('IDEN-030 also ends a session that the old password opens at the same time', async () => {
    await registerPerson(bench, 'eve@example.com');
    bench.clock.advance(61_000);
    const proof = await askCode(bench, 'eve@example.com', 'reset');
    const reset = () => update({ account: 'eve@example.com', ...proof });
    await inTurn(reset, () => logIn(bench, 'eve@example.com'));
    const { rows } = await bench.database.pool.query(
      `select from session join person using (user_id)
       where email = 'eve@example.com' and ended_at is null`,
    );
    expect(rows).toEqual([]);
  });

  it('IDEN-030 refuses missing or wrong input, in order', async () => {
    await registerPerson(bench, 'bob@example.com');
    bench.clock.advance(61_000);
    const proof = await askCode(bench, 'bob@example.com', 'reset');
    const right = { account: 'bob@example.com', ...proof };
    const cases: [object, string, string][] = [
      [{ account: undefined }, 'account', 'required'],
      [{ code: undefined }, 'code', 'required'],
      [{ codeId: undefined }, 'codeId', 'codeId'],
      [{ account: 'bob@' }, 'account', 'email'],
      [{ account: '15123456789' }, 'country', 'country'],
      [pair('football2020'), 'password', 'passwordCommon'],
      [pair('short'), 'password', 'passwordShort'],
      [{ passwordAgain: 'something else' }, 'passwordAgain', 'passwordsDiffer'],
    ];
    for (const [change, field, key] of cases) {
      const reply = await update({ ...right, ...change });
      expect(reply.data.fields?.[field], `${field} ${key}: ${reply.text}`).toContain(key);
    }
    bench.clock.advance(61_000);
    const register = await askCode(bench, 'bob@example.com', 'login');
    for (const other of [register, { ...proof, codeId: register.codeId }]) {
      const reply = await update({ ...right, ...other });
      expect(reply.data.refusal).toBe('codeWrong');
    }
    const unknown = await askCode(bench, 'nobody@example.com', 'reset');
    const reply = await update({ account: 'nobody@example.com', ...unknown });
    expect(reply.data.refusal).toBe('codeWrong');
    expect((await update(right)).code).toBe(0);
  });

  it('IDEN-031 changes a password by the old one; this session stays', async () => {
    const carol = await registerPerson(bench, 'carol@example.com');
    const elsewhere = sessionOf(await logIn(bench, 'carol@example.com'));
    const wrong = await update({ oldPassword: 'not the password' }, carol);
    expect(wrong.data.refusal).toBe('wrongCredentials');
    const same = await update({ oldPassword: PASSWORD, ...pair(PASSWORD) }, carol);
    expect(same.data.fields).toEqual({ password: ['passwordSame'] });
    const own = await update({ oldPassword: PASSWORD, ...pair('carol12345') }, carol);
    expect(own.data.fields).toEqual({ password: ['passwordCommon'] });
    expect((await update({ oldPassword: PASSWORD }, carol)).code).toBe(0);
    expect((await info(carol)).code).toBe(0);
    expect((await info(elsewhere)).code).toBe(1000);
    expect((await logIn(bench, 'carol@example.com', NEW_PASSWORD)).code).toBe(0);
    const visitor = await update({ oldPassword: NEW_PASSWORD });
    expect(visitor.data.fields).toEqual({ account: ['required'] });
  });

  it('IDEN-031 refuses a change by the old password when another change came first', async () => {
    const finn = await registerPerson(bench, 'finn@example.com');
    bench.clock.advance(61_000);
    const proof = await askCode(bench, 'finn@example.com', 'reset');
    const reset = () => update({ account: 'finn@example.com', ...proof });
    const theft = { oldPassword: PASSWORD, ...pair('the phrase of a thief') };
    await inTurn(reset, () => update(theft, finn));
    expect((await logIn(bench, 'finn@example.com', NEW_PASSWORD)).code).toBe(0);
  });

  it('IDEN-032 a code is valid for one account, purpose, use, five tries and five minutes', async () => {
    const check = (fields: object) =>
      bench.client.post('reg_checkcode', { kind: 'email', ...fields });
    const account = 'dora@example.com';
    const proof = await askCode(bench, account);
    const right = { account, purpose: 'register', ...proof };
    expect((await check(right)).code).toBe(0);
    expect((await check(right)).code).toBe(0);
    expect((await check({ ...right, account: 'eve@example.com' })).data.refusal).toBe('codeWrong');
    expect((await check({ ...right, purpose: 'reset' })).data.refusal).toBe('codeWrong');
    const wrong = { ...right, code: proof.code === '11111111' ? '22222222' : '11111111' };
    for (let i = 0; i < 4; i++) expect((await check(wrong)).data.refusal).toBe('codeWrong');
    expect((await check(right)).code).toBe(0);
    expect((await check(wrong)).data.refusal).toBe('codeWrong');
    expect((await check(right)).data.refusal).toBe('codeWrong');
    bench.clock.advance(61_000);
    const late = { account, purpose: 'register', ...(await askCode(bench, account)) };
    bench.clock.advance(5 * 60_000 - 1);
    expect((await check(late)).code).toBe(0);
    bench.clock.advance(1);
    expect((await check(late)).data.refusal).toBe('codeWrong');
  });

  it('IDEN-033 sends one code a minute, five an hour and ten a day to an account', async () => {
    const ask = () => {
      const fields = { kind: 'email', account: 'often@example.com', purpose: 'register' };
      return bench.client.post('getCode', fields);
    };
    let sent = 0;
    let now = 0;
    const tryAt = async (minutes: number) => {
      bench.clock.advance((minutes - now) * 60_000);
      now = minutes;
      const reply = await ask();
      if (reply.code === 0) sent += 1;
      return reply;
    };
    await tryAt(0);
    const soon = await ask();
    expect([soon.status, soon.code, soon.data.retryAfterMs]).toEqual([429, 3, 60_000]);
    for (const minute of [1, 2, 3, 4, 5, 6]) await tryAt(minute);
    expect(sent).toBe(5);
    for (const minute of [60, 61, 62, 63, 64, 65]) await tryAt(minute);
    expect(sent).toBe(10);
    const tomorrow = await tryAt(200);
    expect(tomorrow.data.retryAfterMs).toBe((24 * 60 - 200) * 60_000);
    await tryAt(24 * 60 + 1);
    expect(sent).toBe(11);
  });
});
