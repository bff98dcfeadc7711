import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  registerPerson,
  sessionOf,
  startIdentity,
} from './identity.suite.ts';
import { SESSIONS_MAX } from './sessions.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const answers = async (sent: object) => (await bench.client.get('getInfo', {}, sent)).code;

/** Sessions that were opened since, as a thief with a stolen password would. */
async function openMany(userId: number, count: number) {
  const at = bench.clock.now();
  await bench.owner.pool.query(
    `insert into session (session_id, user_id, realm, token_hash, ip, user_agent, created_at,
       last_seen_at, idle_ms, expires_at)
     select lpad($1 || '-' || i, 22, 'x'), $1::bigint, 'real', sha256(($1 || ' ' || i)::bytea),
       '127.0.0.1', '', $2::bigint + i, $2, 3600000, $2 + 3600000
     from generate_series(1, $3::int) as i`,
    [String(userId), at, count],
  );
  bench.clock.advance(count + 1);
}

async function liveOf(userId: number): Promise<number> {
  const { rows } = await bench.owner.pool.query<{ n: number }>(
    'select count(*) as n from session where user_id = $1 and ended_at is null',
    [userId],
  );
  return rows[0]!.n;
}

it('IDEN-190 ends all sessions of a person, however many, and no other person’s', async () => {
  const [first, other] = [
    await registerPerson(bench, 'first@example.com'),
    await registerPerson(bench, 'other@example.com'),
  ];
  const { userId } = first.info;
  const ended: string[] = [];
  bench.identity.authenticator.onEnded((id) => ended.push(id));
  const reset = async () => {
    bench.clock.advance(61_000);
    const proof = await askCode(bench, 'first@example.com', 'reset');
    const password = 'another long phrase';
    const fields = { account: 'first@example.com', ...proof, password, passwordAgain: password };
    return (await bench.client.post('updatePassword', fields)).code;
  };
  await openMany(userId, 450);
  expect([await answers(first), await answers(other)]).toEqual([0, 0]);
  expect(await reset()).toBe(0);
  expect([await answers(first), await answers(other)]).toEqual([1000, 0]);
  expect([await liveOf(userId), new Set(ended).size]).toEqual([0, 451]);

  const second = await registerPerson(bench, 'second@example.com');
  await openMany(second.info.userId, 450);
  const many = { reason: 'theft' };
  const now = bench.clock.now();
  expect(await bench.identity.endSessionsByStaff(second.info.userId, many, now)).toBe(451);
  expect(await answers(second)).toBe(1000);
});

it('IDEN-190 one session more than a hundred ends the earliest, and never its own parent', async () => {
  const first = await registerPerson(bench, 'many@example.com');
  const { userId } = first.info;
  await openMany(userId, SESSIONS_MAX - 1);
  expect(await answers(first)).toBe(0);
  // The virtual account of the earliest takes the place of the one after it.
  const virtual = sessionOf(await bench.client.post('tempLogin', {}, first));
  expect([await answers(first), await answers({ ...first, token: virtual.token })]).toEqual([0, 0]);
  expect(await liveOf(userId)).toBe(SESSIONS_MAX);
  const again = sessionOf(await logIn(bench, 'many@example.com'));
  expect([await answers(first), await answers(again)]).toEqual([1000, 0]);
  expect((await bench.client.get('getSessions', {}, again)).data.sessions.length).toBe(
    await liveOf(userId),
  );
});
