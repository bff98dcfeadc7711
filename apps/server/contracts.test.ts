import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { ONE, shareOf } from '@assay/core/position/value';
import { CONTRACTS } from '@assay/modules/cfd';
import { readTerms, type Terms } from '@assay/modules/cfd/rules';
import { SYMBOLS, symbolOf } from '@assay/modules/feeds/rules';
import { silentLog } from '@assay/platform/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingOf } from '../../modules/cfd/machine/cfd-machine.ts';
import { profileOf } from '../../modules/feeds/sources/profiles.ts';
import { presets } from '../../modules/identity/policy/presets.ts';
import { reportEndedOrders } from './ended-orders.ts';
import { setUpRealm } from './house.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';

const terms = CONTRACTS.map(readTerms) as Terms[];
const order = { side: 'buy', kind: 'market', lots: '0.1', leverage: 20, policyLeverage: 100 };
const GOLD = 'XAUUSD-CFD';

let realm: TestRealm;
beforeAll(async () => {
  realm = await startTestRealm({ assets: [], markets: [], house: {}, startAt: OPEN });
  await setUpRealm(realm.engine, 'trial', realm.clock.now());
});
afterAll(() => realm.stop());

/** What people are sent from now on. */
function listen(): object[] {
  const messages: object[] = [];
  const { clock, engine } = realm;
  const silent = { onCommit: () => () => undefined };
  reportEndedOrders(
    { clock, log: silentLog, engines: { real: engine, demo: silent as never } },
    { deliver: async (message) => void messages.push(message) },
  );
  return messages;
}

/** A Thursday at noon: everything is open. */
const OPEN = Date.parse('2026-06-11T12:00Z');

async function trader(): Promise<number> {
  const user = await realm.newUser({ USDT: '50000' });
  const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '50000' };
  await realm.must(user, 'transferFunds', body);
  return user;
}

