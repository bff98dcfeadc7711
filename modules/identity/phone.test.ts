import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCode, type IdentityBench, registration, startIdentity } from './identity.suite.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity({ phoneAvailable: false });
});
afterAll(() => bench.stop());

const phone = { kind: 'phone', account: '+4915123456789', country: 'DE' };
const proof = { code: '12345678', codeId: 'abcdefghijklmnopqrstuv' };
const password = 'correct horse battery';
const passwords = { password, passwordAgain: password };

describe('a server that cannot reach phones', () => {
  it.each([
    ['getCode', { ...phone, purpose: 'register' }],
    ['getCode', { ...phone, purpose: 'reset' }],
    ['getCode', { ...phone, purpose: 'login' }],
    ['userRegister', registration(phone.account, proof, { kind: 'phone' })],
    ['updatePassword', { ...phone, ...proof, ...passwords }],
    // Without a kind, the account is recognised as a number.
    ['updatePassword', { account: phone.account, ...proof, ...passwords }],
  ])('IDEN-064 %s says that it takes e-mail only, and sends nothing: %j', async (name, fields) => {
    const reply = await bench.client.post(name, fields);
    expect([reply.status, reply.code, reply.data.refusal]).toEqual([200, 1, 'phoneUnavailable']);
    expect(reply.text).toContain('e-mail');
    await bench.mailer.settled();
    expect(await bench.outbox.latest(1)).toEqual([]);
  });

  it('IDEN-064 reports it to the forms, and e-mail still works', async () => {
    const { data } = await bench.client.get('getTelCode');
    expect(data.phoneAvailable).toBe(false);
    const sent = await askCode(bench, 'anna@example.com');
    const reply = await bench.client.post('userRegister', registration('anna@example.com', sent));
    expect(reply.code).toBe(0);
  });
});
