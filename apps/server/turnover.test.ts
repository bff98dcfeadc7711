import { OWNER } from '@assay/core/ledger/owners';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { type OptionDesk, startDesk, UNIT, units } from '../../modules/options/testing/desk.ts';
import { turnoverOf } from './withdrawals.ts';

let desk: OptionDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.realm.stop());

it('WDRL-044 trades, margin and stakes are turnover; what is void or only offsets is none', async () => {
  const { realm } = desk;
  const { must, clock } = realm;
  const user = await desk.person(10_000);
  const tick = (price: number | '', after = 1_000) =>
    desk.tick(clock.now() + after, price === '' ? '' : BigInt(price * UNIT));
  const turnover = () => turnoverOf(realm, realm.db, user);
  await must(OWNER.setup, 'listCfd', listing());
  await must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '100000' });
  await tick(50_000);
  expect(await turnover()).toBe(0n);

  const contract = async (side: string, lots: string) => {
    await must(user, 'placeCfdOrder', {
      ...{ contract: 'BTCUSDT-CFD', side, kind: 'market', lots, leverage: 10 },
      policyLeverage: 20,
    });
    await tick(50_000);
  };
  await contract('buy', '0.1');
  expect(await turnover()).toBe(units('500.01'));
  // Of 0.3 lots 0.1 offset those that are open.
  await contract('sell', '0.3');
  const margin = units('500.01') + units('999.98');
  expect(await turnover()).toBe(margin);
  await must(user, 'closeCfdPositions', {});
  await tick(50_000);
  expect(await turnover()).toBe(margin);

  await desk.buy(user, { stake: 70 });
  await tick(50_000);
  expect(await turnover()).toBe(margin);
  for (let n = 0; n < 31; n += 1) await tick(50_100);
  expect(await turnover()).toBe(margin + units('70'));
  await desk.buy(user, { stake: 30 });
  await tick(50_100, 7_000);
  expect((await desk.ended()).at(-1)).toMatchObject({ result: 'void' });
  expect(await turnover()).toBe(margin + units('70'));

  const other = await realm.newUser({ BTC: '1' });
  const own = await realm.newUser({ USDT: '1000' });
  const order = {
    market: 'BTCUSDT',
    type: 'limit',
    quantity: '0.01',
    limitPrice: '50000',
  } as const;
  await realm.place(other, { ...order, side: 'sell' });
  await realm.place(own, { ...order, side: 'buy' });
  expect(await turnoverOf(realm, realm.db, own)).toBe(units('500'));
});
