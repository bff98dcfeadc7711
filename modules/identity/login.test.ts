import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  registration,
  sessionOf,
  startIdentity,
} from './identity.suite.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const info = (sent: object) => bench.client.get('getInfo', {}, sent);

describe('login', () => {
  it('SECU-010 ends the session that the browser had, with what was opened from it, but no virtual account of a visitor', async () => {
    const former = await registerPerson(bench, 'again@example.com');
    const child = sessionOf(await bench.client.post('tempLogin', {}, former));
    const virtual = { ...former, token: child.token };
    const elsewhere = sessionOf(await logIn(bench, 'again@example.com'));
    const fields = { account: 'again@example.com', password: PASSWORD };
    const reply = await bench.client.post('userLogin', fields, virtual);
    expect(reply.data.token).not.toBe(former.token);
    expect((await info(former)).code).toBe(1000);
    expect((await info(virtual)).code).toBe(1000);
    for (const session of [elsewhere, sessionOf(reply)]) expect((await info(session)).code).toBe(0);
    const visit = sessionOf(await bench.client.post('tempLogin', {}, { browser: true }));
    expect((await bench.client.post('userLogin', fields, visit)).code).toBe(0);
    expect((await info(visit)).code).toBe(0);
    // Who registers in a browser that is logged in leaves the other account too.
    const proof = await askCode(bench, 'second@example.com');
    const joined = registration('second@example.com', proof);
    const own = { ...elsewhere, browser: true };
    expect((await bench.client.post('userRegister', joined, own)).code).toBe(0);
    expect((await info(elsewhere)).code).toBe(1000);
  });

  it('IDEN-020 answers a token with the fields of the profile', async () => {
    await registerPerson(bench, 'bob@example.com');
    const reply = await logIn(bench, ' BOB@example.com ');
    expect(reply.code).toBe(0);
    expect(Object.keys(reply.data)).toEqual(
      expect.arrayContaining(
        ['token', 'name', 'invitation_code', 'email', 'phone', 'transaction_password'].concat(
          ['bank_name', 'bank_number', 'alipay_account', 'weixin_nickname', 'weixin_account'],
          'usdt',
        ),
      ),
    );
    const profile = await info(sessionOf(reply));
    const { token: _token, ...rest } = reply.data;
    expect(profile.data).toEqual(rest);
    const short = await bench.client.get('info', {}, sessionOf(reply));
    expect(short.data.email).toBe('b***@example.com');
  });

  it('IDEN-021 answers alike for a wrong password and for an unknown account', async () => {
    await registerPerson(bench, 'carol@example.com');
    const wrong = await logIn(bench, 'carol@example.com', 'not the password');
    const unknown = await logIn(bench, 'nobody@example.com', 'not the password');
    expect(wrong.data).toEqual({ refusal: 'wrongCredentials', detail: {} });
    expect({ ...unknown, headers: {} }).toEqual({ ...wrong, headers: {} });
  });

  it('IDEN-022 locks after wrong passwords, for known and unknown accounts alike', async () => {
    await registerPerson(bench, 'dave@example.com');
    for (const account of ['dave@example.com', 'ghost@example.com']) {
      const answers: string[] = [];
      const fail = async () => {
        const reply = await logIn(bench, account, 'not the password');
        answers.push(reply.code === 3 ? `wait ${reply.data.retryAfterMs}` : reply.data.refusal);
        return reply;
      };
      for (let i = 0; i < 6; i++) await fail();
      expect(answers.splice(0)).toEqual([...Array(5).fill('wrongCredentials'), 'wait 60000']);
      const right = await logIn(bench, account);
      expect([right.status, right.code]).toEqual([429, 3]);
      expect(right.headers['retry-after']).toBe('60');
      for (let i = 0; i < 4; i++) {
        bench.clock.advance(MINUTE);
        await fail();
      }
      bench.clock.advance(MINUTE);
      await fail();
      await fail();
      expect(answers.splice(0)).toEqual([...Array(5).fill('wrongCredentials'), 'wait 900000']);
      for (let i = 0; i < 10; i++) {
        bench.clock.advance(15 * MINUTE);
        await fail();
      }
      bench.clock.advance(15 * MINUTE);
      const locked = await logIn(bench, account);
      expect(locked.data?.refusal).toBe('codeNeeded');
      answers.splice(0);
    }
    const proof = await askCode(bench, 'dave@example.com', 'login');
    const reply = await logIn(bench, 'dave@example.com', PASSWORD, proof);
    expect(reply.code).toBe(0);
    expect((await logIn(bench, 'dave@example.com')).code).toBe(0);
    const ghost = await askCode(bench, 'ghost@example.com', 'login');
    const refused = await logIn(bench, 'ghost@example.com', PASSWORD, ghost);
    expect(refused.data.refusal).toBe('codeWrong');
    bench.clock.advance(DAY);
    expect((await logIn(bench, 'ghost@example.com')).data.refusal).toBe('wrongCredentials');
  });

  it('IDEN-022 simultaneous guesses gain nothing over successive ones', async () => {
    await registerPerson(bench, 'erin@example.com');
    const guesses = Array.from({ length: 40 }, (_, i) =>
      logIn(bench, 'erin@example.com', `wrong guess ${i}`),
    );
    const replies = await Promise.all(guesses);
    const looked = replies.filter((reply) => reply.data?.refusal === 'wrongCredentials');
    expect(looked.length).toBeLessThanOrEqual(5);
    expect(replies.filter((reply) => reply.code === 3).length).toBe(40 - looked.length);
  });

  it('IDEN-191 of strangers who fail to log in the account log has one entry an hour', async () => {
    const email = 'filled@example.com';
    const owner = await registerPerson(bench, email);
    const failed = async () => {
      const { events } = (await bench.client.get('getAccountLog', {}, owner)).data;
      return events.filter(({ kind }: { kind: string }) => kind === 'loginFailed').length;
    };
    // The sixth is refused without a look at the password.
    for (let i = 0; i < 6; i++) await logIn(bench, email, 'not the password');
    expect(await failed()).toBe(1);
    bench.clock.advance(HOUR);
    await logIn(bench, email, 'not the password');
    expect(await failed()).toBe(2);
  });

  it('IDEN-023 a session needs both halves in a browser, and its network elsewhere', async () => {
    const frank = await registerPerson(bench, 'frank@example.com');
    expect((await info(frank)).code).toBe(0);
    const halves: [string, object][] = [
      ['token alone', { token: frank.token }],
      ['other cookie', { token: frank.token, cookie: 'bind=AAAA' }],
      ['cookie alone', { cookie: frank.cookie }],
      ['no token', { token: '', cookie: frank.cookie }],
      ['other token', { token: 'A'.repeat(43), cookie: frank.cookie }],
    ];
    for (const [name, sent] of halves) {
      expect([name, (await info(sent)).code]).toEqual([name, 2000]);
    }
    const fields = { account: 'frank@example.com', password: PASSWORD };
    const headers = { origin: bench.client.origin };
    const plain = await bench.client.post('userLogin', fields, { headers });
    expect(plain.headers['set-cookie']).toBeDefined();
    const script = await bench.client.post('userLogin', fields);
    expect(script.headers['set-cookie']).toBeUndefined();
    expect((await info({ token: script.data.token })).code).toBe(0);
  });

  it('IDEN-024 sessions end by disuse, by age and on request', async () => {
    const gina = await registerPerson(bench, 'gina@example.com');
    bench.clock.advance(12 * HOUR - 1);
    expect((await info(gina)).code).toBe(0);
    bench.clock.advance(12 * HOUR);
    const idle = await info(gina);
    expect([idle.status, idle.code, idle.message]).toEqual([401, 2000, 'Please log in first.']);
    const again = sessionOf(await logIn(bench, 'gina@example.com'));
    for (let i = 0; i < 3; i++) {
      bench.clock.advance(7 * HOUR);
      expect((await info(again)).code).toBe(0);
    }
    bench.clock.advance(3 * HOUR);
    expect((await info(again)).code).toBe(2000);
    const third = sessionOf(await logIn(bench, 'gina@example.com'));
    const bye = await bench.client.post('logout', {}, third);
    expect(bye.code).toBe(0);
    expect(String(bye.headers['set-cookie'])).toMatch(/^bind=; Path=\/; Max-Age=0;/);
    const after = await info(third);
    expect([after.status, after.code]).toEqual([401, 1000]);
    const script = await bench.client.post('userLogin', {
      account: 'gina@example.com',
      password: PASSWORD,
    });
    bench.clock.advance(HOUR);
    expect((await info({ token: script.data.token })).code).toBe(2000);
  });

  it('IDEN-024 sessions outlive a restart of the cache, with their last use', async () => {
    const hugo = await registerPerson(bench, 'hugo@example.com');
    bench.clock.advance(6 * HOUR);
    await info(hugo);
    await bench.identity.writeSeen();
    const { rows } = await bench.database.pool.query(
      'select last_seen_at from session where user_id = $1',
      [hugo.info.userId],
    );
    expect(rows[0].last_seen_at).toBe(bench.clock.now());
  });

  it('IDEN-025 lists where a person is logged in, and ends what they choose', async () => {
    const ida = await registerPerson(bench, 'ida@example.com');
    const other = sessionOf(await logIn(bench, 'ida@example.com'));
    const third = sessionOf(await logIn(bench, 'ida@example.com'));
    const stranger = await registerPerson(bench, 'stranger@example.com');
    const { sessions } = (await bench.client.get('getSessions', {}, ida)).data;
    expect(sessions).toHaveLength(3);
    for (const { createdAt, expiresAt } of sessions) expect(expiresAt).toBeGreaterThan(createdAt);
    expect(sessions.filter((view: { current: boolean }) => view.current)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain('127.0.0.1');
    const own = (await bench.client.get('getSessions', {}, other)).data.sessions;
    const otherId = own.find((view: { current: boolean }) => view.current).sessionId;
    const end = (fields: object, who: object) => bench.client.post('endSession', fields, who);
    const foreign = await end({ sessionId: otherId }, stranger);
    expect(foreign.data.refusal).toBe('sessionUnknown');
    expect((await end({}, ida)).data.refusal).toBe('sessionUnknown');
    expect((await end({ sessionId: otherId }, ida)).data).toEqual({ ended: 1 });
    expect((await info(other)).code).toBe(1000);
    expect((await end({ others: true }, ida)).data).toEqual({ ended: 1 });
    expect((await info(third)).code).toBe(1000);
    expect((await info(ida)).code).toBe(0);
  });
});
