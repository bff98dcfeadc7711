import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { strategyDesk } from '../../apps/server/strategy-desks.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import {
  readStrategy,
  type StrategyFile,
  verifyStrategy,
} from '../../examples/verify-strategy.mjs';
import { STRATEGY_PRODUCT } from './listings.ts';
import { BookIndexBot } from './strategy-job.ts';
import { StrategyRealm } from './strategy-realm.suite.ts';

const { product } = STRATEGY_PRODUCT;
const FUNDS = { USDT: '500000', BTC: '5', ETH: '100' };

let realm: TestRealm;
let around: StrategyRealm;
let users: number[];

beforeAll(async () => {
  realm = await startTestRealm({ house: {}, bounds: { fills: 100, slice: 3, openOrders: 100 } });
  around = new StrategyRealm(realm);
  const funds = { owner: OWNER.earnPool, asset: 'USDT', amount: '20000' };
  await realm.must(OWNER.setup, 'fundHouse', funds);
  await realm.must(OWNER.setup, 'listEarnStrategy', STRATEGY_PRODUCT);
  users = await realm.newUsers(4, FUNDS);
});
afterAll(() => realm.stop());

const subscribe = (user: number, amount: string) => around.subscribe(product, user, amount);
const rows = async (text: string) => (await realm.db.pool.query(text)).rows;

it('EARN-042 EARN-050 EARN-051 EARN-052 what an outsider computes from public trades is what the account is worth, to the unit', async () => {
  const dice = createDice(93);
  const machine = () => realm.machines.strategies;
  const desk = strategyDesk(realm.engine, around.orders() as never);
  const bot = new BookIndexBot({ realm: 'demo', machine, desk });
  let [btc, eth] = [90_000, 3_000];
  const held: number[] = [];
  for (let day = 0; day < 25; day += 1) {
    for (let look = 0; look < 6; look += 1) {
      [btc, eth] = [btc + dice.int(-150, 150), eth + dice.int(-8, 8)];
      realm.clock.advance(HOUR);
      await around.quote(btc, eth);
      await bot.look(realm.clock.now());
      await bot.look(realm.clock.now());
      // Somebody offers for less, or bids for more, than the index and all fees.
      const user = dice.pick(users);
      const side = dice.pick(['buy', 'sell'] as const);
      const [market, price] = dice.pick([
        ['BTCUSDT', btc],
        ['ETHUSDT', eth],
      ] as const);
      const limitPrice = (price * (side === 'buy' ? 1.01 : 0.99)).toFixed(2);
      const quantity = (dice.int(1, 30) / (market === 'BTCUSDT' ? 1_000 : 50)).toFixed(4);
      await realm.place(user, { market, side, type: 'limit', quantity, limitPrice });
      await bot.look(realm.clock.now());
      await realm.send(user, 'cancelAllOrders', {});
    }
    if (day % 3 === 0)
      held.push(await subscribe(dice.pick(users), `${dice.int(10, 9_999)}.1234567`));
    const leaves = held.find((id) => machine().holdings.get(id)?.state === 'held');
    if (day % 5 === 4 && leaves !== undefined) {
      const { userId } = machine().holdings.get(leaves)!;
      await realm.must(userId, 'redeemStrategy', { holdingId: leaves });
      await bot.look(realm.clock.now());
    }
    await around.nextDay(btc, eth);
    const seen = verifyStrategy(await readStrategy(around.visitor(), product));
    expect(seen.cuts).toBe(day + 1);
  }
  realm.audit();
  const file = await readStrategy(around.visitor(), product);
  expect(file.fills.length).toBeGreaterThan(20);
  // It pays what everybody pays: a thousandth, rounded up to a unit.
  for (const { side, quantity, quote: worth, fee } of file.fills) {
    const of = side === 'buy' ? quantity : worth;
    expect(Math.abs(Number(fee) - Number(of) / 1_000)).toBeLessThanOrEqual(1.1e-8);
  }
  expect(new Set(file.fills.map(({ market }) => market)).size).toBe(2);
  expect(verifyStrategy(file).trades).toBe(file.fills.length);
  // Whoever changes a figure by a unit is found, and whoever leaves out a trade.
  const broken: ((of: StrategyFile) => StrategyFile)[] = [
    (of) => ({ ...of, fills: of.fills.slice(1) }),
    (of) => ({ ...of, product: { ...of.product, seed: '20000.00000001' } }),
    (of) => ({ ...of, cuts: of.cuts.map((cut) => ({ ...cut, value: `${cut.value}1` })) }),
    (of) => ({ ...of, cuts: of.cuts.map((cut) => ({ ...cut, nav: '1.00000001' })) }),
    (of) => ({ ...of, cuts: of.cuts.slice(0, -1) }),
    (of) => ({ ...of, ticks: Object.fromEntries(Object.keys(of.ticks).map((n) => [n, '1'])) }),
  ];
  for (const change of broken) expect(() => verifyStrategy(change(file))).toThrow();
}, 120_000);

