import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGuessedFirst } from './frequent-passwords.ts';
import {
  askCode,
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  registration,
  startIdentity,
  wideLimits,
} from './identity.suite.ts';
import { limits as identityLimits } from './schema/index.ts';
import { People } from './store/people.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const register = (fields: object) => bench.client.post('userRegister', fields, { browser: true });

describe('registration', () => {
  it('IDEN-010 IDEN-011 OPSX-115 opens an account with a code and logs in to it, and its password needs the key from then on', async () => {
    const people = new People(bench.database);
    expect(await people.havePasswords()).toBe(false);
    const proof = await askCode(bench, 'Anna@Example.com');
    const reply = await register(registration('anna@example.COM', proof));
    expect(reply.status).toBe(200);
    expect(reply.data).toMatchObject({
      realm: 'real',
      demoOnly: false,
      country: 'DE',
      email: 'a***@example.com',
      phone: '',
      transaction_password: 0,
      usdt: '0',
    });
    expect(reply.data.userId).toBeGreaterThanOrEqual(1000);
    expect(reply.data.invitation_code).toMatch(/^[A-Z0-9]{8}$/);
    expect(reply.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(String(reply.headers['set-cookie'])).toMatch(/,bind=.*HttpOnly; SameSite=Strict$/);
    const { rows } = await bench.database.pool.query('select * from session');
    expect(JSON.stringify(rows)).not.toContain(reply.data.token);
    expect(await people.havePasswords()).toBe(true);
  });

  it('IDEN-012 accepts a mobile number of the chosen country, in any spelling', async () => {
    const target = { kind: 'phone', account: '0151 2345 6789', country: 'DE' };
    const asked = await bench.client.post('getCode', { ...target, purpose: 'register' });
    await bench.mailer.settled();
    const [message] = await bench.outbox.latest(1);
    expect(message).toMatchObject({ kind: 'sms', recipient: '+4915123456789' });
    const code = /[0-9]{8}/.exec(message!.content)![0];
    const proof = { codeId: asked.data.codeId, code };
    const reply = await register(registration('+49 151 23456789', proof, { kind: 'phone' }));
    expect(reply.data).toMatchObject({ phone: '+49***6789', email: '' });
    const login = await logIn(bench, '0151/23456789', PASSWORD, { country: 'DE' });
    expect(login.text).toContain('"code":0');
    expect(login.data.userId).toBe(reply.data.userId);
  });

  it('SECU-013 refuses passwords that many have had, in any case', () => {
    for (const known of ['s2fdsp8g6i', 'S2FDSP8G6I', '4815162342', 'supervolde1']) {
      expect(isGuessedFirst(known, 'anna@example.com')).toBe(true);
    }
    for (const own of [PASSWORD, 's2fdsp8g6j', 'Kx7!pq9-Lw2z']) {
      expect(isGuessedFirst(own, 'anna@example.com')).toBe(false);
    }
  });

  it('IDEN-013 IDEN-014 reports every wrong field, in the order of the form', async () => {
    const proof = await askCode(bench, 'order@example.com');
    const right = registration('order@example.com', proof) as Record<string, unknown>;
    const cases: [string, object, string, string][] = [
      ['no kind', { kind: undefined }, 'kind', 'required'],
      ['other kind', { kind: 'fax' }, 'kind', 'oneOf'],
      ['no account', { account: undefined }, 'account', 'required'],
      ['empty account', { account: '  ' }, 'account', 'required'],
      ['no country', { country: undefined }, 'country', 'required'],
      ['country as text', { country: 'Germany' }, 'country', 'country'],
      ['no such country', { country: 'ZZ' }, 'country', 'country'],
      ['no code', { code: undefined }, 'code', 'required'],
      ['code of letters', { code: 'abcdef' }, 'code', 'verificationCode'],
      ['code of other digits', { code: '١٢٣٤٥٦' }, 'code', 'verificationCode'],
      ['no code id', { codeId: undefined }, 'codeId', 'required'],
      ['no password', { password: undefined }, 'password', 'required'],
      [
        'short password',
        { password: 'Xk9!mm2pq', passwordAgain: 'Xk9!mm2pq' },
        'password',
        'passwordShort',
      ],
      ['long password', { password: 'x'.repeat(129) }, 'password', 'tooLong'],
      [
        'other password',
        { passwordAgain: 'correct horse batterx' },
        'passwordAgain',
        'passwordsDiffer',
      ],
      ['no agreement', { agreement: false }, 'agreement', 'agreement'],
      ['agreement missing', { agreement: undefined }, 'agreement', 'required'],
      ['bad invitation', { invitationCode: 'a b' }, 'invitationCode', 'invitationCode'],
      ['unknown field', { isAdmin: true }, 'isAdmin', 'unknown'],
      ['list', { account: ['a@example.com'] }, 'account', 'text'],
      ['bad address', { account: 'anna@example' }, 'account', 'email'],
      ['bad phone', { kind: 'phone', account: '0151 23' }, 'account', 'phone'],
      ['landline', { kind: 'phone', account: '+49 30 1234567' }, 'account', 'phone'],
      ['phone of another country', { kind: 'phone', account: '+33612345678' }, 'account', 'phone'],
      [
        'common password',
        { password: 'Password2024!', passwordAgain: 'Password2024!' },
        'password',
        'passwordCommon',
      ],
    ];
    for (const [name, change, field, key] of cases) {
      const reply = await register({ ...right, ...change });
      expect([name, reply.status, reply.code], name).toEqual([name, 400, 2]);
      expect(reply.data.fields[field], `${name}: ${reply.text}`).toContain(key);
      expect(reply.message.length, name).toBeGreaterThan(10);
    }
    const wrong = await register({ ...right, code: wrongCode(proof.code) });
    expect(wrong).toMatchObject({ status: 200, code: 1, data: { refusal: 'codeWrong' } });
    const uninvited = await register({ ...right, invitationCode: 'NOBODY22' });
    expect(uninvited.data.refusal).toBe('invitationUnknown');
    expect((await register(right)).code).toBe(0);
    expect((await register(right)).data.refusal).toBe('codeWrong');
  });

  it('IDEN-015 records the inviter once, by their own code', async () => {
    const host = await registerPerson(bench, 'host@example.com');
    const guest = await registerPerson(bench, 'guest@example.com', {
      invitationCode: host.info.invitation_code.toLowerCase(),
    });
    const { rows } = await bench.database.pool.query(
      'select referrer_id from person where user_id = $1',
      [guest.info.userId],
    );
    expect(rows[0].referrer_id).toBe(host.info.userId);
    expect(guest.info.invitation_code).not.toBe(host.info.invitation_code);
  });

  it('IDEN-015 asks for an invitation code when the site is by invitation', async () => {
    const closed = await startIdentity({ invitationRequired: true });
    try {
      const countries = await closed.client.get('getTelCode');
      expect(countries.data.invitationRequired).toBe(true);
      const proof = await askCode(closed, 'a@example.com');
      const reply = await closed.client.post('userRegister', registration('a@example.com', proof));
      expect(reply.data.fields).toEqual({ invitationCode: ['required'] });
    } finally {
      await closed.stop();
    }
  });

  it('IDEN-016 does not reveal who is registered: same answer, only the mail says it', async () => {
    await registerPerson(bench, 'known@example.com');
    bench.clock.advance(61_000);
    const known = await ask('known@example.com', 'register');
    await bench.mailer.settled();
    const [warning] = await bench.outbox.latest(1);
    const unknown = await ask('unknown@example.com', 'register');
    expect(shape(known)).toEqual(shape(unknown));
    expect(warning!.recipient).toBe('known@example.com');
    expect(warning!.content).toContain('You have one already');
    expect(warning!.content).not.toMatch(/[0-9]{8}/);
    for (const code of ['00000000', '12345678']) {
      const proof = { codeId: known.data.codeId, code };
      const reply = await register(registration('known@example.com', proof));
      expect(reply.data.refusal).toBe('codeWrong');
    }
    await bench.mailer.settled();
    const before = (await bench.outbox.latest(100)).length;
    expect(shape(await ask('nobody@example.com', 'reset'))).toEqual(shape(unknown));
    await bench.mailer.settled();
    expect((await bench.outbox.latest(100)).length).toBe(before);
  });

  it('IDEN-019 opens five accounts an hour for a network, not counting mistakes', async () => {
    const strict = await startIdentity({
      limits: { ...wideLimits, register: identityLimits.register },
    });
    try {
      const open = async (account: string) => {
        const proof = await askCode(strict, account);
        const wrong = { ...proof, code: wrongCode(proof.code) };
        const post = (fields: object) => strict.client.post('userRegister', fields);
        expect((await post({})).code).toBe(2);
        expect((await post(registration(account, wrong))).data.refusal).toBe('codeWrong');
        return (await post(registration(account, proof))).code;
      };
      for (let i = 0; i < 5; i++) expect(await open(`n${i}@example.com`)).toBe(0);
      expect(await open('n5@example.com')).toBe(3);
      strict.clock.advance(3_600_000);
      expect(await open('n6@example.com')).toBe(0);
    } finally {
      await strict.stop();
    }
  });

  it('IDEN-017 names countries in the language of the caller, with calling codes', async () => {
    const english = await bench.client.get('getTelCode', { lang: 'en' });
    const { countries } = english.data;
    expect(countries.length).toBeGreaterThan(200);
    expect(countries).toContainEqual({ country: 'DE', name: 'Germany', callingCode: '49' });
    expect(countries).toContainEqual({
      country: 'HK',
      name: 'Hong Kong SAR China',
      callingCode: '852',
    });
  });
});

const ask = (account: string, purpose: string) =>
  bench.client.post('getCode', { kind: 'email', account, purpose });

/** An answer without its random parts. */
function shape(reply: { status: number; code: number; message: string; data: object }) {
  const { status, code, message, data } = reply;
  return { status, code, message, data: { ...data, codeId: '' } };
}

function wrongCode(code: string): string {
  return code === '11111111' ? '22222222' : '11111111';
}