describe('contracts of a new installation', () => {
  it('CFDS-100 are one on each index of the house and on each coin, every term in bounds', () => {
    expect(terms.filter((one) => typeof one === 'string')).toEqual([]);
    const followed = new Set(CONTRACTS.map(({ index }) => index));
    for (const { index } of SYMBOLS) expect(followed.has(index), index).toBe(true);
    const { cfd, markets } = realm.machines;
    const coins = [...markets.markets()].filter(({ rules }) => rules.product === 'spot');
    for (const { rules } of coins) expect(followed.has(rules.index), rules.index).toBe(true);
    expect(followed.size).toBe(CONTRACTS.length);
    for (const { symbol, index, tickSize } of CONTRACTS) {
      expect(cfd.state.bySymbol.get(symbol)?.row.index).toBe(index);
      expect(markets.market(symbol)?.rules).toMatchObject({ product: 'cfd', index });
      const digits = symbolOf(index)?.digits;
      if (digits !== undefined) expect(tickSize.length - 2, symbol).toBe(digits);
    }
  });

  it('CFDS-101 have the leverage of 25 and 100 that a policy without limits allows, and a lot of a pair is 100,000 of its base', () => {
    for (const { symbol, underlying, maxLeverage, contractSize, tickSize, index } of terms) {
      const most = presets.unrestricted.leverage[underlying];
      expect([25, 100].includes(maxLeverage) && maxLeverage <= most, symbol).toBe(true);
      if (symbolOf(index)?.class !== 'forex') continue;
      const pip = formatSafe(Number((BigInt(tickSize) * 10n * contractSize) / ONE), SCALE);
      const worth = index.endsWith('-JPY') ? '1000' : '10';
      expect([contractSize / ONE, pip], symbol).toEqual([100_000n, worth]);
    }
    expect(CONTRACTS.find(({ symbol }) => symbol === GOLD)?.nights).toBe('spot');
  });

  it('CFDS-102 are covered by the capital of the house at their exposure, each by itself and many together', () => {
    const capital = 5_000_000n * ONE;
    const needed = terms.map(({ index, maxNetLots, contractSize, stressPpm }) => {
      const base = index.split('-')[0]!;
      // No currency of a pair has been worth more dollars, whatever its own price is in.
      const worth = symbolOf(index)?.class === 'forex' ? 2.1 : profileOf(base).base;
      const price = Math.round(worth * 1e8);
      return shareOf(price, (maxNetLots * contractSize) / ONE, stressPpm);
    });
    for (const [i, one] of needed.entries()) {
      expect(one < capital, `${terms[i]!.symbol} needs ${one / ONE}`).toBe(true);
    }
  });

  it('CFDS-103 are listed and given capital once, and in a production without any', async () => {
    const { seq } = realm.engine.status;
    await setUpRealm(realm.engine, 'trial', realm.clock.now());
    await realm.restart();
    await setUpRealm(realm.engine, 'trial', realm.clock.now());
    expect(realm.engine.status.seq - seq).toBeLessThanOrEqual(1);
    const real = await startTestRealm({ assets: [], markets: [], house: {}, realm: 'real' });
    await setUpRealm(real.engine, 'production', real.clock.now());
    await real.quote({ [GOLD]: '4000' });
    real.clock.set(OPEN);
    await real.quote({ [GOLD]: '4000' });
    const user = await real.newUser({ USDT: '50000' });
    const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '50000' };
    await real.must(user, 'transferFunds', body);
    const refused = await real.send(user, 'placeCfdOrder', { contract: GOLD, ...order });
    expect(refused).toMatchObject({ ok: false, refusal: 'notAvailable' });
    await real.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '90000' });
    expect(await real.send(user, 'placeCfdOrder', { contract: GOLD, ...order })).toMatchObject({
      ok: true,
    });
    await real.stop();
  });

  it('CFDS-104 a market that staff halt opens nothing, and still closes', async () => {
    await realm.quote({ [GOLD]: '4000' });
    const user = await trader();
    const { id } = await realm.must(user, 'placeCfdOrder', { contract: GOLD, ...order });
    await realm.quote({ [GOLD]: '4000' });
    await realm.must(user, 'placeCfdOrder', { contract: GOLD, ...order });
    await realm.must(OWNER.setup, 'setMarketStatus', { market: GOLD, status: 'halted' });
    const refused = await realm.send(user, 'placeCfdOrder', { contract: GOLD, ...order });
    expect(refused).toMatchObject({ refusal: 'closeOnly' });
    await realm.must(user, 'closeCfdPositions', { positionId: id });
    await realm.quote({ [GOLD]: '4000' });
    // What was accepted before the halt ends too.
    const { positions, orders } = realm.machines.cfd.state.person(user);
    expect([positions.size, orders.size]).toEqual([0, 0]);
    await realm.must(OWNER.setup, 'setMarketStatus', { market: GOLD, status: 'trading' });
    realm.audit();
  });

  it('CFDS-118 a market that is delisted keeps its prices, opens nothing, and closes what is open', async () => {
    const contract = 'XAGUSD-CFD';
    await realm.quote({ [contract]: '50' });
    const user = await trader();
    await realm.must(user, 'placeCfdOrder', { contract, ...order });
    await realm.quote({ [contract]: '50' });
    await realm.must(OWNER.setup, 'setMarketStage', { market: contract, stage: 'delisted' });
    const refused = await realm.send(user, 'placeCfdOrder', { contract, ...order });
    expect(refused).toMatchObject({ refusal: 'closeOnly' });
    const { positions } = realm.machines.cfd.state.person(user);
    expect(positions.size).toBe(1);
    await realm.must(user, 'closeCfdPositions', { contract });
    await realm.quote({ [contract]: '51' });
    expect(positions.size).toBe(0);
    realm.audit();
  });

  it('CFDS-120 what waits to open ends when its contract is closed by its terms, what can still close stays', async () => {
    const contract = 'XPDUSD-CFD';
    await realm.quote({ [contract]: '1000' });
    const [hedged, netted] = [await trader(), await trader()];
    await realm.must(netted, 'setCfdMode', { mode: 'netted' });
    for (const user of [hedged, netted]) {
      await realm.must(user, 'placeCfdOrder', { contract, ...order });
    }
    await realm.quote({ [contract]: '1000' });
    const { state } = realm.machines.cfd;
    const waiting = { contract, ...order, kind: 'limit' } as const;
    for (const user of [hedged, netted]) {
      await realm.must(user, 'placeCfdOrder', { ...waiting, price: '900' });
      await realm.must(user, 'placeCfdOrder', { ...waiting, side: 'sell', price: '1100' });
    }
    const { row } = state.bySymbol.get(contract)!;
    const terms = (status: 'trading' | 'closeOnly') =>
      realm.must(OWNER.setup, 'setCfdTerms', { ...listingOf(row), status } as never);
    const messages = listen();
    await terms('closeOnly');
    // Without a tick: its session may be closed for days.
    await expect.poll(() => state.left().next().done).toBe(true);
    const left = [...state.tables.orders.rows()].filter((one) => one.contract === row.id);
    expect(left.map(({ userId, side }) => [userId, side])).toEqual([[netted, -1]]);
    // It has closed what there was, and nothing of it opens anything.
    await realm.quote({ [contract]: '1200' });
    expect(state.person(netted).positions.size).toBe(0);
    expect([state.person(hedged).positions.size, state.person(hedged).orders.size]).toEqual([1, 0]);
    await realm.engine.settled();
    const { rows } = await realm.db.pool.query<{ why: string }>(
      `SELECT why FROM ${realm.engine.realm}.cfd_receipt WHERE kind = 'ended' AND contract = $1`,
      [row.id],
    );
    expect(rows.map(({ why }) => why)).toEqual(['closeOnly', 'closeOnly', 'closeOnly']);
    const about = { kind: 'orders', key: 'orders.closeOnly', details: { market: contract } };
    expect(messages).toMatchObject([hedged, netted].map((userId) => ({ userId, ...about })));
    await terms('trading');
    realm.audit();
  });

  it('CFDS-119 what waits in a contract that is delisted ends, frees what it held, and says why', async () => {
    const contract = 'XPTUSD-CFD';
    await realm.quote({ [contract]: '1000' });
    const users = [await trader(), await trader()];
    const { state } = realm.machines.cfd;
    const waiting = { contract, ...order, kind: 'limit' } as const;
    const ids: number[] = [];
    for (const user of users) {
      for (const price of ['900', '800']) {
        const placed = await realm.must(user, 'placeCfdOrder', { ...waiting, price });
        ids.push((placed as unknown as { id: number }).id);
      }
    }
    await realm.must(users[0]!, 'placeCfdOrder', { contract, ...order });
    await realm.quote({ [contract]: '1000' });
    const messages = listen();
    const other = await realm.must(users[0]!, 'placeCfdOrder', {
      ...{ ...waiting, contract: GOLD, price: '3000' },
    });
    await realm.must(OWNER.setup, 'setMarketStatus', { market: contract, status: 'halted' });
    await realm.quote({ [contract]: '1001' });
    expect(users.map((user) => state.person(user).orders.size)).toEqual([3, 2]);
    await realm.must(OWNER.setup, 'setMarketStage', { market: contract, stage: 'delisted' });
    // Without a tick: its session may be closed for days.
    await expect.poll(() => state.left().next().done).toBe(true);
    expect(users.map((user) => state.person(user).orders.size)).toEqual([1, 0]);
    expect(state.tables.accounts.get(users[1]!)).toMatchObject({ reserved: 0n, held: 0n });
    expect([...state.person(users[0]!).orders]).toEqual([(other as unknown as { id: number }).id]);
    await realm.engine.settled();
    const { rows } = await realm.db.pool.query<{ id: number; kind: string; why: string }>(
      `SELECT id, kind, why FROM ${realm.engine.realm}.cfd_receipt WHERE id = ANY ($1) ORDER BY id`,
      [ids],
    );
    expect(rows).toEqual(ids.map((id) => ({ id, kind: 'ended', why: 'delisted' })));
    const about = { kind: 'orders', key: 'orders.delisted', details: { market: contract } };
    expect(messages).toMatchObject(users.map((userId) => ({ userId, ...about })));
    const { seq } = realm.engine.status;
    expect(await realm.send(OWNER.engine, 'workCfdTicks', {})).toMatchObject({
      refusal: 'nothingDue',
    });
    await realm.must(users[0]!, 'closeCfdPositions', { contract });
    await realm.quote({ [contract]: '999' });
    expect(state.person(users[0]!).positions.size).toBe(0);
    const hash = realm.stateHash();
    await realm.restart();
    expect([realm.stateHash(), realm.engine.status.seq > seq]).toEqual([hash, true]);
    realm.audit();
  });
});
