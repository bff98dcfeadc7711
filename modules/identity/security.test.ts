import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
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
import { securityLevelOf } from './rules/security.ts';
import { isCommonPin } from './rules/trade-password.ts';
import { callProved, personWithTotp, prove, sentCode } from './security.suite.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const post = (name: string, fields: object, sent: object) => bench.client.post(name, fields, sent);
const security = async (sent: object) => (await bench.client.get('getSecurity', {}, sent)).data;
const pin = (password: string) => ({ password, passwordAgain: password });
const limits = async (userId: number) =>
  (await bench.identity.withdrawalLimits(userId, bench.clock.now())).map(({ reason }) => reason);
const messagesTo = async (recipient: string) => {
  await bench.mailer.settled();
  const messages = await bench.outbox.latest(500);
  return messages.filter((message) => message.recipient === recipient).map((one) => one.content);
};
const linkIn = (content: string | undefined) => /link=(\S+)/.exec(content ?? '')?.[1] ?? '';

describe('the trade password', () => {
  it('IDEN-105 is none of those that are guessed first', () => {
    const common = ['111111', '123456', '654321', '135791', '121212', '123123', '112233', '111222'];
    const dates = ['310590', '053190', '900531', '199031', '151990', '147258', '123321', '212121'];
    for (const each of [...common, ...dates])
      expect([each, isCommonPin(each, [])]).toEqual([each, true]);
    for (const each of ['694837', '739184', '640283']) {
      expect([each, isCommonPin(each, ['+4915123456789', 'ann@example.com'])]).toEqual([
        each,
        false,
      ]);
    }
    expect(isCommonPin('739184', ['+491517391849', null])).toBe(true);
    expect(isCommonPin('739184', [null, 'ann739184@example.com'])).toBe(true);
  });

  it('IDEN-105 is six digits, set by a step-up, and shown to be set', async () => {
    const anna = await personWithTotp(bench, 'anna@example.com');
    const wrong: [object, string, string][] = [
      [pin('12345'), 'password', 'tradePassword'],
      [pin('12345a'), 'password', 'tradePassword'],
      [pin('111111'), 'password', 'pinCommon'],
      [{ password: '694837', passwordAgain: '694838' }, 'passwordAgain', 'passwordsDiffer'],
    ];
    for (const [fields, field, key] of wrong) {
      const reply = await post('saveTpwd', fields, anna);
      expect(reply.data.fields?.[field], reply.text).toContain(key);
    }
    expect((await post('saveTpwd', pin('694837'), anna)).data.refusal).toBe('stepUpNeeded');
    expect((await callProved(bench, anna, 'saveTpwd', pin('694837'), anna.byTotp())).code).toBe(0);
    const has = await bench.client.get('hasTpassword', {}, anna);
    expect(has.data).toEqual({ has: true, locked: false, waitMs: 0 });
    expect((await bench.client.get('getInfo', {}, anna)).data.transaction_password).toBe(1);
    expect((await post('saveTpwd', pin('739184'), anna)).data.refusal).toBe('tradePasswordSet');
    expect(await limits(anna.info.userId)).toEqual(['totpAdded']);
    const { rows } = await bench.owner.pool.query(
      'select trade_hash as hash from person where user_id = $1',
      [anna.info.userId],
    );
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  });

  it('IDEN-106 waits after five wrong ones, locks after ten, and is replaced with a hold', async () => {
    const bob = await personWithTotp(bench, 'bob@example.com');
    await callProved(bench, bob, 'saveTpwd', pin('694837'), bob.byTotp());
    const change = (oldPassword: string) =>
      post('updateTpassword', { oldPassword, ...pin('640283') }, bob);
    const guesses = await Promise.all(Array.from({ length: 32 }, () => change('739184')));
    const looked = guesses.filter(({ data }) => data.refusal === 'tradePasswordWrong');
    expect(looked.length).toBe(5);
    expect((await change('694837')).data.retryAfterMs).toBe(15 * MINUTE);
    for (let i = 0; i < 5; i++) {
      bench.clock.advance(15 * MINUTE);
      expect((await change('739184')).data.refusal).toBe('tradePasswordWrong');
    }
    bench.clock.advance(15 * MINUTE);
    expect((await change('694837')).data.refusal).toBe('tradePasswordLocked');
    const again = sessionOf(await finishLogin(bob, 'bob@example.com'));
    const reset = await callProved(bench, again, 'updateTpassword', pin('640283'), bob.byTotp());
    expect(reset.code).toBe(0);
    expect(await limits(bob.info.userId)).toEqual(['tradePasswordReset', 'totpAdded']);
    const by = (oldPassword: string) =>
      post('updateTpassword', { oldPassword, ...pin('918374') }, again);
    expect((await by('694837')).data.refusal).toBe('tradePasswordWrong');
    expect((await by('640283')).code).toBe(0);
  });

  it('IDEN-107 answers to security questions open nothing', async () => {
    const cleo = await personWithTotp(bench, 'cleo@example.com');
    const answer = { question: '2', answer: 'Ada Lovelace' };
    expect((await callProved(bench, cleo, 'setSecQuestion', answer, cleo.byTotp())).code).toBe(0);
    expect((await security(cleo)).questions).toEqual([2]);
    const { rows } = await bench.owner.pool.query('select * from security_answer');
    expect(JSON.stringify(rows)).not.toMatch(/lovelace/i);
  });
});

