import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  startIdentity,
} from './identity.suite.ts';
import { callProved, personWithTotp } from './security.suite.ts';

const DAY = 24 * 60 * 60_000;

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const tables = ['totp', 'recovery_code', 'session', 'account_event', 'challenge'];
const rowsOf = async (userId: number) => {
  const counted = tables.map(async (table) => {
    const open = table === 'session' ? 'and ended_at is null' : '';
    const { rowCount } = await bench.database.pool.query(
      `select from ${table} where user_id = $1 ${open}`,
      [userId],
    );
    return [table, rowCount] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
};
const personOf = async (userId: number) =>
  (await bench.owner.pool.query('select * from person where user_id = $1', [userId])).rows[0];
const round = () => bench.identity.closeAccounts(bench.clock.now(), new AbortController().signal);

it('IDEN-144 closes an account two weeks after its owner asked, and erases the rest in five years', async () => {
  const done: string[] = [];
  let broken = true;
  bench.identity.addPersonalRecords('boots', {
    read: () => [],
    close: async (userId) => {
      if (broken) throw new Error('the power is gone');
      done.push(`close ${userId}`);
    },
    erase: async (userId) => void done.push(`erase ${userId}`),
  });
  const nora = await personWithTotp(bench, 'nora@example.com');
  const stays = await registerPerson(bench, 'max@example.com');
  const { userId } = nora.info;
  await callProved(bench, nora, 'requestDeletion', {}, nora.byTotp());

  bench.clock.advance(14 * DAY - 1);
  await round();
  expect((await personOf(userId)).closed_at).toBeNull();
  bench.clock.advance(1);
  bench.funds.empty = false;
  await round();
  expect((await personOf(userId)).email).toBe('nora@example.com');

  bench.funds.empty = true;
  await expect(round()).rejects.toThrow('power');
  const closedAt = bench.clock.now();
  expect(await logIn(bench, 'nora@example.com', PASSWORD)).toMatchObject({ code: 1 });
  broken = false;
  bench.clock.advance(DAY);
  await round();
  await round();
  expect(done).toEqual([`close ${userId}`]);
  expect(await personOf(userId)).toMatchObject({
    ...{ closed_at: closedAt, email: null, phone: null, name: '', password_hash: null },
    ...{ erased_at: null, country: 'DE' },
  });
  const { account_event: kept = 0, ...gone } = await rowsOf(userId);
  expect(gone).toEqual({ totp: 0, recovery_code: 0, session: 0, challenge: 0 });
  expect(kept).toBeGreaterThan(2);
  await bench.mailer.settled();
  const mails = (await bench.outbox.latest(500)).filter((one) => one.content.includes('closed'));
  expect(mails.map(({ recipient }) => recipient)).toEqual(['nora@example.com']);
  const again = await registerPerson(bench, 'nora@example.com');
  expect(again.info.userId).not.toBe(userId);

  bench.clock.advance(closedAt + 5 * 365 * DAY - bench.clock.now() - 1);
  await round();
  expect(done).toHaveLength(1);
  const { pool } = bench.database;
  const remove = () => pool.query('delete from account_event where user_id = $1', [userId]);
  await expect(remove()).rejects.toThrow('stays');
  bench.clock.advance(1);
  await round();
  await round();
  expect(done).toEqual([`close ${userId}`, `erase ${userId}`]);
  expect((await rowsOf(userId)).account_event).toBe(0);
  expect((await personOf(userId)).country).toBe('');
  expect((await personOf(stays.info.userId)).email).toBe('max@example.com');
});

it('IDEN-144 a request that was withdrawn closes nothing, whenever it was withdrawn', async () => {
  const lena = await personWithTotp(bench, 'lena@example.com');
  const { userId } = lena.info;
  await callProved(bench, lena, 'requestDeletion', {}, lena.byTotp());
  expect((await bench.client.post('withdrawDeletion', {}, lena)).code).toBe(0);
  bench.clock.advance(30 * DAY);
  await round();
  expect((await personOf(userId)).email).toBe('lena@example.com');
});
