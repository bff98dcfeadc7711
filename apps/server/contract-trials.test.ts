import { OWNER, staffActor, trialOwner } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { closed, vouchersAround } from './testing/gifts.ts';
import type { TestRealm } from './testing/test-realm.ts';
import { startTestServer, type TestServer, tokenOf } from './testing/test-server.ts';

const CONTRACT = listing().symbol;
let server: TestServer;
let real: TestRealm;

beforeAll(async () => {
  server = await startTestServer({ house: {}, policies: 'unrestricted' });
  real = server.real;
  await real.must(OWNER.setup, 'listCfd', listing());
  await real.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '100000' });
  await real.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '1000' });
  await real.quote({ BTCUSDT: '1000' });
});
afterAll(async () => {
  real.audit();
  await server.stop();
});

const call = (user: number, name: string, input: object = {}) =>
  name.startsWith('get')
    ? server.client.get(name, textOf(input), { token: tokenOf('real', user) })
    : server.client.post(name, input, { token: tokenOf('real', user) });
const textOf = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
const ORDER = { contract: CONTRACT, side: 'buy', kind: 'market', lots: '1', leverage: 20 };

/** A person with trial funds of 100. */
async function given(): Promise<readonly [user: number, voucherId: number]> {
  const user = await real.newUser({ USDT: '5' });
  const terms = { kind: 'verify', gives: 'contracts', sharePpm: 0, amount: '100' } as const;
  const { taskId } = await real.must(staffActor(1), 'publishTask', {
    ...terms,
    days: 5,
    people: 1,
  });
  const around = vouchersAround(real, new Set([user]));
  closed.add(user);
  expect(await around.ask('takeVoucher', { taskId }, user)).toHaveProperty('code');
  closed.delete(user);
  const taken = await around.ask('takeVoucher', { taskId }, user);
  const { vouchers } = taken['ownTasks'] as { vouchers: { voucherId: number; gives: string }[] };
  expect(vouchers[0]).toMatchObject({ gives: 'contracts', amount: '100', state: 'open' });
  await real.must(staffActor(1), 'endTask', { taskId });
  return [user, vouchers[0]!.voucherId];
}

it('RWRD-042 each call about contracts is of own money or of trial funds, and of nobody else’s', async () => {
  const [user, voucherId] = await given();
  const [stranger] = await given();
  expect((await call(user, 'placeCfdOrder', ORDER)).data.refusal).toBe('insufficientBalance');
  const placed = await call(user, 'placeCfdOrder', { ...ORDER, voucherId });
  expect(placed).toMatchObject({ code: 0, data: { order: { contract: CONTRACT } } });
  await real.quote({ BTCUSDT: '1000' });
  const own = (await call(user, 'getCfdAccount')).data;
  expect(own).toMatchObject({ positions: [], account: { equity: '0' } });
  const { positions } = (await call(user, 'getCfdAccount', { voucherId })).data;
  expect(positions).toMatchObject([{ lots: '1', entry: '1001' }]);
  const [{ id: positionId }] = positions;
  const orders = { kind: 'limit', price: '900', lots: '0.1' };
  const waiting = await call(user, 'placeCfdOrder', { ...ORDER, ...orders, voucherId });
  const { id: orderId } = waiting.data.order;
  const { receipts } = (await call(user, 'getCfdReceipts', { voucherId })).data;
  expect(receipts).toMatchObject([{ kind: 'opened', id: positionId }]);
  const [{ seq, n }] = receipts;
  const asked: readonly (readonly [string, object])[] = [
    ['placeCfdOrder', ORDER],
    ['cancelCfdOrder', { orderId }],
    ['closeCfdPositions', {}],
    ['protectCfdPosition', { positionId }],
    ['setCfdMode', { mode: 'netted' }],
    ['getCfdAccount', {}],
    ['getCfdReceipt', { seq, n }],
    ['getCfdReceipts', {}],
  ];
  const before = real.stateHash();
  for (const [name, input] of asked) {
    for (const number of [voucherId, 999_999]) {
      const refused = await call(stranger, name, { ...input, voucherId: number });
      expect([name, refused.data.refusal]).toEqual([name, 'trialFundsNotUsable']);
    }
  }
  const strange = vouchersAround(real, new Set());
  const ended = await strange.ask('endTrialFunds', { voucherId }, stranger);
  expect(ended).toMatchObject({ code: 'unknownVoucher' });
  expect(real.stateHash()).toBe(before);
  // And their owner can do all of it.
  expect(
    (await call(user, 'protectCfdPosition', { positionId, stopLoss: '960', voucherId })).code,
  ).toBe(0);
  expect((await call(user, 'cancelCfdOrder', { orderId, voucherId })).code).toBe(0);
  const still = await strange.ask('endTrialFunds', { voucherId }, user);
  expect(still).toMatchObject({ code: 'trialOpen' });
  expect((await call(user, 'closeCfdPositions', { voucherId })).code).toBe(0);
  await real.quote({ BTCUSDT: '1040' });
  const settled = await strange.ask('endTrialFunds', { voucherId }, user);
  expect(settled).toMatchObject({ returned: '100', gained: '38' });
  expect((await call(user, 'getCfdAccount')).data.account.equity).toBe('38');
  const again = await call(user, 'placeCfdOrder', { ...ORDER, voucherId });
  expect(again.data.refusal).toBe('trialFundsNotUsable');
});

it('RWRD-043 after their last day trial funds are closed at the next ticks and end once, whoever looks', async () => {
  const [user, voucherId] = await given();
  const trial = trialOwner(voucherId);
  await call(user, 'placeCfdOrder', { ...ORDER, voucherId });
  await real.quote({ BTCUSDT: '1040' });
  const waits = { ...ORDER, kind: 'limit', price: '900', lots: '0.1', voucherId };
  expect((await call(user, 'placeCfdOrder', waits)).code).toBe(0);
  // Forty days without anybody who looks.
  for (const { clock } of [real, server.demo]) clock.advance(40 * DAY);
  await real.must(user, 'signIn', {
    day: Math.floor(real.clock.now() / DAY),
    amounts: [1, 1, 1, 1, 1, 1, 1],
  });
  const late = await call(user, 'placeCfdOrder', { ...ORDER, voucherId });
  expect(late.data.refusal).toBe('trialFundsNotUsable');
  const [one, other] = [vouchersAround(real, new Set()), vouchersAround(real, new Set())];
  await Promise.all([one.run(), other.run()]);
  expect(real.machines.cfd.hasOpen(trial)).toBe(true);
  await real.quote({ BTCUSDT: '1041' });
  await Promise.all([one.run(), other.run()]);
  await one.run();
  const [voucher] = real.machines.vouchers.vouchersOf(user);
  expect(voucher?.endedAt).not.toBeNull();
  expect(real.machines.cfd.hasOpen(trial)).toBe(false);
  const { rows } = await server.real.db.pool.query(
    'SELECT 1 FROM real.posting WHERE purpose IN (146, 148) AND from_account >= $1',
    [trial * 16_384],
  );
  expect(rows.length).toBeLessThanOrEqual(2);
  expect(rows.length).toBeGreaterThan(0);
});
