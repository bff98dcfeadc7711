import { migrate } from '@assay/platform/db/migrate';
import { mailMigrations } from '@assay/platform/mail/outbox';
import { createTestDatabase } from '@assay/platform/testing/database';
import { SoftAuthenticator } from '@assay/platform/testing/soft-authenticator';
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
import { identityMigrations } from './index.ts';
import { callProved, digestOf, personWithTotp, prove, sentCode, totpOf } from './security.suite.ts';
import { RestrictionStore } from './store/restrictions.ts';
import { SecurityStore } from './store/security.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const post = (name: string, fields: object, sent: object) => bench.client.post(name, fields, sent);
const security = async (sent: object) => (await bench.client.get('getSecurity', {}, sent)).data;

describe('step-up', () => {
  it('IDEN-090 is for one action, one session, one use and five minutes', async () => {
    const anna = await registerPerson(bench, 'anna@example.com');
    bench.clock.advance(61_000);
    const word = { phishingCode: 'pelican' };
    expect((await post('setPhishingCode', word, anna)).data.refusal).toBe('stepUpNeeded');
    const proved = async () => (await prove(bench, anna, 'setPhishingCode', word)).data.stepUp;
    const stepUp = await proved();
    const changed = { phishingCode: 'cormorant', stepUp };
    expect((await post('setPhishingCode', changed, anna)).data.refusal).toBe('stepUpWrong');
    const elsewhere = sessionOf(await logIn(bench, 'anna@example.com'));
    const right = { ...word, stepUp };
    expect((await post('setPhishingCode', right, elsewhere)).data.refusal).toBe('stepUpWrong');
    expect((await post('setPhishingCode', right, anna)).code).toBe(0);
    expect((await post('setPhishingCode', right, anna)).data.refusal).toBe('stepUpWrong');
    const late = await proved();
    bench.clock.advance(5 * 60_000);
    const tooLate = await post('setPhishingCode', { ...word, stepUp: late }, anna);
    expect(tooLate.data.refusal).toBe('stepUpWrong');
  });

  it('IDEN-091 needs password and code without a factor, from whoever asked, in five tries', async () => {
    const bob = await registerPerson(bench, 'bob@example.com');
    const eve = await registerPerson(bench, 'eve@example.com');
    bench.clock.advance(61_000);
    const asking = { action: 'setPhishingCode', digest: digestOf('setPhishingCode', {}) };
    const asked = (await post('askStepUp', asking, bob)).data;
    expect([asked.methods, asked.sentTo]).toEqual([['code'], 'b***@example.com']);
    const { challengeId, codeId } = asked;
    const code = await sentCode(bench);
    const right = { challengeId, method: 'code', password: PASSWORD, code, codeId };
    const refusal = async (fields: object, sent: object = bob) =>
      (await post('proveStepUp', fields, sent)).data.refusal;
    expect(await refusal({ ...right, password: 'not the password' })).toBe('proofWrong');
    expect(await refusal({ ...right, method: 'totp', totp: '123456' })).toBe('proofWrong');
    expect(await refusal(right, eve)).toBe('challengeEnded');
    const { password: _left, ...bare } = right;
    expect((await post('proveStepUp', bare, bob)).data.fields).toEqual({ password: ['required'] });
    expect((await post('proveStepUp', right, bob)).code).toBe(0);
    expect(await refusal(right)).toBe('challengeEnded');
    const visitor = await bench.client.post('tempLogin', {}, { browser: true });
    const asVisitor = await post('askStepUp', asking, sessionOf(visitor));
    expect(asVisitor.data.refusal).toBe('accountNeeded');
  });

  it('IDEN-092 IDEN-153 trading asks only who wants it, with the command; funds always', async () => {
    const carl = await personWithTotp(bench, 'carl@example.com');
    const { userId } = carl.info;
    const session = await bench.client.get('getSessions', {}, carl);
    const { sessionId } = session.data.sessions[0];
    const context = {
      ...{ actor: { userId, realm: 'real' as const, sessionId }, ip: '127.0.0.1', lang: 'en' },
      ...{
        wantedLang: 'en',
        now: bench.clock.now(),
        requestId: '',
        commandId: undefined,
        userAgent: '',
      },
      ...{ cookie: '', browser: false, secure: false, setHeader() {}, spendBytes() {} },
      file: undefined,
    };
    const ask = async (input = {}) =>
      (await bench.identity.stepUp('act', input, context))?.code ?? null;
    const trade = async (input = {}, commandId?: string, realm: 'real' | 'demo' = 'real') => {
      const actor = { ...context.actor, realm };
      const id = commandId === undefined ? undefined : `${userId}:trade:${commandId}`;
      const asked = { ...context, actor, commandId: id };
      const proof = bench.identity.proveTrade('trade', input, asked);
      return proof === null ? 'not asked' : ((await proof)?.code ?? null);
    };
    expect(await trade()).toBe('not asked');
    expect(await ask()).toBe('stepUpNeeded');
    const guards = { login: false, trade: true, funds: true };
    expect((await callProved(bench, carl, 'editCenterLevel', guards, carl.byTotp())).code).toBe(0);
    // At once, in a session that was open before.
    expect(await trade()).toBe('stepUpNeeded');
    expect(await trade({}, undefined, 'demo')).toBe('not asked');
    const { data } = await prove(bench, carl, 'act', { amount: '5' }, carl.byTotp());
    context.now = bench.clock.now();
    expect(await ask({ amount: '50', stepUp: data.stepUp })).toBe('stepUpWrong');
    expect(await ask({ amount: '5', stepUp: data.stepUp })).toBeNull();

    const order = { quantity: '5', commandId: 'order-00000001' };
    const { stepUp } = (await prove(bench, carl, 'trade', order, carl.byTotp())).data;
    context.now = bench.clock.now();
    const [sent, id] = [{ quantity: '5', stepUp }, order.commandId];
    expect(await trade({ ...sent, quantity: '50' }, id)).toBe('stepUpWrong');
    expect(await trade(sent, 'order-00000002')).toBe('stepUpWrong');
    expect(await trade(sent)).toBe('stepUpWrong');
    // The engine carries one command id out once: the same may be sent again.
    expect([await trade(sent, id), await trade(sent, id)]).toEqual([null, null]);
    context.now += 5 * 60_000;
    expect(await trade(sent, id)).toBe('stepUpWrong');
    const bare = (await prove(bench, carl, 'trade', { quantity: '5' }, carl.byTotp())).data;
    context.now = bench.clock.now();
    const alone = { quantity: '5', stepUp: bare.stepUp };
    expect([await trade(alone), await trade(alone)]).toEqual([null, 'stepUpWrong']);
    const off = { ...guards, trade: false };
    expect((await callProved(bench, carl, 'editCenterLevel', off, carl.byTotp())).code).toBe(0);
    expect(await trade()).toBe('not asked');
  });
});

