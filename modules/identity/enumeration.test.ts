import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  registerPerson,
  registration,
  startIdentity,
} from './identity.suite.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
  await registerPerson(bench, 'known@example.com');
  bench.clock.advance(61_000);
});
afterAll(() => bench.stop());

/** The SQL statements of a request, without those of the mails sent afterwards. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(bench.database.pool, 'query');
  try {
    await act();
    return spy.mock.calls.map((call) => String(call[0])).filter((sql) => !/outgoing/.test(sql));
  } finally {
    spy.mockRestore();
  }
}

// The duration of an answer follows from its work: the same statements and one hash for known and
// unknown accounts.
describe('the work for a request does not reveal who is registered', () => {
  it('IDEN-018 a wrong password takes the same steps for known and unknown accounts', async () => {
    const known = await statementsOf(() => logIn(bench, 'known@example.com', 'wrong password'));
    const unknown = await statementsOf(() => logIn(bench, 'nobody@example.com', 'wrong password'));
    expect(known.length).toBeGreaterThan(2);
    expect(unknown).toEqual(known);
  });

  it('IDEN-018 asking for a code takes the same steps, whatever its purpose', async () => {
    const ask = (account: string, purpose: string) =>
      statementsOf(() => bench.client.post('getCode', { kind: 'email', account, purpose }));
    for (const purpose of ['register', 'login', 'reset']) {
      const known = await ask('known@example.com', purpose);
      const unknown = await ask(`nobody-${purpose}@example.com`, purpose);
      expect(known.length).toBeGreaterThan(2);
      expect(unknown).toEqual(known);
      bench.clock.advance(61_000);
    }
  });

  it('IDEN-018 a wrong code takes the same steps in registering and resetting', async () => {
    const wrong = async (account: string, call: string, purpose: string) => {
      const { codeId } = await askCode(bench, account, purpose);
      const fields =
        call === 'userRegister'
          ? registration(account, { codeId, code: '00000000' })
          : {
              account,
              codeId,
              code: '00000000',
              password: 'a new phrase',
              passwordAgain: 'a new phrase',
            };
      return statementsOf(() => bench.client.post(call, fields));
    };
    const calls = { userRegister: 'register', updatePassword: 'reset' };
    for (const [call, purpose] of Object.entries(calls)) {
      bench.clock.advance(3_600_000);
      const known = await wrong('known@example.com', call, purpose);
      const unknown = await wrong(`stranger-${purpose}@example.com`, call, purpose);
      expect(known.length).toBeGreaterThan(0);
      expect(unknown).toEqual(known);
    }
  });
});
