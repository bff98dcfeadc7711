import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import { utcDay } from '@assay/modules/rewards/rules';
import { afterEach, expect, it } from 'vitest';
import { allowedLevels } from './rewards.ts';
import {
  availableOf,
  closed,
  promotionAround,
  tradeBtc,
  unverified,
  vouchersAround,
} from './testing/gifts.ts';
import { startTestRealm, TEST_START_AT, type TestRealm } from './testing/test-realm.ts';

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

const around = (invited: readonly { userId: number; referrerId: number }[]) =>
  promotionAround(realm, invited);
const trade = (seller: number, buyer: number) => tradeBtc(realm, seller, buyer);

const has = (owner: number, asset?: string) => availableOf(realm, owner, asset);

const rows = async <T>(text: string) => (await realm.db.pool.query(text)).rows as T[];

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

it('PROM-012 of a fee that a voucher gives back only the rest is shared, once the voucher was asked', async () => {
  await start();
  const [ann, ben, cat] = await realm.newUsers(3, { USDT: '1000000', BTC: '20' });
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '100' });
  const terms = { amount: '20', sharePpm: 500_000, days: 5, people: 2 };
  await realm.must(staffActor(1), 'publishTask', { ...terms, kind: 'verify' });
  const vouchers = vouchersAround(realm, new Set([ben!]));
  const { tasks } = await vouchers.ask('getTasks', {}, ben);
  const [{ taskId }] = tasks as [{ taskId: number }];
  expect(await vouchers.ask('takeVoucher', { taskId }, ben)).toHaveProperty('receipt');
  const { run, ask } = around([ben!, cat!].map((userId) => ({ userId, referrerId: ann! })));
  await run();
  // Ben pays 50 USDT, of which the voucher gives back 20; Cat pays 0.001 BTC, and 50 a day later.
  await trade(ben!, cat!);
  realm.clock.advance(DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await trade(cat!, ben!);
  realm.clock.advance(2 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  // The voucher was not asked yet: Ben's fees wait with all their days, and Cat's do not.
  await run();
  expect([has(ann!), has(ann!, 'BTC')]).toEqual(['1000010', '20.0002']);
  expect(realm.machines.promotion.closed()).toBeNull();
  await vouchers.run();
  const own = await ask('getMyEarningsAndPromotion', {}, ann);
  const [first] = own.waiting as object[];
  expect(first).toMatchObject({ asset: 'USDT', amount: '6', level: 1, day: '2025-11-20' });
  await run();
  expect(has(ann!)).toBe('1000016');
  const day = utcDay(TEST_START_AT);
  expect(realm.machines.promotion.closed()?.day).toBe(day + 1);
  const { profits } = await ask('getMyEarningsDetail', { limit: 1 }, ann);
  expect(profits).toMatchObject([{ asset: 'BTC', day: '2025-11-21' }]);
  realm.audit();
});

it('PROM-013 income waits with its date, and is gone when accounts are one or nobody is verified', async () => {
  await start();
  const [ann, ben, cat, dan] = await realm.newUsers(4, { USDT: '1000000', BTC: '20' });
  const { run, ask } = around([
    { userId: ben!, referrerId: ann! },
    { userId: cat!, referrerId: ann! },
    { userId: dan!, referrerId: cat! },
  ]);
  await run();
  const waits = async (userId: number) => {
    const own = await ask('getMyEarningsAndPromotion', {}, userId);
    return (own.waiting as Record<string, unknown>[]).map(({ day, level, asset, amount }) =>
      [day, level, asset, amount].join(' '),
    );
  };
  const other = await realm.newUser({ USDT: '1000000', BTC: '20' });
  await trade(ben!, other);
  realm.clock.advance(DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await trade(dan!, other);
  const both = ['2025-11-20 1 USDT 10', '2025-11-21 2 USDT 4'];
  expect(await waits(ann!)).toEqual(both);
  const { waiting } = await ask('getMyEarningsAndPromotion', {}, ann);
  expect((waiting as { paidAt: number }[]).map(({ paidAt }) => paidAt)).toEqual([
    ...[2, 3].map((days) => (utcDay(TEST_START_AT) + days) * DAY),
  ]);
  const join = { userId: ann!, withUserId: ben! };
  await realm.must(staffActor(1), 'joinCluster', join);
  expect(await waits(ann!)).toEqual(both.slice(1));
  unverified.add(cat!);
  expect(await ask('getMyEarningsAndPromotion', {}, cat)).toMatchObject({ isVerified: false });
  const before = has(cat!);
  realm.clock.advance(2 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await run();
  expect([has(ann!), has(cat!)]).toEqual(['1000004', before]);
  expect(await waits(ann!)).toEqual([]);
  const { profits } = await ask('getMyEarningsDetail', { limit: 5 }, ann);
  expect(profits).toMatchObject([{ profit: '4' }, { profit: '0', remark: 'samePerson' }]);
});

it('PROM-014 a day that stays open for somebody keeps no later day from being paid', async () => {
  await start();
  const [ann, ben, cat] = await realm.newUsers(3, { USDT: '1000000', BTC: '20' });
  const { run } = around([ben!, cat!].map((userId) => ({ userId, referrerId: ann! })));
  await run();
  const other = await realm.newUser({ USDT: '1000000', BTC: '20' });
  await trade(other, ben!);
  const { ledger } = realm.machines.ledger;
  const btc = realm.machines.markets.assetId('BTC')!;
  const slot = ledger.find(accountId(OWNER.fees, WALLET.currency, btc));
  realm.clock.advance(DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await trade(cat!, other);
  await trade(ben!, other);
  const all = ledger.available(slot);
  ledger.hold(slot, all);
  realm.clock.advance(3 * DAY);
  await realm.quote({ BTCUSDT: '50000' });
  await expect(run()).rejects.toThrow(`${ben} feesNotThere`);
  // Cat's second day is paid; Ben's waits for the first one, which is not lost.
  expect([has(ann!), has(ann!, 'BTC')]).toEqual(['1000010', '20']);
  await expect(run()).rejects.toThrow(`${ben} feesNotThere`);
  ledger.release(slot, all);
  await run();
  expect([has(ann!), has(ann!, 'BTC')]).toEqual(['1000020', '20.0002']);
  expect(realm.machines.promotion.closed()?.day).toBe(utcDay(TEST_START_AT) + 2);
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
  await realm.db.pool.query('delete from real.earner_day_sum');
  const shared = await ask('getPromotionLeaders', {}, dan!);
  const ranks = (list: unknown) => (list as { worth: string }[]).map(({ worth }) => worth);
  expect([shared.people, ranks(shared.leaders)]).toEqual([3, ranks(leaders)]);
  realm.clock.advance(60_000);
  expect(await ask('getPromotionLeaders', {}, dan!)).toEqual({ leaders: [], people: 0 });
});
