import { OWNER, staffActor } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { FEE_TIER_DAYS } from '@assay/core/order/fee-tier';
import { DAY } from '@assay/core/time';
import { createRewards } from '@assay/modules/rewards';
import { utcDay } from '@assay/modules/rewards/rules';
import { readCuts } from '@assay/modules/spot';
import { afterEach, expect, it } from 'vitest';
import { feeScheduleAt, SHIPPED_FEES } from './fee-terms.ts';
import { feesByDay, rewardsRealm } from './rewards.ts';
import {
  AMOUNTS,
  availableOf,
  closed,
  RATES,
  tradeBtc,
  unverified,
  vouchersAround,
} from './testing/gifts.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';

let realm: TestRealm;
afterEach(() => {
  closed.clear();
  unverified.clear();
  return realm.stop();
});

const start = async () => {
  realm = await startTestRealm({ realm: 'real', house: {} });
  return realm;
};

const has = (owner: number, asset?: string) => availableOf(realm, owner, asset);

const rows = async <T>(text: string) => (await realm.db.pool.query(text)).rows as T[];

const trade = (seller: number, buyer: number) => tradeBtc(realm, seller, buyer);

it('RWRD-020 RWRD-021 RWRD-023 RWRD-038 a sign-in waits for law, verification and the fund; tiers say what is missing', async () => {
  await start();
  const user = await realm.newUser({ USDT: '10' });
  const state = {
    ...{ verified: 'none' as 'none' | 'junior', isOffered: false, volume: 0n },
    changesAt: Number.POSITIVE_INFINITY,
  };
  const house = (changed: boolean) => ({
    ofHouse: (name: string) =>
      name === 'vip2Maker' && changed ? 850 : SHIPPED_FEES[name as keyof typeof SHIPPED_FEES],
  });
  const messages = { add: () => messages as never };
  const gifts = createRewards(realm.db, rewardsRealm(realm.engine, realm.db), {
    messages,
    amounts: () => AMOUNTS,
    invitation: () => ({ ratesPpm: RATES, waitDays: 1 }),
    verified: async () => state.verified,
    ...{ isOffered: async () => state.isOffered, areOptionsOffered: async () => false },
    areContractsOffered: async () => false,
    ...{ isDone: async () => false, feesByDay: async () => [] },
    feeTiers: {
      days: FEE_TIER_DAYS,
      schedule: (at) => feeScheduleAt(house(at >= state.changesAt), at),
      volumeOf: async () => state.volume,
      ratesOf: (userId) => realm.machines.spot.ownRates(userId),
      cutsOf: (userId, of) => readCuts(realm.db.pool, of, userId, 5),
    },
  });
  const ask = async (name: string, input: object = {}, of: Realm = 'real') => {
    const set = gifts.calls.find(({ handlers }) => name in handlers)!;
    const context = { actor: { userId: user, realm: of }, now: realm.clock.now() };
    const answer = await set.handlers[name]!(input as never, context as never);
    return answer as Record<string, unknown>;
  };
  expect(await ask('signIn', {}, 'demo')).toMatchObject({ code: 'virtualAccount' });
  expect(await ask('signIn')).toMatchObject({ code: 'rewardsNotOffered' });
  state.isOffered = true;
  expect(await ask('signIn')).toMatchObject({ code: 'verificationNeeded' });
  state.verified = 'junior';
  expect(await ask('signIn')).toMatchObject({ code: 'fundEmpty' });
  expect((await ask('getSignIn')).fund).toMatchObject({ available: '0', isEmpty: true });
  expect((await ask('getFuli')).benefits).toContainEqual({ benefitId: 'signIn', isOpen: false });
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '1' });
  expect(await ask('signIn')).toMatchObject({ slot: 1, amount: '0.01' });
  expect(await ask('signIn')).toMatchObject({ code: 'alreadySigned' });
  // Midday in UTC is tomorrow on Kiritimati, and today still on Baker Island.
  expect(await ask('setRewardZone', { zone: 'Etc/GMT+12' })).toMatchObject({ zone: 'Etc/GMT+12' });
  expect(await ask('signIn')).toMatchObject({ code: 'alreadySigned' });
  await ask('setRewardZone', { zone: 'Pacific/Kiritimati' });
  expect(await ask('signIn')).toMatchObject({ slot: 2, amount: '0.02' });
  await ask('setRewardZone', { zone: 'UTC' });
  expect(await ask('signIn')).toMatchObject({ code: 'alreadySigned' });
  expect((await ask('getRewards', { limit: 1 })).rewards).toMatchObject([{ slot: 2 }]);
  const fund = { available: '0.97', people: 1, lastsDays: 970 };
  expect(await ask('getRewardFund')).toMatchObject(fund);

  expect(await ask('getFeeTiers')).toMatchObject({
    ...{ tier: 0, rates: null, coming: null, cuts: [] },
    next: { tier: 1, missing: '1000000', makerPpm: 900, takerPpm: 1_000 },
  });
  expect((await ask('getFeeTiers')).tiers).toContainEqual({
    ...{ tier: 0, volume: '0', makerPpm: null, takerPpm: null },
  });
  expect(await ask('getFeeRates')).toEqual({ rates: null });
  state.volume = 5_000_000n * 10n ** 8n - 1n;
  const next = { tier: 2, missing: '0.00000001' };
  expect(await ask('getFeeTiers')).toMatchObject({ tier: 1, next });
  state.volume = 125_000_000n * 10n ** 8n;
  expect(await ask('getFeeTiers')).toMatchObject({ tier: 4, next: null });
  // What the engine charges, and what has set it; then a change that is announced for tomorrow.
  const today = utcDay(realm.clock.now());
  const rates = { makerPpm: 800, takerPpm: 900 };
  const cut = { day: today, tier: 2, volume: `${state.volume}` };
  await realm.must(OWNER.setup, 'setFeeTier', { userId: user, ...rates, cut });
  state.changesAt = (today + 1) * DAY;
  const shown = await ask('getFeeTiers');
  expect(shown).toMatchObject({
    rates,
    cuts: [{ tier: 2, volume: '125000000', ...rates, day: '2025-11-20' }],
  });
  expect((shown.coming as object[])[2]).toMatchObject({ tier: 2, makerPpm: 850 });
  expect((shown.tiers as object[])[2]).toMatchObject({ tier: 2, makerPpm: 800 });
  expect(await ask('getFeeRates')).toEqual({ rates });
  // The clock was four days ahead when something was decided, and is right again.
  realm.clock.advance(4 * DAY);
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '0.00000001' });
  realm.clock.advance(-4 * DAY);
  expect(await ask('signIn')).toMatchObject({ code: 'dayUnknown' });
});

