import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  INDEX,
  MARKET,
  type OptionDesk,
  SIGNATURE,
  startDesk,
  TERMS,
  UNIT,
  units,
} from './testing/desk.ts';

const PRICE = 90_000n * BigInt(UNIT);
let desk: OptionDesk;
let now: number;

beforeAll(async () => {
  desk = await startDesk({ terms: { feePpm: 1_000 } });
  now = desk.realm.clock.now();
});
afterAll(() => desk.realm.stop());

/** Ticks of a second each, from now on, at these distances from the price. */
async function ticks(...away: readonly (number | '')[]): Promise<void> {
  for (const distance of away) {
    now += 1_000;
    await desk.tick(now, distance === '' ? '' : PRICE + BigInt(distance));
  }
  desk.realm.audit();
}

const flat = (count: number, away = 0) => Array.from({ length: count }, () => away);
const lastEnded = async () => (await desk.ended()).at(-1);

it('OPTN-010 the stake, the fee and the part of the house are in escrow from acceptance on', async () => {
  const user = await desk.person();
  await desk.tick(now, PRICE);
  const [own, capital] = [desk.has(user), desk.has('capital')];
  const option = await desk.buy(user);
  expect(option).toMatchObject({ state: 'waiting', stake: '100', fee: '0.1', payout: '180' });
  expect(option.expiresAt).toBe(option.acceptedAt + 30_000);
  expect(own - desk.has(user)).toBe(units('100.1'));
  expect(capital - desk.has('capital')).toBe(units('80'));
  expect(desk.has('escrow')).toBe(units('180.1'));
  // The entry is the next tick, not the one that the quote showed.
  await ticks(5, ...flat(23, 5), ...flat(6, 6));
  expect(await desk.ended()).toEqual([]);
  await ticks(-900);
  expect(await lastEnded()).toMatchObject({ result: 'won', exit_price: Number(PRICE + 6n) });
  expect(desk.has(user) - own).toBe(units('79.9'));
  expect([desk.has('escrow'), desk.has('fees')]).toEqual([0n, units('0.1')]);
});

it.each([
  ['lost', 'down', flat(6, 9), 0],
  ['tied', 'up', flat(6, 3), 100],
  // The two extremes at each end of six do not count: 1 is cut at each.
  ['won', 'up', [-9e9, 4, 4, 4, 4, 9e9], 180],
  ['won', 'down', [-9e9, 2, 2, 2, 4, 2], 180],
] as const)(
  'OPTN-011 an option is %s (%s) by the window alone',
  async (result, direction, exit, paid) => {
    const user = await desk.person();
    await ticks(0);
    const own = desk.has(user);
    await desk.buy(user, { direction });
    await ticks(3, ...flat(23, 77), ...exit, 8_000);
    expect(await lastEnded()).toMatchObject({ result, paid: paid * UNIT });
    expect(desk.has(user) - own).toBe(BigInt(paid * UNIT) - units('100.1'));
    expect(desk.has('escrow')).toBe(0n);
  },
);

it('OPTN-012 too few ticks in the window: everything is paid back, with the fee', async () => {
  const user = await desk.person();
  await ticks(0);
  const [own, capital] = [desk.has(user), desk.has('capital')];
  await desk.buy(user);
  await ticks(3, ...flat(23, 77), 5, '', 5, '', 5, 5, 5);
  expect(await lastEnded()).toMatchObject({ result: 'void', reason: 'fewTicks' });
  expect([desk.has(user), desk.has('capital')]).toEqual([own, capital]);
});

it('OPTN-013 no entry in time, or one too far from the quote: everything is paid back', async () => {
  const user = await desk.person();
  await ticks(0);
  const own = desk.has(user);
  await desk.buy(user);
  now += 6_000;
  await ticks(0);
  expect(await lastEnded()).toMatchObject({ result: 'void', reason: 'noEntry' });
  await desk.buy(user, { slippagePpm: 10 });
  await ticks(2 * 90_000 * 1_000);
  expect(await lastEnded()).toMatchObject({ result: 'void', reason: 'slippage' });
  expect(desk.has(user)).toBe(own);
  await ticks(...flat(40));
});

