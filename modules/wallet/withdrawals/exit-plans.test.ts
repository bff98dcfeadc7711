import { lookThenWrite } from '@assay/platform/testing/race';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  asked,
  available,
  client,
  close,
  DAY_MS,
  db,
  forget,
  get,
  HOUR_MS,
  later,
  OTHER_ADDRESS,
  one,
  open,
  people,
  post,
  realm,
  requested,
  stageOf,
} from './withdrawals.suite.ts';

beforeAll(open);
afterAll(close);
beforeEach(() => {
  forget();
  people.book.set(ADDRESS, { addedAt: 0, isStrict: false });
});

const PARALLEL = [32, 256];
const where = { asset: 'USDT', chainId: '1', address: ADDRESS, recipient: 'Ana' };

const planOf = async (user: number, amount: string, change: object = {}) =>
  (await get(user, 'planExit', { ...where, amount, ...change })).data;

/** Accepts a plan, as it was shown unless a test says otherwise; proved. */
async function accept(user: number, amount: string, change: Record<string, string> = {}) {
  const { digest } = await planOf(user, amount);
  const { kind: _, ...fields } = asked({ ...where, amount, digest, ...change });
  const { cid: __, stepUp, ...proved } = fields as Record<string, string>;
  people.proofs.set(
    stepUp!,
    JSON.stringify(
      Object.entries(proved)
        .map(([name, value]) => [name, String(value)])
        .sort(),
    ),
  );
  return post(user, 'acceptExitPlan', { ...fields });
}

const rich = () => realm.newUser({ USDT: '500000' });
const amountsOf = (list: { amount: string }[]) => list.map(({ amount }) => amount);

