import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { FEE_TIER_DAYS } from '@assay/core/order/fee-tier';
import { SPOT } from '@assay/core/order/market';
import { DAY } from '@assay/core/time';
import { createPromotion } from '@assay/modules/promotion';
import { createRewards } from '@assay/modules/rewards';
import { utcDay } from '@assay/modules/rewards/rules';
import { readCuts, readFeesByDay, readHasTraded } from '@assay/modules/spot';
import { afterEach, expect, it } from 'vitest';
import { feeScheduleAt, SHIPPED_FEES } from './fee-terms.ts';
import { allowedLevels, promotionRealm, rewardsRealm } from './rewards.ts';
import { startTestRealm, TEST_START_AT, type TestRealm } from './testing/test-realm.ts';

const RATES = [200_000, 80_000, 40_000, 20_000];
const AMOUNTS = [1, 2, 3, 4, 5, 6, 7].map((cents) => cents * 1_000_000);

let realm: TestRealm;
/** Whose accounts are closed. */
const closed = new Set<number>();
afterEach(() => {
  closed.clear();
  return realm.stop();
});

const start = async () => {
  realm = await startTestRealm({ realm: 'real', house: {} });
  return realm;
};

/** The module around the engine, with people who were invited as the test says. */
function around(invited: readonly { userId: number; referrerId: number }[]) {
  const prices = { usdt: () => null };
  const promotion = createPromotion(realm.db, promotionRealm(realm.engine, realm.db, prices), {
    ratesPpm: () => RATES,
    waitDays: () => 1,
    allowedLevels: async (userId) => (closed.has(userId) ? 0 : userId % 2 === 0 ? 4 : 2),
    invited: async (after) => invited.filter(({ userId }) => userId > after),
    codeOf: async () => 'ABCDEFGH',
    customer: async () => ({ name: '', phone: '' }),
    sharedNetworks: async (pairs) => pairs.map(() => 0),
  });
  const [bind, pay] = promotion.jobs;
  /** A call as the person or a member of staff makes it. */
  const ask = async (name: string, input: object, userId = 0, of: Realm = 'real') => {
    const set = promotion.calls.find(({ handlers }) => name in handlers)!;
    const context = { actor: { userId, realm: of }, now: realm.clock.now() };
    const answer = await set.handlers[name]!(input as never, context as never);
    return answer as Record<string, unknown>;
  };
  const run = async () => {
    const { signal } = new AbortController();
    await bind!.run(realm.clock.now(), signal);
    await pay!.run(realm.clock.now(), signal);
  };
  return { run, ask };
}

const has = (owner: number, asset = 'USDT') => {
  const { ledger, markets } = realm.machines;
  const account = accountId(owner, WALLET.currency, markets.assetId(asset)!);
  return formatDecimal(ledger.ledger.available(ledger.ledger.find(account)), SCALE);
};

const rows = async <T>(text: string) => (await realm.db.pool.query(text)).rows as T[];

/** Sells and buys one BTC at 50,000: fees of 0.1 % on both sides, each in what is received. */
async function trade(seller: number, buyer: number): Promise<void> {
  const order = { market: 'BTCUSDT', type: 'limit', quantity: '1', limitPrice: '50000' } as const;
  for (const [user, side] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const) {
    expect(await realm.place(user, { ...order, side })).toMatchObject({ ok: true });
  }
}

