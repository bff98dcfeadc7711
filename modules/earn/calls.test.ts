import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpRealm } from '../../apps/server/house.ts';
import { enterAsVisitor, type Party, register } from '../../apps/server/testing/parties.ts';
import { startTestApp, type TestApp } from '../../apps/server/testing/test-app.ts';
import { startTestRealm } from '../../apps/server/testing/test-realm.ts';
import type { EarnRealm } from './call-parts.ts';
import { earnHandlers } from './calls.ts';
import { endRenewalsJob } from './jobs.ts';
import { EarnReads } from './store/reads.ts';
import { StrategyReads } from './store/strategy-reads.ts';

let server: TestApp;
let anna: Party;
let bert: Party;

beforeAll(async () => {
  server = await startTestApp({ COUNTRY_POLICY: 'byCountry' });
  [anna, bert] = [await enterAsVisitor(server), await enterAsVisitor(server)];
}, 120_000);
afterAll(() => server.stop());

const get = (name: string, fields: object, { session }: Party = anna) =>
  server.client.get(name, fields as Record<string, string>, session);
const post = (name: string, fields: object, { session }: Party = anna) =>
  server.client.post(name, fields, session);

async function buy(of: Party = anna): Promise<number> {
  const { data } = await get('getProfitInfo', { product: 'USDT-30' }, of);
  const { version } = data.product;
  const bought = await post(
    'buyProfit',
    { product: 'USDT-30', amount: '100', termsVersion: version },
    of,
  );
  expect(bought.code, bought.text).toBe(0);
  expect(bought.data.receipt.hash).toMatch(/^[0-9a-f]{64}$/);
  return bought.data.order.id;
}

describe('the calls of earn', () => {
  it('EARN-032 a product is bought once by its command id, and totals, lists and order agree', async () => {
    const { data } = await get('getProfitList', {});
    expect(data.offered).toBe(true);
    expect(data.products.map(({ product }: { product: string }) => product)).toEqual([
      ...['USDT-7', 'USDT-30', 'USDT-90', 'USDT-180', 'USDT-365'],
    ]);
    const { version, sevenDay } = data.products[1];
    expect(sevenDay).toBeNull();
    const fields = {
      product: 'USDT-30',
      amount: '100',
      termsVersion: version,
      renew: true,
      cid: crypto.randomUUID(),
    };
    const first = await post('buyProfit', fields);
    const again = await post('buyProfit', fields);
    expect(first.code, first.text).toBe(0);
    expect(again.data).toEqual(first.data);
    const { id: orderId } = first.data.order;
    const totals = (await get('getProfitTotal', {})).data.assets;
    expect(totals).toEqual([{ asset: 'USDT', custody: '100', today: '0', total: '0', orders: 1 }]);
    const mine = (await get('getMyprofit', {})).data;
    expect([mine.open.length, mine.ended, mine.next]).toEqual([1, [], null]);
    const story = (await get('getProfitOrder', { orderId })).data;
    expect(story.order).toEqual(mine.open[0]);
    expect(story.redemption).toMatchObject({ earned: '0', cost: '0', back: '100' });
    expect(story.redemption.dueAt - Date.now()).toBeLessThanOrEqual(6 * DAY);
    const off = await post('renewProfit', { orderId, renew: false });
    expect(off.data.order.renews).toBe(false);
    const sold = await post('sellProfit', { orderId, cost: '0' });
    expect(sold.data.order).toMatchObject({ state: 'redeeming', cost: '0' });
    expect((await post('sellProfit', { orderId, cost: '0' })).code).not.toBe(0);
    const info = (await get('getProfitInfo', { product: 'USDT-30' })).data;
    expect(info.product).toMatchObject({ inCustody: '100', orders: 1 });
    expect((await get('getProfitInfo', { product: 'NO-1' })).code).not.toBe(0);
  });

  it('EARN-030 what somebody else has is as unknown as what does not exist', async () => {
    const orderId = await buy();
    const before = await get('getProfitOrder', { orderId });
    for (const [name, more] of [
      ['getProfitOrder', {}],
      ['sellProfit', { cost: '9' }],
      ['renewProfit', { renew: true }],
    ] as const) {
      const send = name === 'getProfitOrder' ? get : post;
      const [foreign, missing] = [
        await send(name, { orderId, ...more }, bert),
        await send(name, { orderId: 9_007_199_254_740_000, ...more }, bert),
      ];
      expect(foreign.code).not.toBe(0);
      expect([foreign.code, foreign.data]).toEqual([missing.code, missing.data]);
      expect(foreign.text).toContain('no such custody order');
      expect(missing.text).toContain('no such custody order');
    }
    expect((await get('getProfitOrder', { orderId })).data.order).toEqual(before.data.order);
    expect((await get('getMyprofit', {}, bert)).data.open).toEqual([]);
  });

  it('EARN-033 it is neither shown nor sold where the law of the country forbids it', async () => {
    const person = await register(server, 'carl@example.com');
    const { data } = await get('getProfitList', {}, person);
    expect(data.offered).toBe(false);
    const info = (await get('getProfitInfo', { product: 'USDT-30' }, person)).data;
    const { version } = info.product;
    const fields = { product: 'USDT-30', amount: '100', termsVersion: version };
    const refused = await post('buyProfit', fields, person);
    expect(refused.text).toContain('not offered where you live');
  });
});

