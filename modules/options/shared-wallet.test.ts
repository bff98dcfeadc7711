import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listing } from '../cfd/testing/listings.ts';
import { type OptionDesk, SIGNATURE, startDesk, UNIT, units } from './testing/desk.ts';

const HOUR = 3_600_000;
let desk: OptionDesk;
let now: number;

beforeAll(async () => {
  const much = { mostStake: 10_000 * UNIT, capacityExpiry: 50_000 * UNIT };
  desk = await startDesk({ terms: much });
  const { must, clock } = desk.realm;
  now = clock.now();
  await must(OWNER.setup, 'listCfd', listing({ maxLeverage: 100 }));
  const capital = { owner: OWNER.cfd, asset: 'USDT', amount: '100000' };
  await must(OWNER.setup, 'fundHouse', capital);
  await tick(90_000);
});
afterAll(() => desk.realm.stop());

async function tick(price: number, count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    now += 1_000;
    await desk.tick(now, BigInt(price) * BigInt(UNIT));
    desk.realm.audit();
  }
}

/** Opens a long contract at the next tick, and returns its number. */
async function contract(user: number, leverage: number): Promise<number> {
  const { id } = await desk.realm.must(user, 'placeCfdOrder', {
    ...{ contract: 'BTCUSDT-CFD', side: 'buy', kind: 'market', lots: '0.1' },
    ...{ leverage, policyLeverage: 100 },
  });
  await tick(90_000);
  return id as number;
}

const account = (user: number) => desk.realm.machines.cfd.accountOf(user)!;
const held = (user: number) => {
  const { ledger, markets } = desk.realm.machines;
  const slot = accountId(user, WALLET.contract, markets.assetId('USDT')!);
  return ledger.ledger.held(ledger.ledger.find(slot));
};

it('OPTN-025 a stake leaves what contracts need, their open losses too', async () => {
  const user = await desk.person(1_000);
  await contract(user, 10);
  // 900.01 of margin, and a loss of 0.2 that no ledger knows of.
  expect([desk.has(user), account(user).available]).toEqual([units('99.99'), '99.79']);
  const body = { quote: desk.quote({ stake: 99.8 }), signature: SIGNATURE, slippagePpm: null };
  const refused = await desk.realm.send(user, 'buyOption', { ...body, policy: 'practice' });
  expect(refused).toMatchObject({ ok: false, refusal: 'insufficientBalance' });
  await desk.buy(user, { stake: 99.79, termMs: HOUR });
  expect(account(user).available).toBe('0');
});

it('OPTN-025 who has staked what carried a contract is closed out in time', async () => {
  const user = await desk.person(10_000);
  const id = await contract(user, 10);
  await desk.buy(user, { stake: 9_000, termMs: HOUR });
  await tick(84_000);
  const position = () => desk.realm.machines.cfd.state.tables.positions.get(id);
  expect(position()).toBeDefined();
  await tick(84_000);
  expect(position()).toBeUndefined();
  expect(desk.has(user)).toBe(units('1000') - units('600.2'));
});

it('OPTN-025 what an option pays is held as far as margin lacks', async () => {
  const user = await desk.person(1_100);
  await tick(90_000);
  await contract(user, 10);
  const second = await contract(user, 100);
  await desk.buy(user, { direction: 'down', stake: 100 });
  await tick(90_000);
  await tick(88_000);
  await desk.realm.must(user, 'closeCfdPositions', { positionId: second });
  await tick(88_000);
  const left = units('1000') - units('200.2');
  expect([desk.has(user), held(user)]).toEqual([0n, left]);
  await tick(88_000, 30);
  const margin = units('900.01');
  expect([desk.has(user), held(user)]).toEqual([left + units('180') - margin, margin]);
});