it('PROM-010 commissions of each day are paid once, through crashes and after forty days of silence', async () => {
  await start();
  const [ann, ben, cat, dan] = await realm.newUsers(4, { USDT: '1000000', BTC: '20' });
  const other = await realm.newUser({ USDT: '1000000', BTC: '20' });
  const invited = [
    { userId: ben!, referrerId: ann! },
    { userId: cat!, referrerId: ben! },
    { userId: dan!, referrerId: cat! },
  ];
  const first = around(invited);
  await first.run();
  await trade(dan!, other);
  const before = ['USDT', 'BTC'].map((asset) => [ann!, ben!, cat!].map((user) => has(user, asset)));
  await first.run();
  realm.clock.advance(DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await first.run();
  // The day is over and has not waited yet.
  expect(await rows('select from real.commission')).toHaveLength(0);
  await trade(other, dan!);
  // Nobody looks for forty days; then several at once, and again after a restart of the engine.
  realm.clock.advance(40 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  const again = around(invited);
  await Promise.all([first.run().catch(() => undefined), again.run().catch(() => undefined)]);
  await realm.restart();
  await around(invited).run();
  await around(invited).run();
  // Dan sold for 50,000 (fee 50 USDT), then bought 1 BTC (fee 0.001 BTC). Ann is the third level of
  // Dan, and the law of her country allows it.
  const gained = ['USDT', 'BTC'].map((asset, at) =>
    [ann!, ben!, cat!].map((user, n) => Number(has(user, asset)) - Number(before[at]![n])),
  );
  expect(gained[0]).toEqual([2, 4, 10]);
  expect(gained[1]!.map((one) => one.toFixed(8))).toEqual([
    ...['0.00004000', '0.00008000', '0.00020000'],
  ]);
  const paid = await rows<{ day: number; level: number; user_id: number }>(
    'select day, level, user_id from real.commission order by day, level',
  );
  const day = utcDay(TEST_START_AT);
  expect(paid).toEqual([
    ...[day, day + 1].flatMap((one) => [
      { day: one, level: 1, user_id: cat },
      { day: one, level: 2, user_id: ben },
      { day: one, level: 3, user_id: ann },
    ]),
  ]);
  expect(realm.machines.promotion.closed()?.day).toBe(day + 39);
  realm.audit();
});

it('PROM-011 whose commissions are refused keeps nobody else from theirs, and gets them later', async () => {
  await start();
  const [ann, ben, cat] = await realm.newUsers(3, { USDT: '1000000', BTC: '20' });
  const { run } = around([ben!, cat!].map((userId) => ({ userId, referrerId: ann! })));
  await run();
  // Ben pays in BTC, which the house has not for a while, and Cat in USDT.
  await trade(cat!, ben!);
  const { ledger } = realm.machines.ledger;
  const btc = realm.machines.markets.assetId('BTC')!;
  const slot = ledger.find(accountId(OWNER.fees, WALLET.currency, btc));
  const all = ledger.available(slot);
  ledger.hold(slot, all);
  realm.clock.advance(3 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  const refused = `1 commissions of day ${utcDay(TEST_START_AT)} were refused: ${ben} feesNotThere`;
  await expect(run()).rejects.toThrow(refused);
  expect([has(ann!), has(ann!, 'BTC')]).toEqual(['1000010', '20']);
  ledger.release(slot, all);
  await run();
  expect([has(ann!), has(ann!, 'BTC')]).toEqual(['1000010', '20.0002']);
  realm.audit();
});

it('PROM-022 no level gets anything where gifts are forbidden, or for a closed account', async () => {
  const policy = (...offers: string[]) => ({ offers: (offer: string) => offers.includes(offer) });
  expect(allowedLevels(policy())).toBe(0);
  expect(allowedLevels(policy('referralDeepLevels'))).toBe(0);
  expect(allowedLevels(policy('inducements'))).toBe(2);
  expect(allowedLevels(policy('inducements', 'referralDeepLevels'))).toBe(4);
  await start();
  const [ann, ben, cat] = await realm.newUsers(3, { USDT: '1000000', BTC: '20' });
  const { run, ask } = around([
    { userId: ben!, referrerId: ann! },
    { userId: cat!, referrerId: ben! },
  ]);
  await run();
  await trade(cat!, await realm.newUser({ USDT: '1000000', BTC: '20' }));
  closed.add(ben!);
  const { levels } = await ask('getMyEarningsAndPromotion', {}, ben!);
  for (const one of levels as object[]) expect(one).toMatchObject({ ratePpm: 0, isAllowed: false });
  realm.clock.advance(3 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  const before = has(ben!);
  await run();
  expect([has(ben!), has(ann!)]).toEqual([before, '1000004']);
});

it('PROM-021 pages of members go on by their place, which is nobody’s number', async () => {
  await start();
  const [ann, ...others] = await realm.newUsers(4, { USDT: '1' });
  const { run, ask } = around(others.map((userId) => ({ userId, referrerId: ann! })));
  await run();
  const seen: unknown[] = [];
  const nexts: unknown[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await ask('getMyPromotion', { level: 1, limit: 1, before }, ann!);
    seen.push(...(page.members as { id: string }[]).map(({ id }) => id));
    before = page.next as number | null;
    nexts.push(before);
  }
  expect(nexts).toEqual([3, 2, null]);
  expect(seen).toEqual(others.reverse().map((userId) => `#**${String(userId).slice(-2)}`));
});

it('PROM-020 PROM-021 PROM-022 PROM-023 PROM-024 what waits, records, leaders and what staff see', async () => {
  await start();
  // Numbers from 1000: the third level of Dan is Ann, whose country allows it; that of Eve is Ben.
  const [ann, ben, cat, dan, eve] = await realm.newUsers(5, { USDT: '1000000', BTC: '20' });
  const other = await realm.newUser({ USDT: '1000000', BTC: '20' });
  const line = [ann!, ben!, cat!, dan!, eve!];
  const invited = line.slice(1).map((userId, at) => ({ userId, referrerId: line[at]! }));
  const { run, ask } = around(invited);
  await run();
  await trade(eve!, other);
  const usdt = (amount: string) => [{ asset: 'USDT', amount }];
  const levels = async (userId: number) =>
    (await ask('getMyEarningsAndPromotion', {}, userId)).levels as Record<string, unknown>[];
  expect(await levels(dan!)).toMatchObject([
    { level: 1, members: 1, waiting: usdt('10'), income: [], ratePpm: 200_000 },
    ...[{ members: 0 }, { members: 0, isAllowed: false, ratePpm: 0 }, { members: 0 }],
  ]);
  // Ben is the third level of Eve, and the law of his country forbids it; Ann is the fourth.
  expect((await levels(ben!))[2]).toMatchObject({ members: 1, waiting: [], isAllowed: false });
  expect((await levels(ann!))[3]).toMatchObject({ members: 1, waiting: usdt('1') });
  realm.clock.advance(3 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await run();
  expect((await levels(dan!))[0]).toMatchObject({ waiting: [], income: usdt('10') });
  expect((await levels(ben!))[2]).toMatchObject({ waiting: [], income: [] });
  expect((await levels(ann!))[3]).toMatchObject({ waiting: [], income: usdt('1') });
  const { profits } = await ask('getMyEarningsDetail', { limit: 5 }, cat!);
  expect(profits).toMatchObject([
    { profit: '4', asset: 'USDT', level: 2, fees: '50', ratePpm: 80_000, remark: 'paid' },
  ]);
  expect((profits as { member: string }[])[0]?.member).toBe(`#**${String(eve).slice(-2)}`);
  const { members } = await ask('getMyPromotion', { level: 1, limit: 5 }, ann!);
  expect(members).toMatchObject([{ id: `#**${String(ben).slice(-2)}`, name: '', phone: '' }]);
  expect((await ask('getPromotionByDay', { days: 30 }, dan!)).days).toMatchObject([
    { level: 1, asset: 'USDT', fees: '50', amount: '10' },
  ]);
  const { leaders, people } = await ask('getPromotionLeaders', {}, cat!);
  expect(people).toBe(3);
  const fields = ['isYou', 'members', 'place', 'worth'];
  for (const one of leaders as object[]) expect(Object.keys(one).sort()).toEqual(fields);
  expect(leaders).toMatchObject([{ place: 1 }, { place: 2 }, { place: 3 }]);
  const seen = await ask('getPromotions', {});
  expect(seen).toMatchObject({ invited: 4, clusters: [], likely: [] });
  expect(seen.funds).toMatchObject([{ asset: 'USDT', fees: '50', paid: '15' }]);
  for (const name of ['getMyEarningsAndPromotion', 'getMyEarningsDetail', 'getMyPromotion']) {
    expect(await ask(name, {}, ann!, 'demo')).toMatchObject({ code: 'virtualAccount' });
  }
  // For a minute everybody gets the same ranking, each with their own place marked.
  await realm.db.pool.query('delete from real.commission');
  const shared = await ask('getPromotionLeaders', {}, dan!);
  const ranks = (list: unknown) => (list as { worth: string }[]).map(({ worth }) => worth);
  expect([shared.people, ranks(shared.leaders)]).toEqual([3, ranks(leaders)]);
  realm.clock.advance(60_000);
  expect(await ask('getPromotionLeaders', {}, dan!)).toEqual({ leaders: [], people: 0 });
});

it('RWRD-020 RWRD-021 RWRD-023 a sign-in waits for law, verification and the fund; tiers say what is missing', async () => {
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
  expect(await ask('getRewardFund')).toMatchObject({
    available: '0.97',
    people: 1,
    lastsDays: 970,
  });

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

/** Tasks and vouchers around the engine; everything that a task asks for is done by these. */
function vouchersAround(done: ReadonlySet<number>) {
  const { machines, engine, db } = realm;
  const markets = () => [...machines.markets.of(SPOT).markets()].map(({ rules }) => rules);
  const messages = { add: () => messages as never };
  const gifts = createRewards(db, rewardsRealm(engine, db), {
    ...{ messages, amounts: () => AMOUNTS, invitation: () => ({ ratesPpm: RATES, waitDays: 1 }) },
    verified: async () => 'junior' as const,
    isOffered: async (userId) => !closed.has(userId),
    areOptionsOffered: async (userId) => !closed.has(userId),
    isDone: async (kind, userId) =>
      kind === 'firstTrade' ? readHasTraded(db.pool, 'real', userId) : done.has(userId),
    feesByDay: (users, from, before) =>
      readFeesByDay(db.pool, 'real', users, markets(), [from, before]),
    feeTiers: {
      days: FEE_TIER_DAYS,
      schedule: () => [],
      ...{ volumeOf: async () => 0n, ratesOf: () => undefined, cutsOf: async () => [] },
    },
  });
  const ask = async (name: string, input: object, userId = 0, of: Realm = 'real') => {
    const set = gifts.calls.find(({ handlers }) => name in handlers)!;
    const context = { actor: { userId, realm: of }, now: realm.clock.now() };
    const answer = await set.handlers[name]!(input as never, context as never);
    return answer as Record<string, unknown>;
  };
  const run = () => gifts.jobs[0]!.run(realm.clock.now(), new AbortController().signal);
  return { ask, run, records: gifts.personalRecords };
}

it('RWRD-032 RWRD-033 RWRD-034 RWRD-035 fees come back once, a day at a time, through crashes and forty days of silence, and the rest goes to the fund', async () => {
  await start();
  const [ann, ben, cat, dan] = await realm.newUsers(4, { USDT: '1000000', BTC: '20' });
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '100' });
  const { ask, run } = vouchersAround(new Set([ann!, ben!, cat!]));
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
  const again = vouchersAround(new Set());
  await Promise.all([run().catch(() => undefined), again.run().catch(() => undefined)]);
  await realm.restart();
  const after = vouchersAround(new Set());
  await after.run();
  // Half of 50: 20 of Ann's first voucher and 5 of her second; Ben's has 20 in all.
  const gained = () => [ann!, ben!].map((user, at) => Number(has(user)) - before[at]!);
  expect(gained()).toEqual([25, 20]);
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
  const late = vouchersAround(new Set());
  await Promise.all([late.run().catch(() => undefined), late.run().catch(() => undefined)]);
  await vouchersAround(new Set()).run();
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
