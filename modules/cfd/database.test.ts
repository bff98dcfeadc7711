import { OWNER } from '@assay/core/ledger/owners';
import { REALMS } from '@assay/core/ledger/realm';
import { createDice } from '@assay/core/testing/dice';
import { auditTables } from '@assay/modules/ledger';
import { SPOT_HOLDS } from '@assay/modules/spot';
import { rowReader } from '@assay/platform/engine/store';
import { expect, it } from 'vitest';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { startTestRealm } from '../../apps/server/testing/test-realm.ts';
import { CFD_HOLDS } from './store/holds.ts';
import { listing } from './testing/listings.ts';
import { cfdCommand } from './testing/workload.ts';

const YEN = { conversionIndex: 'USD-JPY', conversionWay: 'over', contractSize: '100' } as const;
const LISTINGS = [
  listing({ carry: 3_000_000, carryDays: 7 }),
  listing({ symbol: 'ETHUSDT-CFD', index: 'ETH-USDT', contractSize: '10', spread: '0.33' }),
  listing({ symbol: 'USDJPY-CFD', index: 'USD-JPY', ...YEN }),
  listing({ symbol: 'EURJPY-CFD', index: 'EUR-JPY', ...YEN }),
];
const BOUNDS = { fills: 10, slice: 2, openOrders: 100 };

it('CFDS-082 goes on with the same state after a stop and after a kill', async () => {
  const realm = await startTestRealm({ bounds: BOUNDS, house: {} });
  for (const one of LISTINGS) await realm.must(OWNER.setup, 'listCfd', one);
  const users = await realm.newUsers(3, { USDT: '5000' });
  await realm.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '500' });
  const dice = createDice(3);
  const prices: Record<string, number> = {
    ...{ 'BTC-USDT': 100, 'ETH-USDT': 10, 'USD-JPY': 156.25, 'EUR-JPY': 180 },
  };
  for (const user of users) {
    const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '200' };
    await realm.must(user, 'transferFunds', body);
  }
  const tick = async () => {
    const index = dice.pick(Object.keys(prices));
    const percent = dice.int(0, 9) === 0 ? dice.int(-20, 20) : dice.int(-200, 200) / 100;
    prices[index] = Math.max(1, Math.round(prices[index]! * (100 + percent)) / 100);
    realm.clock.advance(dice.int(0, 15) === 0 ? 86_400_000 : 1_000);
    await realm.quote({ [index]: String(prices[index]) });
  };
  await tick();
  let guarded = 0;
  for (let round = 0; round < 8; round += 1) {
    for (let n = 0; n < 40; n += 1) {
      realm.clock.advance(1);
      if (dice.int(0, 2) === 0) {
        await tick();
        continue;
      }
      const { positions, orders, contracts } = realm.machines.cfd.state.tables;
      const scope = {
        ...{ users, contracts: LISTINGS, prices, now: realm.clock.now() },
        orders: orders.rows().map(({ id, userId: user }) => ({ id, user })),
        positions: positions.rows().map(({ id, userId: user, contract, side }) => {
          return { id, user, side, index: contracts.get(contract)!.index };
        }),
      };
      const { actor, type, body } = cfdCommand(dice, scope);
      await realm.send(actor, type, body);
    }
    realm.audit();
    const before = realm.stateHash();
    if (round % 2 === 0) {
      await realm.db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
      await realm.restart();
    } else await realm.restart();
    realm.audit();
    expect(realm.stateHash()).toBe(before);
    const { legs } = realm.machines.cfd.state.tables;
    guarded += legs.rows().filter(({ conversionFloor }) => conversionFloor !== null).length;
  }
  expect(guarded, 'stops with guards of what converts').toBeGreaterThan(0);
  const client = await realm.db.connect();
  await client.query('SET search_path TO demo, public');
  expect(await auditTables(rowReader(client), [SPOT_HOLDS, CFD_HOLDS])).toEqual([]);
  const { rows } = await client.query('SELECT DISTINCT kind, why FROM cfd_receipt');
  expect(rows.length).toBeGreaterThan(6);
  await client.end();
  await realm.stop();
}, 120_000);

it('CFDS-071 no command and no column could set a price, a delay or an outcome for a person', () => {
  const words = /(^|_|[a-z])(bias|odds|rig|favou?r|delay|slow|bonus|markup|override|manual)/i;
  for (const realm of REALMS) {
    const { cfd } = createRealmMachines(realm);
    const names = cfd.tables.flatMap(({ table, fields }) => [table, ...Object.keys(fields)]);
    expect([...names, ...Object.keys(cfd.rules)].filter((name) => words.test(name))).toEqual([]);
  }
});
