import { OWNER } from '@assay/core/ledger/owners';
import { HOUR } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDesk, UNIT } from '../../modules/options/testing/desk.ts';
import { setUpRealm } from './house.ts';
import { hasNoBalance, OPEN_THINGS, openThingsOf } from './open-things.ts';
import type { RealmMachines } from './realm.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';
import { fundsOf } from './wiring.ts';

const DIGEST = '1'.repeat(64);
const ALL = '1000';

let realm: TestRealm;
beforeAll(async () => {
  realm = await startTestRealm({ realm: 'real', assets: [], markets: [], house: {} });
  await setUpRealm(realm.engine, 'trial', realm.clock.now());
});
afterAll(() => realm.stop());

const isEmpty = (userId: number) =>
  fundsOf({ real: realm.engine, demo: realm.engine }).isEmpty(userId);

/** How somebody who has `ALL` comes to have something open. */
const OPENED: Partial<Record<keyof RealmMachines, (userId: number) => Promise<unknown>>> = {
  earn: (userId) => {
    const { version, product } = realm.machines.earn.products.get('USDT-30')!;
    const body = { product, amount: ALL, version, renews: false };
    return realm.must(userId, 'subscribeEarn', body);
  },
  strategies: (userId) => {
    const { version, product } = realm.machines.strategies.products()[0]!;
    return realm.must(userId, 'subscribeStrategy', { product, amount: ALL, version });
  },
  launch: (userId) => {
    const { launches } = realm.machines.launch;
    const { id: launchId } = launches.rows().find(({ symbol }) => symbol === 'AURUM')!;
    return realm.must(userId, 'subscribeLaunch', { launchId, quantity: '10000' });
  },
  loans: (userId) => {
    const { product, version } = realm.machines.loans.products.last('quarter')!;
    const offerUntil = realm.clock.now() + HOUR;
    const terms = { product, version, amount: '10000', application: DIGEST, contract: DIGEST };
    return realm.must(OWNER.custody, 'offerLoan', { ...terms, userId, offerUntil });
  },
  purchases: (userId) => {
    const deadline = realm.clock.now() + HOUR;
    const money = { asset: 'USDT', amount: '10', money: 'EUR', cost: '10' };
    return realm.must(userId, 'acceptPurchase', { ...money, digest: DIGEST, deadline });
  },
  cfd: async (userId) => {
    const all = { asset: 'USDT', from: 'currency', to: 'contract', amount: ALL };
    await realm.must(userId, 'transferFunds', all);
    return realm.must(userId, 'placeCfdOrder', {
      ...{ contract: 'BTCUSDT-CFD', side: 'buy', kind: 'market', lots: '0.1' },
      ...{ leverage: 100, policyLeverage: 100 },
    });
  },
};

/** Of these the money leaves every balance of the person, or was never in one. */
const HIDDEN = ['earn', 'strategies', 'launch', 'loans', 'purchases'];
const FUNDED = ['earn', 'strategies', 'launch', 'cfd'];

it('IDEN-154 an account is not empty while something of its person is in escrow, open or owed', async () => {
  await realm.quote({ BTCUSDT: '90000' });
  await realm.must(OWNER.setup, 'listAsset', { symbol: 'EUR', name: 'Euro' });
  for (const [name, open] of Object.entries(OPENED)) {
    const isFunded = FUNDED.includes(name);
    const userId = await realm.newUser(isFunded ? { USDT: ALL } : {});
    expect([openThingsOf(realm.machines, userId), isEmpty(userId)]).toEqual([[], !isFunded]);
    await open(userId);
    expect(openThingsOf(realm.machines, userId)).toEqual([name]);
    expect(hasNoBalance(realm.machines, userId), name).toBe(HIDDEN.includes(name));
    expect(isEmpty(userId), name).toBe(false);
  }
});

it('IDEN-154 the stake of an open option keeps the account', async () => {
  const desk = await startDesk();
  const user = await desk.person(100);
  await desk.tick(desk.realm.clock.now(), 90_000n * BigInt(UNIT));
  await desk.buy(user, { stake: 100 });
  const { machines } = desk.realm;
  expect(hasNoBalance(machines, user)).toBe(true);
  expect(openThingsOf(machines, user)).toEqual(['options']);
  await desk.realm.stop();
});

it('IDEN-154 each machine of a realm says what of people is open in it', () => {
  expect(Object.keys(OPEN_THINGS).sort()).toEqual(Object.keys(realm.machines).sort());
});