it('EARN-044 EARN-052 a redemption waits while coins are wound down, and never gets more than there is', async () => {
  const machine = () => realm.machines.strategies;
  const bot = new BookIndexBot({
    ...{ realm: 'demo', machine, desk: strategyDesk(realm.engine, around.orders() as never) },
  });
  const [btc, eth] = [90_000, 3_000];
  const { seed: _, ...terms } = STRATEGY_PRODUCT;
  const more = { ...terms, mostPerson: terms.quota };
  await realm.must(staffActor(1), 'setEarnStrategy', more);
  for (const user of users.slice(0, 3)) await subscribe(user, '20000');
  await around.nextDay(btc, eth);
  // It buys all that it may: half of what it has.
  for (let look = 0; look < 8; look += 1) {
    await bot.look(realm.clock.now());
    const sell = { side: 'sell', type: 'limit', timeInForce: 'ioc' } as const;
    await realm.place(users[1]!, {
      ...sell,
      market: 'BTCUSDT',
      quantity: '0.2',
      limitPrice: '88000',
    });
    await realm.place(users[1]!, { ...sell, market: 'ETHUSDT', quantity: '5', limitPrice: '2900' });
  }
  for (const { id, userId, state } of [...machine().holdings.rows()]) {
    if (state === 'held') await realm.must(userId, 'redeemStrategy', { holdingId: id });
  }
  const all = machine().holdings.leavingUnits(product);
  expect(all * 2n).toBeGreaterThan(machine().get(product)!.units);
  await bot.look(realm.clock.now());
  await around.nextDay(btc, eth);
  // Nobody has bid for its coins: all money was paid, and the rest says that it is in progress.
  const waiting = machine().holdings.leavingUnits(product);
  expect(waiting > 0n && waiting < all).toBe(true);
  const usdt = realm.machines.markets.assetId('USDT')!;
  expect(machine().money.owned(OWNER.earnStrategy, usdt)).toBeLessThan(100n);
  for (const { state } of machine().holdings.rows()) expect(state).toBe('redeeming');
  verifyStrategy(await readStrategy(around.visitor(), product));
  // Then somebody does. They are sold for at least what the rules say.
  const bid = { side: 'buy', type: 'limit', timeInForce: 'gtc' } as const;
  await realm.place(users[3]!, { ...bid, market: 'BTCUSDT', quantity: '1', limitPrice: '89800' });
  await realm.place(users[3]!, { ...bid, market: 'ETHUSDT', quantity: '20', limitPrice: '2990' });
  await bot.look(realm.clock.now());
  await bot.look(realm.clock.now());
  await realm.send(users[3]!, 'cancelAllOrders', {});
  await around.nextDay(btc, eth);
  expect(machine().holdings.rows()).toEqual([]);
  verifyStrategy(await readStrategy(around.visitor(), product));
  realm.audit();
});

it('EARN-048 kills between slices, restarts and forty days of downtime: each day is cut once', async () => {
  const [{ n: before }] = await rows('SELECT count(*)::int AS n FROM demo.strategy_cut');
  const ids: number[] = [];
  for (let i = 0; i < 12; i += 1) ids.push(await subscribe(users[i % 4]!, '100'));
  realm.clock.advance(40 * DAY);
  await around.quote(91_000, 3_100);
  let slices = 0;
  while (realm.machines.strategies.hasWork(realm.clock.now())) {
    // The connection dies with the command under way, or the whole engine between two of them.
    if (slices % 5 === 2) {
      await realm.db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
    }
    await insist(() => realm.send(OWNER.engine, 'workStrategies', {}, `cut-${slices}`));
    slices += 1;
    if (slices % 9 !== 0) continue;
    const hash = realm.stateHash();
    await realm.restart();
    expect(realm.stateHash()).toBe(hash);
    realm.audit();
  }
  expect(slices).toBeGreaterThan(20);
  const [{ n, days }] = await rows(
    'SELECT count(*)::int AS n, count(DISTINCT day)::int AS days FROM demo.strategy_cut',
  );
  expect([n - before, days]).toEqual([40, n]);
  for (const id of ids) expect(realm.machines.strategies.holdings.get(id)?.state).toBe('held');
  verifyStrategy(await readStrategy(around.visitor(), product));
  realm.audit();
}, 120_000);