describe('second factors', () => {
  it('IDEN-095 IDEN-101 codes of an app finish a log-in, each once, one step off', async () => {
    const dora = await personWithTotp(bench, 'dora@example.com');
    const state = await security(dora);
    expect(state.guards).toEqual({ login: true, trade: false, funds: true });
    expect(state.factors).toMatchObject([{ kind: 'totp', name: 'phone' }]);
    const begin = async () => {
      const reply = await logIn(bench, 'dora@example.com');
      expect(reply.data.token).toBeUndefined();
      expect(reply.data.secondFactor.methods).toEqual(['totp', 'recoveryCode']);
      const { challengeId } = reply.data.secondFactor;
      return { challengeId, sent: { browser: true, cookie: sessionCookie(reply) } };
    };
    const finish = async (steps: number) => {
      const { challengeId, sent } = await begin();
      const totp = totpOf(bench, dora.secret, steps);
      return post('finishLogin', { challengeId, method: 'totp', totp }, sent);
    };
    expect((await finish(-2)).data.refusal).toBe('proofWrong');
    expect((await finish(-1)).code).toBe(0);
    expect((await finish(-1)).data.refusal).toBe('proofWrong');
    const done = await finish(1);
    expect(done.data.email).toBe('d***@example.com');
    expect((await finish(0)).data.refusal).toBe('proofWrong');
    // A challenge is for the browser that has given the password.
    const { challengeId } = await begin();
    bench.clock.advance(90_000);
    const totp = totpOf(bench, dora.secret);
    const stolen = { challengeId, method: 'totp', totp };
    expect((await post('finishLogin', stolen, { browser: true })).data.refusal).toBe(
      'challengeEnded',
    );
    const removal = { kind: 'totp', factorId: dora.totpId };
    expect((await callProved(bench, dora, 'removeFactor', removal, dora.byTotp())).code).toBe(0);
    expect(await security(dora)).toMatchObject({
      ...{ guards: { login: false, trade: false, funds: false }, recoveryCodes: 0, factors: [] },
      level: 'dangerous',
    });
    expect((await logIn(bench, 'dora@example.com')).data.token).toMatch(/^[\w-]{43}$/);
  });

  it('IDEN-096 waits after five wrong codes, however many are sent at once', async () => {
    const emil = await personWithTotp(bench, 'emil@example.com');
    const digest = digestOf('act', {});
    const guesses = Array.from({ length: 32 }, async () => {
      const { data } = await post('askStepUp', { action: 'act', digest }, emil);
      const guess = { challengeId: data.challengeId, method: 'totp', totp: '000000' };
      return post('proveStepUp', guess, emil);
    });
    const answers = await Promise.all(guesses);
    const looked = answers.filter(({ data }) => data.refusal === 'proofWrong').length;
    expect(looked).toBeLessThanOrEqual(5);
    bench.clock.advance(5 * 60_000);
    expect((await prove(bench, emil, 'act', {}, emil.byTotp())).code).toBe(0);
  });

  it('IDEN-097 ten recovery codes work once each, and new ones void them', async () => {
    const fay = await personWithTotp(bench, 'fay@example.com');
    expect(new Set(fay.recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = fay.recoveryCodes;
    const by = (recoveryCode: string) => ({ method: 'recoveryCode', recoveryCode });
    expect((await prove(bench, fay, 'act', {}, by(first.toLowerCase()))).code).toBe(0);
    expect((await prove(bench, fay, 'act', {}, by(first))).data.refusal).toBe('proofWrong');
    expect((await security(fay)).recoveryCodes).toBe(9);
    const made = await callProved(bench, fay, 'makeRecoveryCodes', {}, fay.byTotp());
    expect(made.data.recoveryCodes).toHaveLength(10);
    expect((await prove(bench, fay, 'act', {}, by(second))).data.refusal).toBe('proofWrong');
    const { rows } = await bench.owner.pool.query('select * from recovery_code');
    expect(JSON.stringify(rows)).not.toContain(made.data.recoveryCodes[0]);
  });

  it('IDEN-099 a forgotten password leaves the second factor in force, and ends what was begun', async () => {
    const gus = await personWithTotp(bench, 'gus@example.com');
    const begun = await logIn(bench, 'gus@example.com');
    const proof = await askCode(bench, 'gus@example.com', 'reset');
    const password = 'another good phrase';
    const fields = { account: 'gus@example.com', ...proof, password, passwordAgain: password };
    expect((await bench.client.post('updatePassword', fields)).code).toBe(0);
    bench.clock.advance(61_000);
    const totp = totpOf(bench, gus.secret);
    const old = { challengeId: begun.data.secondFactor.challengeId, method: 'totp', totp };
    const sent = { browser: true, cookie: sessionCookie(begun) };
    expect((await post('finishLogin', old, sent)).data.refusal).toBe('challengeEnded');
    const reply = await logIn(bench, 'gus@example.com', password);
    expect(reply.data.secondFactor.methods).toContain('totp');
  });

  it('IDEN-098 without a factor the second step is a code, sent only after the password', async () => {
    const hugo = await registerPerson(bench, 'hugo@example.com');
    bench.clock.advance(61_000);
    const guards = { login: true, trade: false, funds: false };
    expect((await callProved(bench, hugo, 'editCenterLevel', guards)).code).toBe(0);
    bench.clock.advance(61_000);
    await bench.mailer.settled();
    const before = (await bench.outbox.latest(50)).length;
    expect((await logIn(bench, 'hugo@example.com', 'wrong')).data.refusal).toBe('wrongCredentials');
    await bench.mailer.settled();
    expect((await bench.outbox.latest(50)).length).toBe(before);
    const reply = await logIn(bench, 'hugo@example.com');
    const { challengeId, codeId, methods } = reply.data.secondFactor;
    expect(methods).toEqual(['code']);
    const code = await sentCode(bench);
    const sent = { browser: true, cookie: sessionCookie(reply) };
    const done = await post('finishLogin', { challengeId, method: 'code', code, codeId }, sent);
    expect(done.data.token).toMatch(/^[\w-]{43}$/);
  });
});

describe('passkeys', () => {
  const addPasskey = async (
    person: Awaited<ReturnType<typeof registerPerson>>,
    key: SoftAuthenticator,
  ) => {
    bench.clock.advance(61_000);
    const asked = await callProved(bench, person, 'askPasskey', { name: 'laptop' });
    const { challengeId, options } = asked.data;
    return post('addPasskey', { challengeId, credential: key.create(options) }, person);
  };
  const passkeyLogin = async (key: SoftAuthenticator) => {
    const asked = await bench.client.post('askPasskeyLogin', {}, { browser: true });
    const { challengeId, options } = asked.data;
    const sent = { browser: true, cookie: sessionCookie(asked) };
    const fields = { challengeId, credential: key.get(options) };
    return {
      reply: await post('passkeyLogin', fields, sent),
      again: () => post('passkeyLogin', fields, sent),
    };
  };

  it('IDEN-100 logs in without a password, proves actions, and works once for each challenge', async () => {
    const ida = await registerPerson(bench, 'ida@example.com');
    const key = new SoftAuthenticator();
    const added = await addPasskey(ida, key);
    expect(added.data.recoveryCodes).toHaveLength(10);
    const { reply, again } = await passkeyLogin(key);
    expect(reply.data.email).toBe('i***@example.com');
    expect((await again()).data.refusal).toBe('challengeEnded');
    const asking = { action: 'act', digest: digestOf('act', {}) };
    const asked = (await post('askStepUp', asking, ida)).data;
    expect(asked.methods).toEqual(['passkey', 'recoveryCode']);
    const { challengeId } = asked;
    const proof = { method: 'passkey', credential: key.get(asked.passkeyOptions) };
    expect((await post('proveStepUp', { challengeId, ...proof }, ida)).code).toBe(0);
    const begun = await logIn(bench, 'ida@example.com');
    const { secondFactor } = begun.data;
    const finish = {
      ...{ challengeId: secondFactor.challengeId, method: 'passkey' },
      credential: key.get(secondFactor.passkeyOptions),
    };
    const sent = { browser: true, cookie: sessionCookie(begun) };
    expect((await post('finishLogin', finish, sent)).code).toBe(0);
  });

  it('IDEN-100 refuses another site, a key without verification, and a stranger', async () => {
    const jan = await registerPerson(bench, 'jan@example.com');
    const elsewhere = new SoftAuthenticator({ origin: 'https://localhost.example' });
    expect((await addPasskey(jan, elsewhere)).data.refusal).toBe('proofWrong');
    const careless = new SoftAuthenticator({ verifies: false });
    expect((await addPasskey(jan, careless)).data.refusal).toBe('proofWrong');
    const { reply } = await passkeyLogin(new SoftAuthenticator());
    expect(reply.data.refusal).toBe('proofWrong');
  });
});

/** The cookies of an answer that opened no session: that of the browser. */
function sessionCookie({ headers }: { headers: Readonly<Record<string, unknown>> }): string {
  const lines = [headers['set-cookie'] ?? []].flat();
  return lines.map((line) => String(line).split(';', 1)[0]).join('; ');
}

it('IDEN-192 a thief lifts no freeze by an app, a passkey, codes or an address of their own', async () => {
  const account = 'hana@example.com';
  const hana = await personWithTotp(bench, account);
  const linkOf = async () => {
    await bench.mailer.settled();
    const all = await bench.outbox.latest(500);
    const own = all.filter(({ recipient }) => recipient === account);
    const link = own.map(({ content }) => /link=(\S+)/.exec(content)?.[1]).find(Boolean);
    return link ?? '';
  };
  const first = await linkOf();
  const again = async () => {
    const begun = await logIn(bench, account);
    const { challengeId } = begun.data.secondFactor;
    const sent = { browser: true, cookie: sessionCookie(begun) };
    const proof = { challengeId, ...hana.byTotp() };
    return sessionOf(await bench.client.post('finishLogin', proof, sent));
  };
  const made = (await callProved(bench, hana, 'addTotp', { name: 'thief' }, hana.byTotp())).data;
  const theirs = () => {
    bench.clock.advance(30_000);
    return { method: 'totp', totp: totpOf(bench, made.secret) };
  };
  const confirm = { totpId: made.totpId, totp: theirs().totp };
  expect((await bench.client.post('confirmTotp', confirm, hana)).code).toBe(0);
  await bench.client.post('notMe', { link: await linkOf() }, {});
  const back = await again();
  const refusal = async (proof: object, session = back) =>
    (await prove(bench, session, 'unfreezeAccount', {}, proof)).data.refusal;
  expect(await refusal(theirs())).toBe('proofWrong');
  // What the action is called in the question changes nothing.
  const asking = { action: 'act', digest: digestOf('unfreezeAccount', {}) };
  const { challengeId } = (await bench.client.post('askStepUp', asking, back)).data;
  const lie = await bench.client.post('proveStepUp', { challengeId, ...theirs() }, back);
  expect(lie.data.refusal).toBe('proofWrong');
  // Other actions they prove as before.
  expect((await prove(bench, back, 'act', {}, theirs())).code).toBe(0);
  const lifted = await callProved(bench, back, 'unfreezeAccount', {}, hana.byTotp());
  expect(lifted.data).toEqual({ lifted: 1 });
  // A second link of an earlier message counts beside the freeze that stands.
  expect((await bench.client.post('freezeAccount', {}, back)).code).toBe(0);
  await bench.client.post('notMe', { link: await linkOf() }, {});
  await bench.client.post('notMe', { link: first }, {});
  const later = await again();
  const key = new SoftAuthenticator();
  const begun = await callProved(bench, later, 'askPasskey', { name: 'thief' }, hana.byTotp());
  const credential = key.create(begun.data.options);
  const added = { challengeId: begun.data.challengeId, credential };
  expect((await bench.client.post('addPasskey', added, later)).code).toBe(0);
  const digest = digestOf('unfreezeAccount', {});
  const asked = (await bench.client.post('askStepUp', { action: 'act', digest }, later)).data;
  const signed = { method: 'passkey', credential: key.get(asked.passkeyOptions) };
  const said = await bench.client.post(
    'proveStepUp',
    { challengeId: asked.challengeId, ...signed },
    later,
  );
  expect(said.data.refusal).toBe('proofTooNew');
  // The first message is of when no factor was the owner's.
  expect(await refusal(hana.byTotp(), later)).toBe('proofTooNew');
  const recoveryCode = { method: 'recoveryCode', recoveryCode: hana.recoveryCodes[0] };
  expect(await refusal(recoveryCode, later)).toBe('proofWrong');
});

it('IDEN-192 a code lifts a freeze only at an address that has not changed since', async () => {
  const ines = await registerPerson(bench, 'ines@example.com');
  bench.clock.advance(61_000);
  expect((await bench.client.post('freezeAccount', {}, ines)).code).toBe(0);
  expect((await callProved(bench, ines, 'unfreezeAccount')).data).toEqual({ lifted: 1 });
  expect((await bench.client.post('freezeAccount', {}, ines)).code).toBe(0);
  bench.clock.advance(61_000);
  const account = 'other@example.com';
  const asking = { kind: 'email', account, purpose: 'bind' };
  const { codeId } = (await bench.client.post('getCode', asking, ines)).data;
  const fields = { account, codeId, code: await sentCode(bench) };
  bench.clock.advance(61_000);
  expect((await callProved(bench, ines, 'bindemail', fields)).code).toBe(0);
  bench.clock.advance(61_000);
  const proved = await prove(bench, ines, 'unfreezeAccount');
  expect(proved.data.refusal).toBe('proofTooNew');
  // Who had the address before is informed there of what staff are asked to do, while it stands.
  const store = new SecurityStore(bench.database);
  const { userId } = ines.info;
  const former = [{ kind: 'email', value: 'ines@example.com' }];
  expect(await store.formerAddresses(userId)).toEqual(former);
  await store.forgetAddresses(bench.clock.now() + 1);
  expect(await store.formerAddresses(userId)).toEqual(former);
  await new RestrictionStore(bench.database).lift(userId, ['selfFreeze'], bench.clock.now());
  await store.forgetAddresses(bench.clock.now());
  expect(await store.formerAddresses(userId)).toEqual([]);
});

it('IDEN-192 a freeze of before is lifted only by what is older than any message that caused it', async () => {
  const { app, pool, drop } = await createTestDatabase();
  const sets = identityMigrations();
  const before = sets.map((set) => ({
    ...set,
    files: set.files.filter(({ name }) => name < '0010'),
  }));
  await migrate(app, [...mailMigrations(), ...before]);
  await pool.query(`insert into person (user_id, country, invitation_code, created_at, demo_only)
    values (7, '', 'ABCDEFGH', 0, true)`);
  const week = 7 * 86_400_000;
  await pool.query(
    `insert into restriction (user_id, kind, reason, created_at, expires_at, lifted_at)
     values (7, 'notMe', 'link', $1, null, null), (7, 'notMe', 'link', 3, null, 4),
       (7, 'selfFreeze', 'own', $1, null, null)`,
    [week + 5],
  );
  await migrate(app, [...mailMigrations(), ...sets]);
  const store = new RestrictionStore(app);
  expect(await store.ownUntil(7, ['notMe'])).toBe(5);
  expect(await store.ownUntil(7, ['selfFreeze'])).toBe(week + 5);
  await expect(pool.query('update restriction set own_until = 9')).rejects.toThrow();
  await drop();
});
