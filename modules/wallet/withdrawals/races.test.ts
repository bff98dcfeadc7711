import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutDigest } from './digest.ts';
import {
  ask,
  available,
  CUSTODY,
  close,
  DAY_MS,
  db,
  decided,
  forget,
  get,
  later,
  open,
  people,
  post,
  realm,
  requested,
  rowOf,
  stageOf,
} from './withdrawals.suite.ts';

beforeAll(open);
afterAll(close);
beforeEach(forget);

const PARALLEL = [32, 256];
/** What a day allows. */
const ALLOWED = 2;

const all = <T>(parallel: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: parallel }, (_, n) => act(n)));

describe('races for a day and for one balance', () => {
  it('WDRL-075 the race catches a handler that counts the day before it writes', async () => {
    await db.pool.query('create table careless (amount integer)');
    const accepted = await all(32, async () => {
      const { rows } = await db.pool.query('select count(*)::int as count from careless');
      if (rows[0].count >= ALLOWED) return false;
      await db.pool.query('insert into careless values (150)');
      return true;
    });
    expect(accepted.filter(Boolean).length).toBeGreaterThan(ALLOWED);
  });

  it.each(PARALLEL)(
    'WDRL-076 of %i requests at once a day has its two, and their money is held',
    async (parallel) => {
      const user = await realm.newUser({ USDT: '100000' });
      const answers = await all(parallel, () => ask(user));
      const taken = answers.filter(({ code }) => code === 0);
      expect(taken).toHaveLength(ALLOWED);
      for (const { code, data } of answers) {
        if (code === 1) expect(data.refusal).toBe('dailyLimit');
        else expect([0, 3]).toContain(code);
      }
      expect(await available(user)).toEqual(['99700', '300']);
      expect((await get(user, 'getWithdrawals')).data.withdrawals).toHaveLength(ALLOWED);
    },
  );

  it.each(PARALLEL)('WDRL-076 %i requests under one command id are one', async (parallel) => {
    const user = await realm.newUser({ USDT: '1000' });
    const cid = `one-of-many-${parallel}`;
    const answers = await all(parallel, () => ask(user, { cid }));
    const taken = answers.filter(({ code }) => code === 0);
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken.map(({ data }) => data.receipt.hash)).size).toBe(1);
    expect(await available(user)).toEqual(['850', '150']);
  });

  it.each(PARALLEL)(
    'WDRL-077 of %i cancellations, approvals and steps at once one ends it, and its money is used once',
    async (parallel) => {
      const user = await realm.newUser({ USDT: '1000' });
      const first = await requested(user);
      await post(user, 'cancelWithdrawal', { withdrawalId: first });
      await later(2 * DAY_MS);
      const id = await requested(user);
      const { digest, salt } = await rowOf(id);
      const payout = payoutDigest(1, `0x${'ab'.repeat(32)}`, salt);
      const kinds = await all(parallel, async (n) => {
        const body = { withdrawalId: id, digest };
        if (n % 4 === 0) {
          const { code } = await post(user, 'cancelWithdrawal', { withdrawalId: id });
          return code === 0 ? 'cancelled' : '';
        }
        if (n % 4 === 1) {
          const refusal = { reason: 'accountAtRisk' };
          return (await decided(`refuseWithdrawal`, id, refusal)).ok ? 'refused' : '';
        }
        if (n % 4 === 2) {
          await later(0);
          return '';
        }
        const settled = await realm.send(CUSTODY, 'settleWithdrawal', { ...body, payout });
        return settled.ok ? 'paid' : '';
      });
      const stage = await stageOf(user, id);
      const ends = new Set(kinds.filter((kind) => kind !== ''));
      expect(ends.size).toBeLessThanOrEqual(1);
      if (ends.size === 1) expect([...ends]).toEqual([stage]);
      const [free, held] = await available(user);
      const expected = stage === 'paid' ? ['850', '0'] : ends.size === 1 ? ['1000', '0'] : null;
      expect([free, held]).toEqual(expected ?? ['850', '150']);
    },
  );

  it('WDRL-078 a request of which the day is used up reads when the next one begins', async () => {
    people.rules = people.rules.map((rules) => ({ ...rules, perDay: 1 }));
    const user = await realm.newUser({ USDT: '1000' });
    await requested(user);
    const { data } = await ask(user);
    expect(data.refusal).toBe('dailyLimit');
    expect(Date.parse(data.detail.until)).toBeGreaterThan(realm.clock.now());
  });
});
