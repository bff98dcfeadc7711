import { afterEach, describe, expect, it } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  startIdentity,
  wideLimits,
} from './identity.suite.ts';

/** What strangers can do to an account: not lock its owner out, and not guess its codes. */
let bench: IdentityBench;
afterEach(() => bench.stop());

const ANNA = 'anna@example.com';
const wrong = { account: ANNA, password: 'a wrong password' };

async function failures(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const reply = await bench.client.post('userLogin', wrong, { browser: true });
    // The waits of its own network pass.
    if (reply.code === 3) bench.clock.advance(reply.data.retryAfterMs);
  }
}

describe('strangers', () => {
  it('IDEN-070 cannot lock a browser out that has logged in before, nor use up its codes', async () => {
    bench = await startIdentity();
    const { cookie } = await registerPerson(bench, ANNA);
    await failures(40);
    expect(await bench.client.post('userLogin', wrong, { browser: true })).toMatchObject({
      data: { refusal: 'codeNeeded' },
    });
    const code = { kind: 'email', account: ANNA, purpose: 'reset' };
    for (let i = 0; i < 10; i += 1) {
      await bench.client.post('getCode', code, { browser: true });
      bench.clock.advance(3_600_000 / 5);
    }
    expect((await bench.client.post('getCode', code, { browser: true })).code).toBe(3);
    const known = { browser: true, cookie };
    expect((await bench.client.post('getCode', code, known)).code).toBe(0);
    const right = { account: ANNA, password: PASSWORD };
    expect((await bench.client.post('userLogin', right, known)).code).toBe(0);
    // Its own wrong passwords are counted all the same.
    for (let i = 0; i < 5; i += 1) await bench.client.post('userLogin', wrong, known);
    expect((await bench.client.post('userLogin', right, known)).code).toBe(3);
  });

  it('IDEN-071 cannot use a code that another browser requested', async () => {
    bench = await startIdentity();
    await registerPerson(bench, ANNA);
    bench.clock.advance(3_600_000);
    const asked = await bench.client.post(
      'getCode',
      { kind: 'email', account: ANNA, purpose: 'reset' },
      { browser: true },
    );
    const device = String(asked.headers['set-cookie']).split(';')[0] ?? '';
    expect(device).toMatch(/^device=[\w-]{43}$/);
    await bench.mailer.settled();
    const code = /\b[0-9]{8}\b/.exec((await bench.outbox.latest(1))[0]!.content)![0];
    const check = (headers: object) =>
      bench.client.post(
        'reg_checkcode',
        { kind: 'email', account: ANNA, purpose: 'reset', code, codeId: asked.data.codeId },
        headers,
      );
    const others = [{ browser: true }, { browser: true, cookie: `device=${'x'.repeat(43)}` }, {}];
    for (let i = 0; i < 3; i += 1) {
      for (const other of others) {
        expect(await check(other)).toMatchObject({ data: { refusal: 'codeWrong' } });
      }
    }
    // None of them has cost a try.
    expect((await check({ browser: true, cookie: device })).code).toBe(0);
  });

  it('IDEN-072 have so many guesses of codes together; browsers that are known have their own', async () => {
    const limits = { ...wideLimits, codeGuess: { everybody: [{ max: 3, ms: 3_600_000 }] } };
    bench = await startIdentity({ limits });
    const { cookie } = await registerPerson(bench, ANNA);
    const guess = (headers: object) =>
      bench.client.post(
        'reg_checkcode',
        {
          ...{ kind: 'email', account: ANNA, purpose: 'reset' },
          ...{ code: '00000000', codeId: 'abcdefghijklmnopqrstuv' },
        },
        headers,
      );
    for (let i = 0; i < 3; i += 1) expect((await guess({})).code).toBe(1);
    expect((await guess({})).code).toBe(3);
    expect((await guess({ browser: true, cookie })).code).toBe(1);
    // Registering takes nobody's account over.
    bench.clock.advance(60_000);
    expect(await askCode(bench, 'bob@example.com')).toMatchObject({
      code: expect.stringMatching(/^[0-9]{8}$/),
    });
    const { info } = await registerPerson(bench, 'carl@example.com');
    expect(info.email).toBe('c***@example.com');
    expect((await logIn(bench, ANNA)).code).toBe(0);
  });
});