it('OPTN-014 after a time without ticks, what was due is void, and nothing waits for more', async () => {
  const user = await desk.person();
  await ticks(0);
  const own = desk.has(user);
  await desk.buy(user);
  await ticks(0, 0);
  const silent = { index: INDEX, ticks: [], head: '', silentUntil: now + 31_000 };
  now += 95_000;
  desk.realm.clock.advance(95_000);
  await desk.realm.must(OWNER.feeds, 'followTicks', silent);
  expect(await lastEnded()).toMatchObject({ result: 'void', reason: 'fewTicks' });
  expect(desk.has(user)).toBe(own);
  await ticks(0);
});

it('OPTN-015 an early sale is at the next tick, and not below what was asked', async () => {
  const user = await desk.person();
  await ticks(0);
  await desk.buy(user, { termMs: 300_000 });
  await ticks(0, 0);
  const [id = 0] = desk.realm.machines.options.open.of(user).map((one) => one.id);
  const own = desk.has(user);
  const sell = (least: number) => desk.realm.send(user, 'sellOption', { optionId: id, least });
  expect(await sell(1_000 * UNIT)).toMatchObject({ refusal: 'noSale' });
  await sell(87 * UNIT);
  await ticks(-9_000 * UNIT);
  expect(desk.realm.machines.options.open.get(id)?.state).toBe('running');
  await ticks(0);
  await sell(87 * UNIT);
  await ticks(0);
  // Half of 180 less 3 %.
  expect(await lastEnded()).toMatchObject({ result: 'sold', paid: 87.3 * UNIT });
  expect(desk.has(user) - own).toBe(units('87.3'));
  await ticks(...flat(310));
});