it('EARN-034 EARN-054 a trial offers and funds, and the real realm of a production has neither', async () => {
  const of = { assets: [], markets: [], house: {} };
  const production = await startTestRealm({ ...of, realm: 'real' });
  await setUpRealm(production.engine, 'production', production.clock.now());
  const { earn, markets } = production.machines;
  const usdt = markets.assetId('USDT')!;
  expect([earn.products.rows(), earn.pool.capital(usdt)]).toEqual([[], 0n]);
  expect(production.machines.strategies.products()).toEqual([]);
  await production.stop();
  const trial = await startTestRealm({ ...of, realm: 'real' });
  await setUpRealm(trial.engine, 'trial', trial.clock.now());
  await setUpRealm(trial.engine, 'trial', trial.clock.now());
  expect(trial.machines.earn.products.rows()).toHaveLength(5);
  const strategies = trial.machines.strategies.products();
  expect(strategies.map(({ strategy, status, units }) => [strategy, status, units])).toEqual([
    ['bookIndex', 'open', 20_000n * 10n ** 8n],
    ['spotContract', 'open', 20_000n * 10n ** 8n],
  ]);
  const capital = trial.machines.earn.pool.capital(trial.machines.markets.assetId('USDT')!);
  expect(capital).toBe(200_000n * 10n ** 8n);
  await trial.stop();
});