/** A log-in with the app's code. */
async function finishLogin(person: Awaited<ReturnType<typeof personWithTotp>>, account: string) {
  const begun = await logIn(bench, account);
  const cookie = [begun.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]);
  const { challengeId } = begun.data.secondFactor;
  const sent = { browser: true, cookie: cookie.join('; ') };
  const reply = await post('finishLogin', { challengeId, ...person.byTotp() }, sent);
  if (reply.code !== 0) throw new Error(reply.text);
  return {
    ...reply,
    headers: {
      'set-cookie': [...cookie, ...[reply.headers['set-cookie'] ?? []].flat()].map(String),
    },
  };
}

describe('restrictions', () => {
  it('IDEN-111 hold withdrawals for a day after a change of the password', async () => {
    const dora = await registerPerson(bench, 'dora@example.com');
    const { userId } = dora.info;
    const fields = { oldPassword: PASSWORD, ...pin('a phrase that is new') };
    expect((await post('updatePassword', fields, dora)).code).toBe(0);
    const [hold] = (await security(dora)).restrictions;
    const expected = { kind: 'withdrawalHold', reason: 'passwordChanged', liftable: false };
    expect(hold).toMatchObject({ ...expected, expiresAt: bench.clock.now() + DAY });
    expect(await limits(userId)).toEqual(['passwordChanged']);
    bench.clock.advance(DAY);
    expect(await limits(userId)).toEqual([]);
  });

  it('IDEN-112 a settings lock refuses every change, and nobody lifts it', async () => {
    const emma = await personWithTotp(bench, 'emma@example.com');
    const locked = await callProved(bench, emma, 'lockSettings', { days: '30' }, emma.byTotp());
    expect(locked.data.expiresAt).toBe(bench.clock.now() + 30 * DAY);
    const { code, codeId } = await askCode(bench, 'emma@example.com', 'reset');
    const proof = { code, codeId };
    const message = { message: 'x', signature: `0x${'00'.repeat(65)}`, name: 'w' };
    const changes: [string, object][] = [
      ['updatePassword', { oldPassword: PASSWORD, ...pin('a phrase that is new') }],
      ['updatePassword', { account: 'emma@example.com', ...proof, ...pin('a phrase that is new') }],
      ['saveTpwd', pin('694837')],
      ['updateTpassword', pin('694837')],
      ['addTotp', { name: 'x' }],
      ['confirmTotp', { totpId: 'a'.repeat(22), totp: '000000' }],
      ['askPasskey', { name: 'x' }],
      ['removeFactor', { kind: 'totp', factorId: emma.totpId }],
      ['makeRecoveryCodes', {}],
      ['editCenterLevel', { login: false, trade: false, funds: false }],
      ['bindemail', { account: 'x@example.com', ...proof }],
      ['bindphone', { account: '15123456789', country: 'DE', ...proof }],
      ['bindWallet', message],
      ['removeWallet', { address: `0x${'0'.repeat(40)}` }],
      ['setSecQuestion', { question: 1, answer: 'x' }],
      ['setPhishingCode', { phishingCode: 'heron' }],
      ['updateInfo', { name: 'x' }],
      ['lockSettings', { days: 1 }],
      ['requestDeletion', {}],
    ];
    for (const [name, fields] of changes) {
      const reply = await post(name, fields, emma);
      expect([name, reply.data?.refusal ?? reply.text]).toEqual([name, 'settingsLocked']);
    }
    const { pool } = bench.database;
    const ways = [
      'update restriction set lifted_at = 1 where kind = $1',
      'update restriction set expires_at = 1 where kind = $1',
      "update restriction set kind = 'notMe' where kind = $1",
      'delete from restriction where kind = $1',
    ];
    for (const sql of ways) await expect(pool.query(sql, ['settingsLock'])).rejects.toThrow();
    expect(await bench.identity.liftStaffFreeze(emma.info.userId, bench.clock.now())).toBe(0);
    expect((await security(emma)).restrictions).toMatchObject([
      { kind: 'settingsLock' },
      { reason: 'totpAdded' },
    ]);
  });

  it('IDEN-113 a person freezes at once and lifts it by a step-up; so does the link of a message', async () => {
    const finn = await personWithTotp(bench, 'finn@example.com');
    const { userId } = finn.info;
    expect((await post('freezeAccount', {}, finn)).code).toBe(0);
    expect(await limits(userId)).toEqual(['own', 'totpAdded']);
    expect((await post('unfreezeAccount', {}, finn)).data.refusal).toBe('stepUpNeeded');
    const lifted = await callProved(bench, finn, 'unfreezeAccount', {}, finn.byTotp());
    expect(lifted.data).toEqual({ lifted: 1 });
    const link = linkIn((await messagesTo('finn@example.com'))[0]);
    for (const wrong of ['', link.replace(/^\d+/, '1000'), `${link.slice(0, -2)}AA`]) {
      expect((await post('notMe', { link: wrong }, {})).data.refusal).toBe('linkWrong');
    }
    expect((await post('notMe', { link }, {})).code).toBe(0);
    expect(await limits(userId)).toEqual(['link', 'totpAdded']);
    expect((await bench.client.get('getInfo', {}, finn)).code).toBe(1000);
    bench.clock.advance(7 * DAY);
    expect((await post('notMe', { link }, {})).data.refusal).toBe('linkWrong');
  });

  it('IDEN-151 a stop for everybody keeps each person from withdrawing, beside what limits their account', async () => {
    const { identity, clock } = bench;
    const { info } = await registerPerson(bench, 'gus@example.com');
    const stop = { reason: 'A strange key', startedAt: clock.now(), until: clock.now() + HOUR };
    identity.withdrawalsStoppedBy((now) => (now < stop.until ? stop : null));
    const freeze = { reason: 'court order', expiresAt: clock.now() + DAY };
    expect(await identity.placeStaffFreeze(info.userId, freeze, clock.now())).toBe(true);
    expect(await limits(info.userId)).toEqual(['A strange key', 'court order']);
    clock.advance(HOUR);
    expect(await limits(info.userId)).toEqual(['court order']);
  });

  it('IDEN-110 IDEN-114 staff freeze with a reason and an end, and the person learns of it', async () => {
    const gina = await registerPerson(bench, 'gina@example.com');
    const { userId } = gina.info;
    const { identity, clock } = bench;
    const freeze = { reason: 'court order', expiresAt: clock.now() + DAY };
    expect(await identity.placeStaffFreeze(userId, freeze, clock.now())).toBe(true);
    expect(await identity.placeStaffFreeze(userId, freeze, clock.now())).toBe(false);
    await identity.noteStaffFreeze(userId, freeze, clock.now());
    expect(await identity.restrictionsOf(userId, clock.now())).toMatchObject([
      { kind: 'staffFreeze', reason: 'court order', expiresAt: clock.now() + DAY },
    ]);
    expect((await messagesTo('gina@example.com'))[0]).toContain('Our staff have stopped');
    expect(await identity.liftStaffFreeze(userId, clock.now())).toBe(1);
    expect(await limits(userId)).toEqual([]);
  });
});

