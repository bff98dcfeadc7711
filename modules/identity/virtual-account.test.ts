import { DAY, HOUR } from '@assay/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type IdentityBench,
  registerPerson,
  sessionOf,
  startIdentity,
  wideLimits,
} from './identity.suite.ts';
import { limits as identityLimits } from './schema/index.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const info = (sent: object) => bench.client.get('getInfo', {}, sent);
const post = (name: string, sent: object = {}) =>
  bench.client.post(name, {}, { browser: true, ...sent });

describe('the virtual account', () => {
  it('IDEN-040 opens for a visitor, who then has a virtual account and nothing else', async () => {
    const reply = await post('tempLogin');
    expect(reply.data).toMatchObject({
      realm: 'demo',
      demoOnly: true,
      usdt: '100000',
      invitation_code: '',
    });
    expect(bench.opened).toContain(reply.data.userId);
    const visitor = sessionOf(reply);
    expect((await info(visitor)).data.realm).toBe('demo');
    const resumed = await post('tempLogin', visitor);
    expect(resumed.data.userId).toBe(reply.data.userId);
    expect((await info(visitor)).code).toBe(2000);
    const again = { ...visitor, token: resumed.data.token };
    expect((await info(again)).code).toBe(0);
    const left = await post('exitVirtualAccount', again);
    expect(left.data).toEqual({ login: null });
    expect((await info(again)).code).toBe(1000);
  });

  it('IDEN-041 opens from a real session and returns to it', async () => {
    const anna = await registerPerson(bench, 'anna@example.com');
    const outside = await post('exitVirtualAccount', anna);
    expect(outside.data.refusal).toBe('notInVirtualAccount');
    const opened = await post('tempLogin', anna);
    expect(opened.data).toMatchObject({ userId: anna.info.userId, realm: 'demo', demoOnly: false });
    expect(opened.headers['set-cookie']).toBeUndefined();
    const inside = { ...anna, token: opened.data.token };
    expect((await info(inside)).data.realm).toBe('demo');
    expect((await info(anna)).data.realm).toBe('real');
    const back = await post('exitVirtualAccount', inside);
    expect(back.data.login).toMatchObject({ realm: 'real', userId: anna.info.userId });
    expect((await info(inside)).code).toBe(1000);
    const real = { ...anna, token: back.data.login.token };
    expect((await info(real)).data.realm).toBe('real');
    expect((await info({ token: real.token })).code).toBe(2000);
  });

  it('IDEN-042 ends with the real session, and logging out inside it ends both', async () => {
    const bob = await registerPerson(bench, 'bob@example.com');
    const inside = { ...bob, token: (await post('tempLogin', bob)).data.token };
    await post('logout', bob);
    expect((await info(inside)).code).toBe(1000);
    const carol = await registerPerson(bench, 'carol@example.com');
    const within = { ...carol, token: (await post('tempLogin', carol)).data.token };
    await post('logout', within);
    expect((await info(carol)).code).toBe(1000);
  });

  it('IDEN-043 resets by a command of the engine, with the id of the request', async () => {
    const dave = await registerPerson(bench, 'dave@example.com');
    expect((await post('resetVirtualAccount', dave)).data.refusal).toBe('notOpen');
    const inside = { ...dave, token: (await post('tempLogin', dave)).data.token };
    const headers = { 'idempotency-key': 'reset-0001' };
    expect((await post('resetVirtualAccount', { ...inside, headers })).code).toBe(0);
    expect(bench.resets.at(-1)).toBe(`${dave.info.userId}:resetVirtualAccount:reset-0001`);
  });

  it('IDEN-080 all visitors together open so many an hour, a site fewer, and newcomers have a share', async () => {
    const few = { site: [{ max: 1, ms: HOUR }], everybody: [{ max: 2, ms: HOUR }] };
    const limits = { ...wideLimits, firstVisitor: few, visitor: few };
    const braked = await startIdentity({ limits, trustProxy: ['127.0.0.1'] });
    const openFrom = async (ip: string, sent: object = {}) => {
      const headers = { 'x-forwarded-for': ip };
      const { code, data } = await braked.client.post('tempLogin', {}, { ...sent, headers });
      return code === 0 ? 'opened' : data.refusal;
    };
    // Its own share, and one of the rest; another network of the same site has neither.
    const crowd = ['2001:db8:1::1', '2001:db8:1::1', '2001:db8:1:100::1', '2001:db8:2::1'];
    const answers = [];
    for (const ip of [...crowd, '2001:db8:2::1', '198.51.100.1']) answers.push(await openFrom(ip));
    const [no, yes] = ['tooManyVisitors', 'opened'];
    expect(answers).toEqual([yes, yes, no, yes, yes, no]);
    const refused = await braked.client.post('tempLogin');
    expect(refused.text).toContain('Please try again in 60 min, or register');
    const anna = await registerPerson(braked, 'anna@example.com');
    expect((await braked.client.post('tempLogin', {}, { ...anna, browser: true })).code).toBe(0);
    braked.clock.advance(HOUR);
    expect(await openFrom('198.51.100.1')).toBe('opened');
    await braked.stop();
  });

  it('IDEN-080 what visitors may hold at a time is less than half of the virtual money', () => {
    const { visitor, firstVisitor } = identityLimits;
    const anHour = visitor.everybody[0].max + firstVisitor.everybody[0].max;
    expect([visitor.everybody[0].ms, firstVisitor.everybody[0].ms]).toEqual([HOUR, HOUR]);
    const ceiling = 2n ** 63n / (100_000n * 10n ** 8n);
    // They live for thirty days, are lost after one more, and are ended within ten minutes.
    expect(anHour * 24 * 32).toBeLessThan(Number(ceiling) / 1.99);
  });

  it('IDEN-082 loses a visitor a day after the last session, and nobody who can come back', async () => {
    const own = await startIdentity();
    const enter = async () => sessionOf(await own.client.post('tempLogin', {}, { browser: true }));
    const idOf = async (sent: object) => (await own.client.get('getInfo', {}, sent)).data.userId;
    const [gone, back] = [await enter(), await enter()];
    const [goneId, backId] = [await idOf(gone), await idOf(back)];
    const anna = await registerPerson(own, 'anna@example.com');
    await own.client.post('tempLogin', {}, { ...anna, browser: true });
    const lose = () => own.identity.loseVisitors(own.clock.now(), 10);
    own.clock.advance(6 * DAY);
    expect(await idOf(back)).toBe(backId);
    await own.identity.writeSeen();
    own.clock.advance(2 * DAY - 1);
    expect(await lose()).toEqual([]);
    own.clock.advance(1);
    expect(await lose()).toEqual([goneId]);
    expect(await own.identity.loseVisitors(own.clock.now(), 0)).toEqual([]);
    // Ended, so that not even a clock that is set back revives it.
    own.clock.set(own.clock.now() - 7 * DAY);
    expect((await own.client.get('getInfo', {}, gone)).code).toBe(1000);
    expect(await idOf(back)).toBe(backId);
    own.clock.advance(7 * DAY);
    // It is returned until it is noted, and then never again.
    expect(await lose()).toEqual([goneId]);
    await own.identity.visitorsEnded([goneId, anna.info.userId], own.clock.now());
    expect(await lose()).toEqual([]);
    const { rows } = await own.database.pool.query(
      'select user_id as id from person where lost_at is not null',
    );
    expect(rows).toEqual([{ id: goneId }]);
    await own.stop();
  });

  it('IDEN-044 is refused with a text, and leaves nothing, when the money is used up', async () => {
    const erin = await registerPerson(bench, 'erin@example.com');
    const early = sessionOf(await post('tempLogin'));
    const count = async (table: string) =>
      (await bench.database.pool.query(`select from ${table}`)).rowCount;
    const before = [await count('person'), await count('session')];
    bench.virtual.usedUp = true;
    for (const sent of [{}, erin]) {
      const reply = await post('tempLogin', sent);
      expect([reply.status, reply.code, reply.data.refusal]).toEqual([
        200,
        1,
        'virtualMoneyUsedUp',
      ]);
      expect(reply.text).toContain('virtual money');
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect([await count('person'), await count('session')]).toEqual(before);
    expect((await info(erin)).data.realm).toBe('real');
    // An account that exists still works.
    expect((await post('tempLogin', early)).code).toBe(0);
    bench.virtual.usedUp = false;
  });
});