it('EARN-036 EARN-108 renewal is a purchase: it is neither turned on nor left on where it is not offered; nor are units of contracts where those are not', async () => {
  const of = { assets: [], markets: [], house: {} };
  const realm = await startTestRealm({ ...of, realm: 'real' });
  await setUpRealm(realm.engine, 'trial', realm.clock.now());
  const [user, other] = (await realm.newUsers(2, { USDT: '1000' })) as [number, number];
  const forbidden = new Set<number>();
  const { earn } = realm.machines;
  const real: EarnRealm = {
    machine: () => earn,
    submit: (command) => realm.engine.submit(command),
    assets: () => realm.machines.markets.assets(),
    assetSymbol: (id) => realm.machines.markets.assetSymbol(id),
    reads: new EarnReads(realm.db.pool, 'real'),
    strategies: () => realm.machines.strategies,
    strategyReads: new StrategyReads(realm.db.pool, 'real'),
    strategyTrades: async () => ({ fills: [], next: null }),
    strategyContracts: async () => ({ receipts: [], next: null }),
  };
  const isOffered = async (userId: number) => !forbidden.has(userId);
  const areContractsOffered = async (userId: number) => userId !== other;
  const calls = earnHandlers({ realms: { real, demo: real }, isOffered, areContractsOffered });
  const job = endRenewalsJob({ ...real, realm: 'real', isOffered });
  const run = () => job.run(0, new AbortController().signal);
  const { version } = earn.products.get('USDT-30')!;
  const buy = async (of: number, renews: boolean) => {
    const body = { product: 'USDT-30', amount: '100', version, renews };
    return Number((await realm.must(of, 'subscribeEarn', body)).id);
  };
  const [mine, kept] = [await buy(user, false), await buy(other, true)];
  const renew = async (renew: boolean) => {
    const context = { actor: { userId: user, realm: 'real' } } as never;
    const answer = await calls.renewProfit({ orderId: mine, renew }, context);
    return 'code' in answer ? answer.code : '';
  };
  const renewing = () => [mine, kept].map((id) => earn.open.get(id)?.renews);
  expect([await renew(true), renewing()]).toEqual(['', [true, true]]);
  await run();
  expect(renewing()).toEqual([true, true]);
  forbidden.add(user);
  await run();
  expect(renewing()).toEqual([false, true]);
  expect([await renew(true), await renew(false)]).toEqual(['earnNotOffered', '']);
  const shares = async (of: number) => {
    const context = { actor: { userId: of, realm: 'real' }, now: realm.clock.now() } as never;
    const { products } = (await calls.getStrategyList({}, context)) as {
      readonly products: readonly { readonly strategy: string }[];
    };
    const answers = await Promise.all(
      realm.machines.strategies.products().map(async ({ product, version: termsVersion }) => {
        const input = { product, amount: '100', termsVersion };
        const answer = await calls.buyStrategy(input, context);
        return 'code' in answer ? answer.code : '';
      }),
    );
    return [products.map(({ strategy }) => strategy), answers];
  };
  expect(await shares(other)).toEqual([['bookIndex'], ['', 'earnNotOffered']]);
  expect(await shares(user)).toEqual([[], ['earnNotOffered', 'earnNotOffered']]);
  await realm.stop();
});

it('EARN-053 a strategy is bought once by its command id; terms, cuts and trades are public, holdings are not', async () => {
  const { data } = await server.client.get('getStrategyList', {});
  const [{ product, version, account, seed }] = data.products;
  expect([account, seed, data.offered]).toEqual(['house:earnStrategy', '20000', true]);
  const cid = crypto.randomUUID();
  const fields = { product, amount: '100', termsVersion: version, cid };
  const demo = (await get('getStrategyList', {})).data.products[0];
  const own = { ...fields, termsVersion: demo.version };
  const first = await post('buyStrategy', own);
  expect(first.code, first.text).toBe(0);
  expect((await post('buyStrategy', own)).data).toEqual(first.data);
  const { id: holdingId } = first.data.holding;
  expect((await get('getMyHoldings', {})).data.open).toMatchObject([
    { id: holdingId, state: 'pending', amount: '100', units: '0', worth: '' },
  ]);
  expect((await get('getMyHoldings', {}, bert)).data).toEqual({ open: [], ended: [], next: null });
  const theirs = await post('sellStrategy', { holdingId }, bert);
  const none = await post('sellStrategy', { holdingId: holdingId + 1_000_000 }, bert);
  const untimed = (text: string) => text.replace(/"time":\d+/, '');
  expect([untimed(theirs.text), theirs.data]).toEqual([untimed(none.text), none.data]);
  const info = await server.client.get('getStrategyInfo', { product });
  expect([info.data.product.product, info.data.cuts]).toEqual([product, []]);
  const trades = await server.client.get('getStrategyTrades', { product });
  expect(trades.data).toEqual({ fills: [], next: null });
  const unknown = await server.client.get('getStrategyInfo', { product: 'NO-1' });
  expect(unknown.code).not.toBe(0);
  // Where the law does not allow interest on such coins it is neither shown nor sold.
  const person = await register(server, 'strategy@example.com');
  expect((await get('getStrategyList', {}, person)).data.offered).toBe(false);
  const forbidden = await post('buyStrategy', { ...fields, cid: crypto.randomUUID() }, person);
  expect(forbidden.text).toContain('not offered');
});
