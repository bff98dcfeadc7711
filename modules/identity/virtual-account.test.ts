import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityBench, registerPerson, sessionOf, startIdentity } from './identity.suite.ts';

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