describe('ways to reach a person', () => {
  it('IDEN-120 binds another address by its code and a step-up, and tells the one before', async () => {
    const hana = await personWithTotp(bench, 'hana@example.com');
    await registerPerson(bench, 'taken@example.com');
    bench.clock.advance(61_000);
    const ask = async (account: string) => {
      const fields = { kind: 'email', account, purpose: 'bind' };
      const asked = await post('getCode', fields, hana);
      return { account, codeId: asked.data.codeId, code: await sentCode(bench) };
    };
    const taken = await ask('taken@example.com');
    expect((await post('bindemail', taken, hana)).data.refusal).toBe('codeWrong');
    expect((await messagesTo('taken@example.com'))[0]).toContain('tried to use this address');
    bench.clock.advance(61_000);
    const next = await ask('hana2@example.com');
    expect((await post('bindemail', next, hana)).data.refusal).toBe('stepUpNeeded');
    expect((await callProved(bench, hana, 'bindemail', next, hana.byTotp())).code).toBe(0);
    expect((await bench.client.get('getInfo', {}, hana)).data.email).toBe('h***@example.com');
    expect((await logIn(bench, 'hana2@example.com')).data.secondFactor).toBeDefined();
    expect((await logIn(bench, 'hana@example.com')).data.refusal).toBe('wrongCredentials');
    expect((await messagesTo('hana@example.com'))[0]).toContain('e-mail address was changed');
    expect(await limits(hana.info.userId)).toEqual(['emailChanged', 'totpAdded']);
    const phone = { kind: 'phone', account: '15123456789', country: 'DE', purpose: 'bind' };
    const { codeId } = (await post('getCode', phone, hana)).data;
    const code = await sentCode(bench);
    const fields = { account: '15123456789', country: 'DE', codeId, code };
    expect((await callProved(bench, hana, 'bindphone', fields, hana.byTotp())).code).toBe(0);
    expect((await bench.client.get('getInfo', {}, hana)).data.phone).toBe('+49***6789');
    expect((await post('updateInfo', { name: 'Hana' }, hana)).code).toBe(0);
    expect((await bench.client.get('getInfo', {}, hana)).data.name).toBe('Hana');
  });

  it('IDEN-180 where somebody is paid changes by a proof, holds withdrawals, and is shown masked', async () => {
    const nuno = await personWithTotp(bench, 'nuno@example.com');
    const info = async () => (await bench.client.get('getInfo', {}, nuno)).data;
    const all = {
      ...{ bank_name: 'First Bank', bank_number: 'DE89370400440532013000' },
      ...{
        alipay_account: 'nuno@pay.example',
        weixin_nickname: 'Nora',
        weixin_account: 'wx12345678',
      },
    };
    expect((await post('updateInfo', all, nuno)).data.refusal).toBe('stepUpNeeded');
    expect((await post('updateInfo', {}, nuno)).code).toBe(2);
    const number = { bank_number: 'DE89 3704 0044!' };
    expect((await post('updateInfo', number, nuno)).code).toBe(2);
    expect(await info()).toMatchObject({ bank_name: '', bank_number: '' });
    expect(await limits(nuno.info.userId)).toEqual(['totpAdded']);
    expect((await callProved(bench, nuno, 'updateInfo', all, nuno.byTotp())).code).toBe(0);
    const masked = {
      ...{ bank_name: 'First Bank', bank_number: '***3000', alipay_account: '***mple' },
      ...{ weixin_nickname: 'Nora', weixin_account: '***5678' },
    };
    expect(await info()).toMatchObject(masked);
    expect(await limits(nuno.info.userId)).toEqual(['receivingChanged', 'totpAdded']);
    const messages = await messagesTo('nuno@example.com');
    expect(messages[0]).toContain('Where you are paid was changed');
    const gone = { bank_number: '' };
    expect((await callProved(bench, nuno, 'updateInfo', gone, nuno.byTotp())).code).toBe(0);
    expect(await info()).toMatchObject({ ...masked, bank_number: '' });
  });

  it('IDEN-121 tells of a new device and of each change, led by the word of the person', async () => {
    const ivan = await personWithTotp(bench, 'ivan@example.com');
    const word = { phishingCode: 'blue heron' };
    expect((await callProved(bench, ivan, 'setPhishingCode', word, ivan.byTotp())).code).toBe(0);
    const { cookie } = await finishLogin(ivan, 'ivan@example.com').then(sessionOf);
    const [device = ''] = await messagesTo('ivan@example.com');
    expect(device).toMatch(/^Your word: blue heron\n\nSomebody, perhaps you, has logged in/);
    expect(linkIn(device)).toMatch(/^\d+\.\d+\.[\w-]{43}$/);
    const count = (await messagesTo('ivan@example.com')).length;
    const known = { browser: true, cookie };
    const begun = await post(
      'userLogin',
      { account: 'ivan@example.com', password: PASSWORD },
      known,
    );
    const { challengeId } = begun.data.secondFactor;
    expect((await post('finishLogin', { challengeId, ...ivan.byTotp() }, known)).code).toBe(0);
    expect((await messagesTo('ivan@example.com')).length).toBe(count);
  });

  it('IDEN-171 writes in the language of the person, whoever asks, and in English what it lacks', async () => {
    bench.messages.add({
      de: {
        'mail.deviceText': 'Ein neues Gerät.',
        'mail.noteText': 'Zur Kenntnis: {what}',
        'event.closed': 'Das Konto ist geschlossen.',
      },
    });
    const email = 'jana@example.com';
    const jana = await registerPerson(bench, email, { lang: 'de' });
    const { userId } = jana.info;
    // A stranger's browser speaks another language.
    expect((await logIn(bench, email, PASSWORD, { lang: 'en' })).code).toBe(0);
    expect((await messagesTo(email))[0]).toBe('Ein neues Gerät.');
    await bench.identity.write(userId, 'event.closed', {});
    expect((await messagesTo(email))[0]).toBe('Zur Kenntnis: Das Konto ist geschlossen.');
    await bench.identity.write(userId, 'event.nameChanged', {});
    expect((await messagesTo(email))[0]).toMatch(/^Zur Kenntnis: .*name/i);
    // Their own browser changes it, and a language without texts is answered in English.
    const fields = { account: email, password: PASSWORD, lang: 'fr' };
    expect((await post('userLogin', fields, jana)).code).toBe(0);
    await bench.identity.write(userId, 'event.closed', {});
    expect((await messagesTo(email))[0]).not.toMatch(/Kenntnis|geschlossen/);
  });
});

