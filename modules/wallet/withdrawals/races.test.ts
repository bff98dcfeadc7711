import { lookThenWrite, unlessBusy } from '@assay/platform/testing/race';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutDigest } from './digest.ts';
import {
  ADDRESS,
  ask,
  asStaff,
  available,
  CUSTODY,
  close,
  DAY_MS,
  db,
  decided,
  depositedFrom,
  forget,
  get,
  handedToSigner,
  later,
  OTHER_ADDRESS,
  one,
  open,
  people,
  post,
  realm,
  requested,
  rowOf,
  stageOf,
  withdrawals,
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
    expect(await lookThenWrite(db.pool, 32, ALLOWED)).toBeGreaterThan(ALLOWED);
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

  it.each(PARALLEL)(
    'WDRL-143 of %i cancellations and signatures at once one has what was handed over, for good',
    async (parallel) => {
      for (const signerFirst of [true, false]) {
        const user = await realm.newUser({ USDT: '1000' });
        people.book.set(ADDRESS, { addedAt: 0, isStrict: false });
        const id = await requested(user);
        await handedToSigner(id);
        expect(await stageOf(user, id)).toBe('paying');
        const cid = `back-${parallel}-${signerFirst}`;
        const ends = await all(parallel, async (n) => {
          if ((n % 2 === 0) === signerFirst) {
            const sign = `insert into payout_decision values ($1, 'signer', 1) on conflict do nothing`;
            const { rowCount } = await db.pool.query(sign, [id]);
            return rowCount === 1 ? 'signed' : '';
          }
          const about = { withdrawalId: id, ...(n % 3 === 0 ? { cid } : {}) };
          const { code, data } = await post(user, 'cancelWithdrawal', about);
          if (code === 1) expect(data.refusal).toBe('wrongState');
          return code === 0 ? 'cancelled' : '';
        });
        const said = new Set(ends.filter((end) => end !== ''));
        expect(said.size).toBe(1);
        const isSigned = said.has('signed');
        expect(ends.filter((end) => end === 'signed')).toHaveLength(isSigned ? 1 : 0);
        expect(await stageOf(user, id)).toBe(isSigned ? 'paying' : 'cancelled');
        expect(await available(user)).toEqual(isSigned ? ['850', '150'] : ['1000', '0']);
      }
    },
  );

  it('WDRL-075 the race catches a handler that adds up what left before it writes', async () => {
    await db.pool.query('create table careless_sum (amount integer)');
    const accepted = await all(32, async () => {
      const { rows } = await db.pool.query(
        'select coalesce(sum(amount), 0) as sum from careless_sum',
      );
      if (Number(rows[0].sum) + 15_000 > 40_000) return false;
      await db.pool.query('insert into careless_sum values (15000)');
      return true;
    });
    expect(accepted.filter(Boolean).length).toBeGreaterThan(2);
  });

  it.each(PARALLEL)(
    'WDRL-079 of %i returns at once what was not used goes back once',
    async (parallel) => {
      const user = await realm.newUser({ USDT: '100000' });
      await depositedFrom(user, OTHER_ADDRESS);
      people.turnover = 60_000_00000000n;
      const back = { kind: 'return', address: OTHER_ADDRESS, amount: '15000', isMine: 'true' };
      const answers = await all(parallel, () => ask(user, back));
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
      for (const { code, data } of answers) {
        if (code === 1) expect(data.refusal).toBe('notUnused');
        else expect([0, 3]).toContain(code);
      }
      expect(await available(user)).toEqual(['70000', '30000']);
    },
  );

  it.each(PARALLEL)('WDRL-079 of %i full exits at once one leaves', async (parallel) => {
    const user = await realm.newUser({ USDT: '60' });
    const answers = await all(parallel, () => ask(user, { kind: 'exit', amount: '60' }));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await available(user)).toEqual(['0', '60']);
  });

  it.each(PARALLEL)(
    'WDRL-084 of %i of staff at once one claims a withdrawal, and it is approved once',
    async (parallel) => {
      const user = await realm.newUser({ USDT: '100000' });
      const id = await requested(user, { amount: '15000', recipient: 'Ann' });
      const claims = await all(parallel, (n) =>
        asStaff(100 + n, 'claimWithdrawal', { withdrawalId: id }),
      );
      expect(claims.filter(({ code }) => code === 0)).toHaveLength(1);
      const holder = 100 + claims.findIndex(({ code }) => code === 0);
      const approvals = await all(parallel, (n) =>
        asStaff(n % 2 === 0 ? holder : 100 + n, 'approveWithdrawalAlone', { withdrawalId: id }),
      );
      const refusals = new Set(
        approvals.filter(({ code }) => code === 1).map((one) => one.data.refusal),
      );
      expect(approvals.some(({ code }) => code === 0)).toBe(true);
      expect([...refusals].filter((one) => !['notClaimed', 'wrongState'].includes(one))).toEqual(
        [],
      );
      expect(await stageOf(user, id)).toBe('approved');
      const { timeline } = await one(user, id);
      expect(timeline.filter(({ what }) => what === 'approved')).toHaveLength(1);
    },
  );

  it.each(PARALLEL)(
    'WDRL-085 of %i confirmations at once a withdrawal has one transaction, and a transaction pays one',
    async (parallel) => {
      const users = await realm.newUsers(2, { USDT: '100000' });
      const paid: object[] = [];
      for (const user of users) {
        people.book.set(ADDRESS, { addedAt: 0, isStrict: false });
        const id = await requested(user);
        await later(1000);
        paid.push({ withdrawalId: id, digest: (await rowOf(id)).digest });
      }
      const outcomes = await all(parallel, async (n) => {
        const transaction = `0x${String(Math.floor(n / 2) % 3).repeat(60)}${parallel + 1000}`;
        const client = await unlessBusy(db.app.pool.connect());
        if (client === null) return false;
        try {
          await client.query('begin');
          const body = { ...paid[n % 2], transaction };
          const done = await withdrawals.byHand.run(body, client, realm.clock.now());
          await client.query('commit');
          return 'outcome' in done;
        } catch {
          await client.query('rollback');
          return false;
        } finally {
          client.release();
        }
      });
      expect(outcomes.filter(Boolean)).toHaveLength(2);
      await later(1000);
      const { rows } = await db.pool.query(
        `select count(*)::int as paid, count(distinct transaction_hash)::int as transactions
       from withdrawal_payout join real.ended_withdrawal on id = withdrawal_id
       where user_id = any($1)`,
        [users],
      );
      expect(rows).toEqual([{ paid: 2, transactions: 2 }]);
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

  it('WDRL-088 of what many ask for at once the house lets no more go unseen than of one after the other', async () => {
    await later(4 * DAY_MS);
    people.rules = people.rules.map((rules) => ({ ...rules, most: 200_000_000_000_000 }));
    const big = { amount: '1500000', recipient: 'Ana Sousa' };
    const users: number[] = [];
    for (let n = 0; n < 16; n += 1) users.push(await realm.newUser({ USDT: big.amount }));
    const ids = await all(16, (n) => requested(users[n]!, big));
    const { rows } = await db.pool.query(
      `select d.ground, exists (select from withdrawal_hold h where h.digest = d.digest
         and h.reason = 'outflow' and h.follows = 'escalate') as braked
       from withdrawal_destination d where d.withdrawal_id = any($1)`,
      [ids],
    );
    const { rows: lots } = await db.pool.query(
      'select sum(amount)::text as sum from real.deposit_credit',
    );
    const most = Number(BigInt(lots[0].sum) / 10n / 150_000_000_000_000n);
    expect(most).toBeLessThan(12);
    expect(rows.filter(({ braked }) => !braked).length).toBeLessThanOrEqual(most);
    expect(rows.filter(({ braked }) => !braked).length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ ground }) => ground))).toEqual(new Set(['twoPeople']));
  });
});