it('OPTN-020 a purchase is refused for anything that differs from its quote', async () => {
  const user = await desk.person();
  await ticks(0);
  const body = { quote: desk.quote(), signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
  const refusal = async (change: object, quote: object = {}) => {
    const changed = { ...body, ...change, quote: { ...body.quote, ...quote } };
    const reply = await desk.realm.send(user, 'buyOption', changed);
    return reply.ok ? 'bought' : reply.refusal;
  };
  for (const field of ['payoutPpm', 'payout', 'fee', 'feePpm', 'expected', 'needed'] as const) {
    expect(await refusal({}, { [field]: body.quote[field] + 1 })).toBe('quoteChanged');
  }
  expect(await refusal({}, { tie: 'lost' })).toBe('quoteChanged');
  expect(await refusal({}, { windowMs: 7_000 })).toBe('quoteChanged');
  expect(await refusal({}, { more: 1 })).toBe('quoteChanged');
  expect(await refusal({}, { realm: 'real' })).toBe('invalidQuote');
  expect(await refusal({ signature: 'x' })).toBe('invalidQuote');
  expect(await refusal({}, { expiresAt: body.quote.expiresAt + 1 })).toBe('quoteExpired');
  expect(await refusal({}, { termMs: 31_000 })).toBe('unknownTerm');
  expect(await refusal({}, { market: 'NONE-OPT' })).toBe('unknownMarket');
  for (const policy of ['strict', 'licensed', '', 'constructor', null]) {
    expect(await refusal({ policy })).toBe('optionsNotOffered');
  }
  await desk.realm.must(OWNER.setup, 'setOptionMarket', { ...TERMS, feePpm: 1_000 });
  expect(await refusal({})).toBe('quoteChanged');
  desk.realm.clock.advance(10_001);
  now += 10_001;
  expect(await refusal({})).toBe('quoteExpired');
  expect(desk.realm.machines.options.open.of(user)).toEqual([]);
});

it('OPTN-021 limits: stakes, capacity, capital, a number, own limits, exclusion', async () => {
  const user = await desk.person(100_000);
  await ticks(0);
  const refusal = async (stake: number, more: object = {}) => {
    const quote = desk.quote({ stake, ...more });
    const body = { quote, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
    const reply = await desk.realm.send(user, 'buyOption', body);
    return reply.ok ? 'bought' : reply.refusal;
  };
  expect(await refusal(0.5)).toBe('stakeBelowLeast');
  expect(await refusal(1_001)).toBe('stakeAboveMost');
  for (let i = 0; i < 6; i += 1) expect(await refusal(1_000)).toBe('bought');
  // 4,800 of 5,000 are in for this second; another second has room.
  expect(await refusal(1_000)).toBe('soldOut');
  expect(await refusal(250)).toBe('bought');
  expect(await refusal(1_000, { termMs: 60_000 })).toBe('bought');
  const limit = (dailyStake: number | null, excludedUntil = 0) =>
    desk.realm.send(user, 'limitOptions', { dailyStake, excludedUntil });
  await limit(8_000 * UNIT);
  expect(await refusal(900, { termMs: 60_000 })).toBe('ownDailyLimit');
  expect(await refusal(750, { termMs: 60_000 })).toBe('bought');
  expect(await limit(null)).toMatchObject({ value: { from: desk.realm.clock.now() + 86_400_000 } });
  expect(await refusal(1, { termMs: 60_000 })).toBe('ownDailyLimit');
  const other = await desk.person(100_000);
  const until = desk.realm.clock.now() + 86_400_000;
  await desk.realm.must(other, 'limitOptions', { dailyStake: null, excludedUntil: until });
  await desk.realm.must(other, 'limitOptions', { dailyStake: null, excludedUntil: 0 });
  const body = { quote: desk.quote(), signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
  expect(await desk.realm.send(other, 'buyOption', body)).toMatchObject({
    refusal: 'selfExcluded',
  });
  await ticks(...flat(75));
});

it('OPTN-026 one buyer takes a share of each capacity, and others still find theirs', async () => {
  const [one, other] = [await desk.person(100_000), await desk.person(100_000)];
  await ticks(0);
  const terms = (change: object) =>
    desk.realm.must(OWNER.setup, 'setOptionMarket', {
      ...TERMS,
      buyerSharePpm: 250_000,
      ...change,
    });
  const buy = async (user: number, stake: number, more: object = {}) => {
    const quote = desk.quote({ stake, ...more });
    const body = { quote, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
    const reply = await desk.realm.send(user, 'buyOption', body);
    return reply.ok ? 'bought' : [reply.refusal, reply.detail];
  };
  const taken = (amount: string) => ['buyerShareTaken', { amount, asset: 'USDT' }];
  await terms({});
  // A quarter of 5,000 for one expiry.
  expect(await buy(one, 1_000)).toBe('bought');
  expect(await buy(one, 1_000)).toEqual(taken('450'));
  expect(await buy(one, 562.5)).toBe('bought');
  expect(await buy(one, 1)).toEqual(taken('0'));
  expect(await buy(other, 1_000)).toBe('bought');
  expect(await buy(one, 1_000, { termMs: 60_000 })).toBe('bought');
  // A quarter of 9,000 for all of a market, of which there are 2,050.
  await terms({ capacityOpen: 9_000 * UNIT });
  expect(await buy(one, 1_000, { termMs: 120_000 })).toEqual(taken('200'));
  expect(await buy(other, 1_000, { termMs: 120_000 })).toBe('bought');
  // Whatever one buyer may take, what all have taken comes first.
  await terms({ capacityExpiry: 1_000 * UNIT, buyerSharePpm: 1_000_000 });
  expect(await buy(one, 1)).toEqual(['soldOut', undefined]);
  await ticks(...flat(130));
  await terms({});
  expect(await buy(one, 1_000)).toBe('bought');
  await terms({ buyerSharePpm: 1 });
  // Rounded down: of 0.00005 that is nothing.
  expect(await buy(other, 1, { termMs: 300_000 })).toEqual(taken('0.005'));
  const wrong = { ...TERMS, buyerSharePpm: 0 };
  expect(await desk.realm.send(OWNER.setup, 'setOptionMarket', wrong)).toMatchObject({
    refusal: 'invalidTerms',
  });
  expect(desk.realm.machines.options.markets.termsOf(MARKET)).toMatchObject({ buyerSharePpm: 1 });
  // All of it is what a market without a share has: no row, body or hash tells them apart.
  await terms({ buyerSharePpm: 1_000_000 });
  const { machines } = desk.realm;
  expect(machines.options.markets.get(MARKET)).toMatchObject({ buyerSharePpm: null });
  expect(machines.options.markets.termsOf(MARKET)).toEqual({ ...TERMS });
  await ticks(...flat(40));
});

it('OPTN-027 no tick counts sooner after a purchase or a request to sell than the market says, and what was bought keeps that', async () => {
  const user = await desk.person();
  const { machines } = desk.realm;
  const terms = (change: object) =>
    desk.realm.must(OWNER.setup, 'setOptionMarket', { ...TERMS, ...change });
  const entries = () => machines.options.open.of(user).map(({ entryAt }) => entryAt);
  await terms({ tickDelayMs: 3_000 });
  await ticks(0);
  const bought = now;
  const first = await desk.buy(user);
  expect(desk.quote()).toMatchObject({ tickDelayMs: 3_000 });
  const { tickDelayMs: _, ...without } = desk.quote();
  const body = { quote: without, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
  const refused = await desk.realm.send(user, 'buyOption', body);
  expect(refused).toMatchObject({ refusal: 'quoteChanged' });
  // Who buys later, without a delay, has an entry before: nobody waits for somebody else.
  await terms({});
  expect(desk.quote()).not.toHaveProperty('tickDelayMs');
  await desk.buy(user, { termMs: 300_000 });
  await ticks(0, 0, 0);
  expect(entries()).toEqual([null, bought + 1_000]);
  await ticks(7);
  expect(entries()).toEqual([bought + 4_000, bought + 1_000]);
  expect(first.expiresAt).toBe(Math.ceil((bought + 30_000) / 1_000) * 1_000);
  // Its sale, too, is at a tick that nobody has seen.
  expect(await desk.realm.send(user, 'sellOption', { optionId: first.id, least: 1 })).toMatchObject(
    { ok: true },
  );
  await ticks(0, 0, 0);
  expect(entries()).toHaveLength(2);
  await ticks(0);
  expect(await lastEnded()).toMatchObject({ id: first.id, result: 'sold' });
  // The shortest term has time for an entry as late as it can be, and is settled.
  await terms({ tickDelayMs: 15_000 });
  const last = await desk.buy(user, { direction: 'down' });
  await ticks(...Array.from({ length: 15 }, () => '' as const), '', '', '', 9, ...flat(12, 3));
  expect(await lastEnded()).toMatchObject({ id: last.id, result: 'won' });
  const wrong = { ...TERMS, tickDelayMs: 15_001 };
  expect(await desk.realm.send(OWNER.setup, 'setOptionMarket', wrong)).toMatchObject({
    refusal: 'invalidTerms',
  });
  // None is what a market from before has: no row, body or hash tells them apart.
  await terms({ tickDelayMs: 0 });
  expect(machines.options.markets.get(MARKET)).toMatchObject({ tickDelayMs: null });
  expect(machines.options.markets.termsOf(MARKET)).toEqual({ ...TERMS });
  await ticks(...flat(300));
});

it('OPTN-022 a wrong window is void as a whole, in public, and its second is sold out', async () => {
  const [one, other] = [await desk.person(), await desk.person()];
  await ticks(0);
  const own = desk.has(one) + desk.has(other);
  await desk.buy(one);
  await desk.buy(other, { direction: 'down' });
  await ticks(0, 0);
  const span = { index: INDEX, from: now + 20_000, to: now + 30_000, reason: 'a broken source' };
  expect(await desk.realm.send(one, 'voidWindow', span)).toMatchObject({ refusal: 'notAllowed' });
  await desk.realm.must(staffActor(1), 'voidWindow', span);
  await desk.settled();
  desk.realm.audit();
  expect(desk.has(one) + desk.has(other)).toBe(own);
  expect((await desk.ended()).slice(-2).map(({ reason }) => reason)).toEqual([
    'wrongWindow',
    'wrongWindow',
  ]);
  await ticks(...flat(40));
  expect(await desk.realm.send(OWNER.feeds, 'followTicks', span)).toMatchObject({
    refusal: 'notFollowed',
  });
});

it('OPTN-023 a virtual account that ends takes its options with it', async () => {
  const user = await desk.person();
  await ticks(0);
  await desk.buy(user);
  await desk.realm.must(OWNER.setup, 'endVirtualAccount', { userId: user });
  desk.realm.audit();
  expect([desk.has('escrow'), desk.has(user)]).toEqual([0n, 0n]);
  expect(await lastEnded()).toMatchObject({ result: 'void', reason: 'accountEnded' });
  await ticks(...flat(40));
});

it('OPTN-024 a market that closes sells no more, and pays what it sold', async () => {
  const user = await desk.person();
  await ticks(0);
  await desk.buy(user);
  await desk.realm.must(OWNER.setup, 'setOptionMarket', { ...TERMS, status: 'closed' });
  const body = { quote: desk.quote(), signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
  expect(await desk.realm.send(user, 'buyOption', body)).toMatchObject({ refusal: 'marketClosed' });
  await ticks(0, ...flat(23, 7), ...flat(7, 7));
  expect(await lastEnded()).toMatchObject({ result: 'won' });
  expect(desk.realm.machines.options.markets.get(MARKET)?.status).toBe('closed');
});