describe('wallets', () => {
  const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const signed = async (sent: object, change: object = {}) => {
    const { nonce, domain, uri, chainId, statement, issuedAt } = (await post('askWallet', {}, sent))
      .data;
    const message = createSiweMessage({
      ...{ address: wallet.address, nonce, domain, uri, chainId, statement, version: '1' },
      issuedAt: new Date(issuedAt),
      ...change,
    });
    return { message, signature: await wallet.signMessage({ message }) };
  };

  it('IDEN-130 a bound wallet logs in by a message for this site, once', async () => {
    const jane = await personWithTotp(bench, 'jane@example.com');
    const browser = { browser: true, cookie: jane.cookie };
    expect((await post('ethSignlog', await signed(browser), browser)).data.refusal).toBe(
      'walletUnknown',
    );
    const binding = { ...(await signed(jane)), name: 'cold' };
    expect((await callProved(bench, jane, 'bindWallet', binding, jane.byTotp())).code).toBe(0);
    expect((await security(jane)).wallets).toMatchObject([{ name: 'cold' }]);
    const login = await signed(browser);
    expect((await post('ethSignlog', login, browser)).data.secondFactor).toBeDefined();
    expect((await post('ethSignlog', login, browser)).data.refusal).toBe('signatureWrong');
    const guards = { login: false, trade: false, funds: true };
    await callProved(bench, jane, 'editCenterLevel', guards, jane.byTotp());
    const reply = await post('ethSignlog', await signed(browser), browser);
    expect(reply.data.email).toBe('j***@example.com');
    const bad = [
      await signed(browser, { domain: 'evil.example', uri: 'https://evil.example' }),
      await signed(browser, { domain: 'evil.example' }),
      await signed(browser, { chainId: 56 }),
      await signed(browser, { nonce: 'a'.repeat(43) }),
      await signed(browser, { expirationTime: new Date(bench.clock.now() - 1) }),
      { ...(await signed(browser)), signature: (await signed(browser)).signature },
      { message: 'nonsense', signature: login.signature },
    ];
    for (const [i, each] of bad.entries()) {
      expect([i, (await post('ethSignlog', each, browser)).data.refusal]).toEqual([
        i,
        'signatureWrong',
      ]);
    }
    const kate = await personWithTotp(bench, 'kate@example.com');
    const taken = { ...(await signed(kate)), name: 'mine' };
    expect((await post('bindWallet', taken, kate)).data.refusal).toBe('walletTaken');
    const removal = { address: wallet.address.toLowerCase() };
    expect((await callProved(bench, jane, 'removeWallet', removal, jane.byTotp())).code).toBe(0);
    expect((await post('ethSignlog', await signed(browser), browser)).data.refusal).toBe(
      'walletUnknown',
    );
  });
});

