import { afterEach, describe, expect, it } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  sessionOf,
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

  it('IDEN-150 lock nobody out in a network from which the account has logged in', async () => {
    bench = await startIdentity({ trustProxy: ['127.0.0.1'] });
    const at = (ip: string, browser = true) => ({ browser, headers: { 'x-forwarded-for': ip } });
    await registerPerson(bench, ANNA);
    const right = { account: ANNA, password: PASSWORD };
    expect((await bench.client.post('userLogin', right, at('203.0.113.5', false))).code).toBe(0);
    const code = { kind: 'email', account: ANNA, purpose: 'login' };
    for (let i = 0; i < 105; i += 1) {
      await bench.client.post('userLogin', wrong, at(`198.51.${i}.1`));
      if (i < 15) await bench.client.post('getCode', code, at(`198.51.${i}.1`));
    }
    // What a stranger writes into the header stands left of the address that the proxy has seen.
    for (const stranger of [at('198.51.200.1'), at('203.0.113.5, 198.51.201.1')]) {
      const { data } = await bench.client.post('userLogin', right, stranger);
      expect(data).toMatchObject({ refusal: 'codeNeeded' });
      expect((await bench.client.post('getCode', code, stranger)).code).toBe(3);
    }
    const [home, neighbour] = [at('203.0.113.77'), at('203.0.113.200')];
    expect((await bench.client.post('getCode', code, home)).code).toBe(0);
    const reply = await bench.client.post('userLogin', right, home);
    expect(reply.code).toBe(0);
    // A neighbour uses up the tries of the network, and not those of the browser that is known now.
    for (let i = 0; i < 5; i += 1) await bench.client.post('userLogin', wrong, neighbour);
    expect((await bench.client.post('userLogin', right, home)).code).toBe(3);
    const known = { ...home, cookie: sessionOf(reply).cookie };
    expect((await bench.client.post('userLogin', right, known)).code).toBe(0);
  });

  it('IDEN-084 keep codes from a new device for an hour at most, however many networks they have', async () => {
    bench = await startIdentity({ trustProxy: ['127.0.0.1'] });
    await registerPerson(bench, ANNA);
    bench.clock.advance(3_600_000);
    const code = { kind: 'email', account: ANNA, purpose: 'reset' };
    const ask = (network: number) =>
      bench.client.post('getCode', code, { headers: { 'x-forwarded-for': `198.51.${network}.1` } });
    const sent: number[] = [];
    for (let i = 0; i < 30; i += 1) sent.push((await ask(i)).code);
    expect(sent).toEqual([...Array(10).fill(0), ...Array(20).fill(3)]);
    const refused = await ask(100);
    expect(refused.data.retryAfterMs).toBeLessThanOrEqual(3_600_000);
    bench.clock.advance(refused.data.retryAfterMs);
    expect((await ask(100)).code).toBe(0);
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
    bench = await startIdentity({ limits, trustProxy: ['127.0.0.1'] });
    const { cookie } = await registerPerson(bench, ANNA);
    const stranger = { headers: { 'x-forwarded-for': '198.51.100.1' } };
    const guess = (headers: object) =>
      bench.client.post(
        'reg_checkcode',
        {
          ...{ kind: 'email', account: ANNA, purpose: 'reset' },
          ...{ code: '00000000', codeId: 'abcdefghijklmnopqrstuv' },
        },
        headers,
      );
    for (let i = 0; i < 3; i += 1) expect((await guess(stranger)).code).toBe(1);
    expect((await guess(stranger)).code).toBe(3);
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