it('RWRD-010 of 256 requests at once one is paid, and a restart remembers it', async () => {
  await start();
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '1' });
  const user = await realm.newUser({ USDT: '1' });
  const day = utcDay(realm.clock.now());
  const sign = () => realm.send(user, 'signIn', { day, amounts: AMOUNTS });
  const replies = await Promise.all(Array.from({ length: 256 }, sign));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal]));
  expect(new Set(refused)).toEqual(new Set(['alreadySigned']));
  const hash = realm.stateHash();
  await realm.restart();
  expect(realm.stateHash()).toBe(hash);
  expect(await sign()).toMatchObject({ ok: false, refusal: 'alreadySigned' });
  realm.clock.advance(DAY);
  const next = { day: day + 1, amounts: AMOUNTS };
  expect(await realm.send(user, 'signIn', next)).toMatchObject({ ok: true, value: { slot: 2 } });
  expect([has(user), has(OWNER.promotions)]).toEqual(['1.03', '0.97']);
  expect(await rows('select from real.reward')).toHaveLength(2);
  realm.audit();
});

it('RWRD-032 RWRD-033 RWRD-034 RWRD-035 RWRD-037 fees come back once, a day at a time, through crashes and forty days of silence, and the rest goes to the fund', async () => {
  await start();
  const [ann, ben, cat, dan] = await realm.newUsers(4, { USDT: '1000000', BTC: '20' });
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '100' });
  const { ask, run } = vouchersAround(realm, new Set([ann!, ben!, cat!]));
  const terms = { amount: '20', sharePpm: 500_000, days: 5, people: 2 };
  const publish = (kind: string) => realm.must(staffActor(1), 'publishTask', { ...terms, kind });
  const { taskId } = await publish('verify');
  const { taskId: ofTrade } = await publish('firstTrade');
  expect(has(OWNER.promotions)).toBe('20');
  expect((await ask('getFuli', {})).tasks).toMatchObject([
    { taskId, kind: 'verify', amount: '20', left: 2 },
    { taskId: ofTrade, kind: 'firstTrade' },
  ]);
  expect(await ask('getTasks', {}, ann, 'demo')).toMatchObject({ code: 'virtualAccount' });
  const states = async (userId: number) =>
    ((await ask('getTasks', {}, userId)).tasks as { state: string }[]).map(({ state }) => state);
  expect(await states(ann!)).toEqual(['ready', 'toDo']);
  expect(await states(dan!)).toEqual(['toDo', 'toDo']);
  const take = (userId: number, of = taskId) => ask('takeVoucher', { taskId: of }, userId);
  expect(await take(dan!)).toMatchObject({ code: 'taskNotDone' });
  closed.add(cat!);
  expect(await take(cat!)).toMatchObject({ code: 'rewardsNotOffered' });
  closed.delete(cat!);
  // Of many at once one is given, and two are all that there are.
  const taken = await Promise.all(Array.from({ length: 16 }, () => take(ann!)));
  expect(taken.filter((one) => 'ownTasks' in one)).toHaveLength(1);
  expect(await take(ben!)).toHaveProperty('receipt');
  expect(await take(cat!)).toMatchObject({ code: 'taskFull' });
  expect(await states(cat!)).toEqual(['full', 'toDo']);
  expect(await take(ann!)).toMatchObject({ code: 'voucherTaken' });

  // Ann sells one BTC for 50,000 (50 USDT) and Ben buys it (0.001 BTC, which is 50 USDT, too).
  await trade(ann!, ben!);
  expect(await take(ann!, ofTrade)).toHaveProperty('receipt');
  const before = [has(ann!), has(ben!)].map(Number);
  await run();
  realm.clock.advance(DAY);
  await run();
  // The last trades of the day may be on their way.
  expect([has(ann!), has(ben!)].map(Number)).toEqual(before);
  await realm.quote({ BTCUSDT: '50000' });
  const again = vouchersAround(realm, new Set());
  await Promise.all([run().catch(() => undefined), again.run().catch(() => undefined)]);
  await realm.restart();
  const after = vouchersAround(realm, new Set());
  await after.run();
  // Half of 50: 20 of Ann's first voucher and 5 of her second; Ben's has 20 in all.
  const gained = () => [ann!, ben!].map((user, at) => Number(has(user)) - before[at]!);
  expect(gained()).toEqual([25, 20]);
  // A coin's fee counts for no more than its index says, at whatever price two accounts traded it,
  // and for nothing where no index says what it is worth; what was paid in USDT counts.
  const feesOf = async (userId: number, units: bigint | null) => {
    const read = feesByDay({ machines: realm.machines }, realm.db, { usdt: () => units });
    return (await read([userId], 0, 100_000)).map(({ fees }) => fees);
  };
  expect(await feesOf(ben!, null)).toEqual([0n]);
  expect(await feesOf(ann!, null)).toEqual([5_000_000_000n]);
  expect(await feesOf(ben!, 10_000_00000000n)).toEqual([1_000_000_000n]);
  expect(await feesOf(ben!, 90_000_00000000n)).toEqual([5_000_000_000n]);
  const vouchers = (await after.ask('getTasks', {}, ann)).vouchers;
  expect(vouchers).toMatchObject([
    { kind: 'firstTrade', remaining: '15', state: 'open', lastDay: '2025-11-25' },
    { kind: 'verify', remaining: '0', state: 'used' },
  ]);
  const { payments } = await after.ask('getVoucherPayments', { limit: 5 }, ann);
  expect(payments).toMatchObject([
    { fees: '40', amount: '20', day: '2025-11-20' },
    { fees: '10', amount: '5' },
  ]);
  // Nobody looks for forty days: what was traded on the second day comes back, and the rest ends.
  const smaller = {
    market: 'BTCUSDT',
    type: 'limit',
    quantity: '0.1',
    limitPrice: '50000',
  } as const;
  await realm.place(ann!, { ...smaller, side: 'sell' });
  await realm.place(cat!, { ...smaller, side: 'buy' });
  const traded = Number(has(ann!));
  realm.clock.advance(40 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  const late = vouchersAround(realm, new Set());
  await Promise.all([late.run().catch(() => undefined), late.run().catch(() => undefined)]);
  await vouchersAround(realm, new Set()).run();
  expect(Number(has(ann!)) - traded).toBeCloseTo(2.5, 8);
  expect((await late.ask('getTasks', {}, ann)).vouchers).toMatchObject([
    { remaining: '0', state: 'over' },
    { state: 'used' },
  ]);
  // Of 80 that were set aside 47.5 came back; the task of the first trade has 20 for one more.
  const budgets = await late.ask('getTaskBudgets', {});
  expect(budgets).toMatchObject({ available: '32.5', escrow: '20' });
  expect(budgets.tasks).toMatchObject([
    { kind: 'firstTrade', taken: 1, setAside: '20', inVouchers: '0', paid: '7.5' },
    { kind: 'verify', taken: 2, setAside: '0', paid: '40' },
  ]);
  await realm.must(staffActor(1), 'endTask', { taskId: ofTrade });
  const ended = await late.ask('takeVoucher', { taskId: ofTrade }, ben);
  expect(ended).toMatchObject({ code: 'taskEnded' });
  expect(has(OWNER.promotions)).toBe('52.5');
  const kept = (await late.records.read(ann!)) as Record<string, unknown[]>;
  expect([kept.vouchers?.length, kept.feesGivenBack?.length]).toEqual([2, 3]);
  expect(await rows('select from real.voucher_payment')).toHaveLength(4);
  const hash = realm.stateHash();
  await realm.restart();
  expect(realm.stateHash()).toBe(hash);
  realm.audit();
});