describe('account log and data', () => {
  it('IDEN-140 says what happened, from where and on what, to its owner only', async () => {
    const proxied = await startIdentity({ trustProxy: ['127.0.0.1'] });
    const lena = await registerPerson(proxied, 'lena@example.com');
    const from = { 'x-forwarded-for': '91.198.174.192', 'user-agent': 'Firefox/1' };
    const fields = { account: 'lena@example.com', password: PASSWORD };
    const wrong = { ...fields, password: 'wrong' };
    await proxied.client.post('userLogin', wrong, { headers: from, browser: true });
    await proxied.client.post(
      'userLogin',
      { ...wrong, account: 'no@example.com' },
      { headers: from },
    );
    await proxied.client.post('userLogin', fields, { headers: from, browser: true });
    const log = await proxied.client.get('getAccountLog', {}, lena);
    expect(log.data.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'newDevice',
      'loginFailed',
      'registered',
    ]);
    const where = { network: '91.198.174', place: 'NL', userAgent: 'Firefox/1' };
    expect(log.data.events[0]).toMatchObject({ ...where, detail: 'password' });
    // Registering is no log-in, and one that failed is none either.
    const { at } = log.data.events[0];
    const habits = { newDeviceAt: at, hours: [new Date(at).getUTCHours()] };
    const { identity } = proxied;
    const { userId } = lena.info;
    expect(await identity.habits(userId, 0, at + 1)).toEqual(habits);
    expect(await identity.habits(userId, 0, at)).toEqual({ ...habits, hours: [] });
    expect(await identity.habits(userId, at + 1, at + 1)).toEqual({ newDeviceAt: null, hours: [] });
    const sessions = await proxied.client.get('getSessions', {}, lena);
    const places = sessions.data.sessions.map(({ place }: { place: string }) => place);
    expect(places.sort()).toEqual(['', 'NL']);
    const max = await registerPerson(proxied, 'max@example.com');
    expect((await proxied.client.get('getAccountLog', {}, max)).data.events).toHaveLength(1);
    const { pool } = proxied.database;
    await expect(pool.query('delete from account_event')).rejects.toThrow('stays');
    await proxied.stop();
  });

  it('IDEN-141 computes the level of security and names what is missing', () => {
    const strong = {
      ...{ factors: 1, recoveryCodes: 3, guards: { login: true, funds: true } },
      ...{ tradePassword: true, phishingCode: true },
    };
    expect(securityLevelOf(strong)).toEqual({ level: 'strong', missing: [] });
    const cases: [object, string, string[]][] = [
      [{ phishingCode: false }, 'strong', ['phishingCode']],
      [{ recoveryCodes: 0 }, 'weak', ['recoveryCodes']],
      [{ tradePassword: false }, 'weak', ['tradePassword']],
      [{ guards: { login: true, funds: false } }, 'weak', ['guards']],
      [{ guards: { login: false, funds: true } }, 'dangerous', ['guards']],
      [{ factors: 0 }, 'dangerous', ['secondFactor']],
    ];
    for (const [change, level, missing] of cases) {
      expect(securityLevelOf({ ...strong, ...change })).toEqual({ level, missing });
    }
  });

  it('IDEN-142 IDEN-143 gives people their data without secrets, and takes a request for deletion', async () => {
    bench.identity.addPersonalRecords('shoes', { read: (userId) => [{ userId, size: 42 }] });
    const nora = await personWithTotp(bench, 'nora@example.com');
    expect((await post('exportMyData', {}, nora)).data.refusal).toBe('stepUpNeeded');
    const { userId } = nora.info;
    await bench.database.pool.query(
      `insert into account_event (user_id, at, kind, detail, network, place, user_agent)
       select $1, i, 'login', 'password', '', '', '' from generate_series(1, 10050) i`,
      [userId],
    );
    const { data } = await callProved(bench, nora, 'exportMyData', {}, nora.byTotp());
    expect(data.data.accountLog.length).toBeGreaterThan(10_050);
    expect(data.data.profile).toMatchObject({ userId, email: 'nora@example.com' });
    expect(data.data.shoes).toEqual([{ userId, size: 42 }]);
    expect(JSON.stringify(data)).not.toMatch(/argon2|secret|hash/i);
    const asked = await callProved(bench, nora, 'requestDeletion', {}, nora.byTotp());
    const requestedAt = bench.clock.now();
    const closesAt = requestedAt + 14 * DAY;
    const keptBy = [{ reason: 'law', until: closesAt + 5 * 365 * DAY }];
    expect(asked.data).toEqual({ requestedAt, closesAt, keptBy });
    expect((await security(nora)).deletion).toEqual(asked.data);
    expect((await post('withdrawDeletion', {}, nora)).code).toBe(0);
    expect((await security(nora)).deletion).toBeNull();
    expect((await prove(bench, nora, 'act', {}, nora.byTotp())).code).toBe(0);
  });
});