describe('a plan by which an amount leaves whole', () => {
  it('WDRL-090 WDRL-091 is shown with days and costs, accepted as it was shown by one proof, and its parts are withdrawals that leave on their days', async () => {
    const user = await rich();
    const plan = await planOf(user, '500000');
    expect(plan).toMatchObject({ refusals: [], leaves: '500000', fee: '6', arrives: '499994' });
    expect(amountsOf(plan.parts)).toEqual(['200000', '200000', '100000']);
    const [first, second, third] = plan.parts;
    expect([first.goesAt, second.goesAt]).toEqual([realm.clock.now(), realm.clock.now()]);
    // The next day's hours begin sixteen hours later.
    expect(third.goesAt - realm.clock.now()).toBe(16 * HOUR_MS);
    expect(third.holds.map(({ reason }: { reason: string }) => reason)).toContain('amount');
    expect((await get(user, 'getWithdrawals')).data.withdrawals).toEqual([]);

    const { code, data } = await accept(user, '500000');
    expect(code).toBe(0);
    expect(data.refused).toEqual([]);
    const withdrawals = data.taken.map(({ withdrawal }: { withdrawal: object }) => withdrawal);
    expect(amountsOf(withdrawals)).toEqual(['200000', '200000', '100000']);
    expect(withdrawals[2]).toMatchObject({ planId: data.planId, queuedUntil: third.goesAt });
    expect(await available(user)).toEqual(['0', '500000']);
    const { rows } = await db.pool.query(
      'select count(distinct command_id)::int as ids from withdrawal_destination where plan_id = $1',
      [data.planId],
    );
    expect(rows).toEqual([{ ids: 3 }]);
    await expect(
      db.pool.query('update withdrawal_destination set plan_id = null where plan_id = $1', [
        data.planId,
      ]),
    ).rejects.toThrow('does not change');
  });

  it('WDRL-091 a part within the tier goes by itself on its day', async () => {
    people.rules = people.rules.map((rules) => ({ ...rules, most: 150_00000000 }));
    const user = await realm.newUser({ USDT: '400' });
    const { data } = await accept(user, '400');
    const ids = data.taken.map(({ withdrawal }: { withdrawal: { withdrawalId: number } }) => {
      return withdrawal.withdrawalId;
    });
    await later(0);
    const stages = () => Promise.all(ids.map((id: number) => stageOf(user, id)));
    expect(await stages()).toEqual(['paying', 'paying', 'queued']);
    await later(17 * HOUR_MS);
    expect((await stages())[2]).toBe('paying');
  });

  it('WDRL-092 is refused for each reason in the published order, and changes nothing', async () => {
    const user = await rich();
    const shown = await planOf(user, '500000');
    people.hasTradePassword = false;
    people.verified = 'none';
    expect(
      (await planOf(user, '500001')).refusals.map((one: { code: string }) => one.code),
    ).toEqual(['tradePasswordNeeded', 'verificationNeeded', 'insufficientBalance']);
    const refusal = async (change: Record<string, string>, amount = '500000') =>
      (await accept(user, amount, change)).data.refusal;
    expect(await refusal({ chainId: '2' })).toBe('notOffered');
    expect(await refusal({})).toBe('tradePasswordNeeded');
    people.hasTradePassword = true;
    expect(await refusal({})).toBe('verificationNeeded');
    people.verified = 'senior';
    expect(await refusal({}, '500001')).toBe('insufficientBalance');
    expect(await refusal({ recipient: '' })).toBe('travelDataNeeded');
    // Another address, another recipient, another day: not what was shown.
    expect(await refusal({ address: OTHER_ADDRESS })).toBe('planChanged');
    expect(await refusal({ recipient: 'Eve' })).toBe('planChanged');
    expect(await refusal({ digest: shown.digest }, '400000')).toBe('planChanged');
    const before = shown.digest;
    await later(12 * HOUR_MS);
    expect(await refusal({ digest: before })).toBe('planChanged');
    expect(await refusal({ tradePassword: '000000' })).toBe('tradePasswordWrong');
    const { digest } = await planOf(user, '500000');
    const { kind: _, stepUp: __, ...unproved } = asked({ ...where, amount: '500000', digest });
    expect((await post(user, 'acceptExitPlan', unproved)).data.refusal).toBe('stepUpNeeded');
    const stepUp = 'q'.repeat(43);
    const wrong = await post(user, 'acceptExitPlan', { ...unproved, stepUp });
    expect(wrong.data.refusal).toBe('stepUpWrong');
    const demo = await client.post('acceptExitPlan', unproved, { token: `demo-${user}` });
    expect(demo.data.refusal).toBe('virtualAccount');
    expect(await available(user)).toEqual(['500000', '0']);
    expect((await get(user, 'getWithdrawals')).data.withdrawals).toEqual([]);
  });

  it('WDRL-090 stops at as many withdrawals as may be open, says so, and refuses when none may', async () => {
    people.rules = people.rules.map((rules) => ({ ...rules, most: 200_00000000 }));
    const user = await realm.newUser({ USDT: '10000' });
    await requested(user);
    const plan = await planOf(user, '5000');
    expect([plan.parts.length, plan.leaves]).toEqual([19, '3800']);
    expect(plan.remains).toEqual([{ code: 'tooManyWithdrawals', amount: '1200', detail: {} }]);
    expect((await accept(user, '5000')).data.taken).toHaveLength(19);
    expect((await accept(user, '5000')).data.refusal).toBe('tooManyWithdrawals');
  });

  it('WDRL-093 the same command id takes it once, also when the server died behind its rows, and is refused for another plan', async () => {
    const user = await rich();
    const cid = 'plan-once-0001';
    const { digest } = await planOf(user, '500000');
    const first = await accept(user, '500000', { cid });
    const again = await accept(user, '500000', { cid, digest });
    expect(again.data.taken.map(({ receipt }: { receipt: object }) => receipt)).toEqual(
      first.data.taken.map(({ receipt }: { receipt: object }) => receipt),
    );
    for (const change of [
      { amount: '400000' },
      { recipient: 'Eve' },
      { digest: 'ab'.repeat(32) },
    ]) {
      const other = await accept(user, '500000', { cid, digest, ...change });
      expect(other.data.refusal, JSON.stringify(change)).toBe('idempotencyConflict');
    }
    expect(await available(user)).toEqual(['0', '500000']);

    // Of one whose rows are written and whose commands never came, the same id sends them.
    const late = await rich();
    const shown = await planOf(late, '500000');
    await db.pool.query(
      `insert into exit_plan (command_id, user_id, asset, amount, digest, at)
       values ($1, $2, 'USDT', 50000000000000, $3, 0)`,
      [`${late}:acceptExitPlan:plan-late-0001`, late, shown.digest],
    );
    await db.pool.query(
      `insert into withdrawal_destination (digest, command_id, user_id, kind, asset, amount, fee,
         chain_id, token, address, memo, recipient, provider, sum, salt, requested_at,
         queued_until, ground, risk, plan_id)
       select md5(d.digest) || md5(d.salt), replace(d.command_id, $1, $2), $3, d.kind, d.asset,
         d.amount, d.fee, d.chain_id, d.token, d.address, d.memo, d.recipient, d.provider, d.sum,
         d.salt, d.requested_at, d.queued_until, d.ground, d.risk, p.plan_id
       from withdrawal_destination d, exit_plan p
       where d.plan_id = $4 and p.user_id = $3`,
      [
        ...[`${user}:acceptExitPlan:${cid}`, `${late}:acceptExitPlan:plan-late-0001`, late],
        first.data.planId,
      ],
    );
    const done = await accept(late, '500000', { cid: 'plan-late-0001', digest: shown.digest });
    expect(done.data.taken).toHaveLength(3);
    expect(await available(late)).toEqual(['0', '500000']);
  });

  it('WDRL-094 parts are taken back one by one or all at once, until they are handed over, by their owner alone', async () => {
    const user = await rich();
    const { data } = await accept(user, '500000');
    const { planId, taken } = data;
    const [{ withdrawal }] = taken;
    const other = await rich();
    const foreign = await post(other, 'cancelExitPlan', { planId });
    expect(foreign.data.refusal).toBe('unknownPlan');
    const id = withdrawal.withdrawalId;
    expect((await post(user, 'cancelWithdrawal', { withdrawalId: id })).code).toBe(0);
    expect(await available(user)).toEqual(['200000', '300000']);
    const cid = 'cancel-all-0001';
    const all = await post(user, 'cancelExitPlan', { planId, cid });
    expect(all.data.cancelled).toBe(2);
    expect(all.data.withdrawals.map(({ state }: { state: string }) => state)).toEqual([
      ...['cancelled', 'cancelled', 'cancelled'],
    ]);
    expect(await available(user)).toEqual(['500000', '0']);
    expect((await post(user, 'cancelExitPlan', { planId, cid })).data.cancelled).toBe(2);
    const over = await post(user, 'cancelExitPlan', { planId });
    expect(over.data).toMatchObject({ refusal: 'wrongState', detail: { state: 'cancelled' } });
    // Its days are free again.
    expect((await planOf(user, '500000')).parts).toHaveLength(3);
  });

  it('WDRL-095 a balance below the least is offered the free exit, and what is finer than the token stays', async () => {
    const user = await realm.newUser({ USDT: '60.12345678' });
    const fine = await get(user, 'planExit', { ...where, amount: '60.12345678' });
    expect([fine.code, Object.keys(fine.data.fields)]).toEqual([2, ['amount']]);
    const plan = await planOf(user, '60.123456');
    expect(plan.parts).toMatchObject([{ kind: 'exit', amount: '60.123456', fee: '1' }]);
    const { data } = await accept(user, '60.123456');
    expect(data.taken[0].withdrawal).toMatchObject({ arrives: '59.123456' });
    expect(await available(user)).toEqual(['0.00000078', '60.123456']);
    const { timeline } = await one(user, data.taken[0].withdrawal.withdrawalId);
    expect(timeline[0]?.what).toBe('requested');
    await later(29 * DAY_MS);
    const { refusals } = await planOf(await realm.newUser({ USDT: '1' }), '1');
    expect(refusals.map(({ code }: { code: string }) => code)).toEqual(['belowFee']);
  });

  it('WDRL-096 the race catches a handler that looks at a plan before it writes its parts', async () => {
    expect(await lookThenWrite(db.pool, 32)).toBeGreaterThan(1);
  });

  it.each(PARALLEL)(
    'WDRL-096 of %i acceptances at once a plan is taken once; of %i cancellations each part ends once',
    async (parallel) => {
      const user = await rich();
      const { digest } = await planOf(user, '500000');
      const answers = await Promise.all(
        Array.from({ length: parallel }, () => accept(user, '500000', { digest })),
      );
      const taken = answers.filter(({ code }) => code === 0);
      expect(taken).toHaveLength(1);
      const reasons = new Set(answers.map(({ data }) => data?.refusal ?? ''));
      for (const reason of reasons) expect(['', 'insufficientBalance']).toContain(reason);
      expect(await available(user)).toEqual(['0', '500000']);
      const { planId } = taken[0]!.data;
      const ends = await Promise.all(
        Array.from({ length: parallel }, () => post(user, 'cancelExitPlan', { planId })),
      );
      const sum = ends.reduce((total, { data }) => total + (data?.cancelled ?? 0), 0);
      expect(sum).toBe(3);
      expect(await available(user)).toEqual(['500000', '0']);
    },
  );
});
