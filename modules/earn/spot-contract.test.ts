import { OWNER } from '@assay/core/ledger/owners';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contractDesk } from '../../apps/server/strategy-desks.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import {
  readStrategy,
  type StrategyFile,
  verifyStrategy,
} from '../../examples/verify-strategy.mjs';
import { CONTRACTS } from '../cfd/index.ts';
import { CONTRACT_PRODUCT } from './listings.ts';
import { SPOT_CONTRACT } from './rules.ts';
import { strategyCalls } from './schema/strategies.ts';
import { hedgeOf, pairOrders } from './spot-contract.ts';
import { SpotContractBot } from './spot-contract-job.ts';
import { StrategyRealm } from './strategy-realm.suite.ts';

const { product } = CONTRACT_PRODUCT;
const ACCOUNT = OWNER.earnContracts;

let realm: TestRealm;
let around: StrategyRealm;
let users: number[];
let bot: SpotContractBot;

beforeEach(async () => {
  realm = await startTestRealm({ house: {}, bounds: { fills: 100, slice: 3, openOrders: 100 } });
  around = new StrategyRealm(realm);
  for (const [owner, amount] of [
    [OWNER.earnPool, '20000'],
    [OWNER.cfd, '1000000'],
  ] as const) {
    await realm.must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount });
  }
  for (const { contract } of SPOT_CONTRACT.pairs) {
    const listing = CONTRACTS.find(({ symbol }) => symbol === contract)!;
    await realm.must(OWNER.setup, 'listCfd', listing);
  }
  await realm.must(OWNER.setup, 'listEarnStrategy', CONTRACT_PRODUCT);
  users = await realm.newUsers(4, { USDT: '500000', BTC: '5', ETH: '100' });
  bot = newBot();
});
afterEach(() => realm.stop());

function newBot(): SpotContractBot {
  const desk = contractDesk(realm.engine, around.orders() as never);
  return new SpotContractBot({ realm: 'demo', machine: () => realm.machines.strategies, desk });
}

/** Time passes, a tick comes, and the bot looks. */
async function tick(btc: number, eth: number, ms = 2_000): Promise<void> {
  realm.clock.advance(ms);
  await around.quote(btc, eth);
  await bot.look(realm.clock.now());
}

/** What it has of a coin, and what contracts have sold of it. */
function pairs() {
  const { machines } = realm;
  const desk = contractDesk(realm.engine, around.orders() as never);
  return SPOT_CONTRACT.pairs.map(({ market, contract }) => {
    const coin = machines.markets.assetId(market.replace('USDT', ''))!;
    const open = desk.contractsOf(ACCOUNT).open.filter((one) => one.contract === contract);
    const short = open.reduce((sum, { quantity, side }) => sum - BigInt(side) * quantity, 0n);
    const { step } = desk.contract(contract)!;
    return { coins: machines.strategies.money.owned(ACCOUNT, coin), short, step };
  });
}

const file = () => readStrategy(around.visitor(), product);

it('EARN-100 EARN-102 EARN-104 what an outsider computes from trades and contracts is what the account is worth, to the unit', async () => {
  const dice = createDice(157);
  let [btc, eth] = [90_000, 3_000];
  const held: number[] = [];
  for (let day = 0; day < 12; day += 1) {
    for (let look = 0; look < 4; look += 1) {
      [btc, eth] = [btc + dice.int(-400, 400), eth + dice.int(-15, 15)];
      await tick(btc, eth, HOUR);
      await tick(btc, eth);
      // Somebody offers for less, or bids for more, than contracts and all costs.
      const user = dice.pick(users);
      const side = dice.pick(['buy', 'sell'] as const);
      const [market, price] = dice.pick([
        ['BTCUSDT', btc],
        ['ETHUSDT', eth],
      ] as const);
      const limitPrice = (price * (side === 'buy' ? 1.01 : 0.99)).toFixed(2);
      const quantity = (dice.int(1, 30) / (market === 'BTCUSDT' ? 1_000 : 50)).toFixed(4);
      await realm.place(user, { market, side, type: 'limit', quantity, limitPrice });
      for (let i = 0; i < 3; i += 1) await tick(btc, eth);
      await realm.send(user, 'cancelAllOrders', {});
      await tick(btc, eth);
      // Contracts follow the coins to the nearest step.
      for (const { coins, short, step } of pairs()) expect(short).toBe(hedgeOf(coins, step));
    }
    if (day % 3 === 0) {
      const amount = `${dice.int(10, 9_999)}.1234567`;
      held.push(await around.subscribe(product, dice.pick(users), amount));
    }
    const leaves = held.find((id) => realm.machines.strategies.holdings.get(id)?.state === 'held');
    if (day % 4 === 3 && leaves !== undefined) {
      const { userId } = realm.machines.strategies.holdings.get(leaves)!;
      await realm.must(userId, 'redeemStrategy', { holdingId: leaves });
    }
    await around.nextDay(btc, eth);
    expect(verifyStrategy(await file()).cuts).toBe(day + 1);
  }
  realm.audit();
  const hash = realm.stateHash();
  await realm.restart();
  expect(realm.stateHash()).toBe(hash);
  bot = newBot();
  const seen = await file();
  const kinds = new Set(seen.receipts.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['closed', 'financed', 'opened']);
  expect(seen.cuts.filter(({ contracts }) => contracts.length > 0).length).toBeGreaterThan(5);
  expect(verifyStrategy(seen).trades).toBe(seen.fills.length + seen.receipts.length);
  // Whoever changes a figure by a unit is found, and whoever leaves out a step.
  const change = (part: 'receipts' | 'cuts', of: (row: never) => object) => {
    return { ...seen, [part]: seen[part].map((row) => ({ ...row, ...of(row as never) })) };
  };
  const atCut = (news: object) =>
    change('cuts', ({ contracts }: StrategyFile['cuts'][number]) => ({
      contracts: contracts.map((one) => ({ ...one, ...news })),
    }));
  const broken: StrategyFile[] = [
    { ...seen, receipts: seen.receipts.slice(0, -1) },
    { ...seen, receipts: seen.receipts.filter(({ kind }) => kind !== 'financed') },
    change('receipts', ({ amount }: { amount: string }) => ({ amount: `${amount}1` })),
    change('receipts', ({ spread }: { spread: string }) => ({ spread: `${spread}.1` })),
    change('receipts', () => ({ indexPrice: '90000' })),
    atCut({ gain: '0' }),
    atCut({ price: '1' }),
    atCut({ quantity: '0.00000001' }),
    change('cuts', () => ({ contracts: [] })),
    { ...seen, terms: Object.fromEntries(Object.keys(seen.terms).map((key) => [key, {}])) },
  ];
  for (const one of broken) expect(() => verifyStrategy(one)).toThrow();
}, 240_000);

it('EARN-104 CFDS-143 contracts of a strategy that are priced in another currency are counted in USDT, as an outsider computes it', async () => {
  const { must } = realm;
  const conversion = { conversionIndex: 'ETH-USDT', conversionWay: 'times' } as const;
  const terms = CONTRACTS.find(({ symbol }) => symbol === 'BTCUSDT-CFD')!;
  await must(OWNER.setup, 'listCfd', { ...terms, symbol: 'BTCEUR-CFD', ...conversion });
  await around.quote(90_000, 1.1);
  const margin = { asset: 'USDT', from: 'currency', to: 'contract', amount: '5000' };
  await must(ACCOUNT, 'transferFunds', margin);
  const order = { contract: 'BTCEUR-CFD', kind: 'market', leverage: 5, policyLeverage: 5 } as const;
  await must(ACCOUNT, 'placeCfdOrder', { ...order, side: 'sell', lots: '0.07' });
  await must(ACCOUNT, 'placeCfdOrder', { ...order, side: 'buy', lots: '0.02' });
  await around.quote(90_000.07, 1.13);
  await around.nextDay(90_123.45, 1.1234567);
  const { id } = realm.machines.cfd.state.positionsOf(ACCOUNT)[0]!;
  await must(ACCOUNT, 'closeCfdPositions', { positionId: id, lots: '0.03' });
  await around.quote(89_500.01, 1.0987654);
  await around.nextDay(89_321.09, 1.2345678);
  realm.audit();
  await realm.restart();
  const seen = await file();
  expect(verifyStrategy(seen).cuts).toBe(2);
  expect(seen.receipts.map(({ kind }) => kind).toSorted()).toEqual([
    ...['closed', 'financed', 'financed', 'financed', 'financed', 'opened', 'opened'],
  ]);
  const info = await around.visitor()('getStrategyInfo', { product, limit: 10 });
  expect(strategyCalls.getStrategyInfo.output.parse(info)).toEqual(info);
  const page = await around.visitor()('getStrategyContracts', { product, limit: 100 });
  expect(strategyCalls.getStrategyContracts.output.parse(page)).toEqual(page);
  // What is said of the conversion, or by which tick, is never another.
  const named = 'BTCEUR-CFD 1';
  const listed = seen.terms[named]!;
  const { conversionIndex: _i, conversionWay: _w, ...plain } = listed as typeof conversion;
  const { ticks } = seen;
  const later = Math.max(...seen.cuts.flatMap(({ contracts }) => contracts[0]!.conversionTick!));
  const without = { conversionTick: undefined, conversionPrice: undefined } as never;
  const others: (readonly [object, string])[] = [
    [without, 'is ETH-USDT'],
    [{ conversionTick: 1 }, 'tick 1 of ETH-USDT is not there'],
    [{ conversionPrice: '1.2' }, 'is not the tick'],
  ];
  const broken: [StrategyFile, string][] = [
    ...others.flatMap(([news, reason]): [StrategyFile, string][] => [
      [{ ...seen, receipts: seen.receipts.map((one) => ({ ...one, ...news })) }, reason],
      [
        {
          ...seen,
          cuts: seen.cuts.map((cut) => ({
            ...cut,
            contracts: cut.contracts.map((one) => ({ ...one, ...news })),
          })),
        },
        reason,
      ],
    ]),
    [{ ...seen, terms: { [named]: { ...listed, conversionWay: 'over' } } }, 'was not charged'],
    [{ ...seen, terms: { [named]: plain } }, 'is nothing'],
    [{ ...seen, ticks: { ...ticks, [`ETH-USDT ${later}`]: '1.2' } }, 'is not the tick'],
  ];
  for (const [one, reason] of broken) expect(() => verifyStrategy(one)).toThrow(reason);
});

it('EARN-101 EARN-103 EARN-105 EARN-106 contracts rest on margin of their own, and what cannot be covered, kept or paid is sold', async () => {
  const { must, machines, clock } = realm;
  const usdt = machines.markets.assetId('USDT')!;
  const { money } = machines.strategies;
  const offer = async (side: 'buy' | 'sell', quantity: string, limitPrice: string) => {
    const order = { market: 'BTCUSDT', side, type: 'limit', quantity, limitPrice } as const;
    expect(await realm.place(users[3]!, order)).toMatchObject({ ok: true });
  };
  const take = async () => {
    await realm.send(users[3]!, 'cancelAllOrders', {});
    for (let i = 0; i < 4; i += 1) await tick(90_000, 3_000);
  };
  const btc = () => pairs()[0]!;
  await take();
  // Nothing is bought at a price that the two fees, the spread and the nights would take.
  await offer('sell', '0.01', '89700');
  for (let i = 0; i < 3; i += 1) await tick(90_000, 3_000);
  expect(btc().short).toBe(0n);
  await offer('sell', '0.02', '89500');
  for (let i = 0; i < 5; i += 1) await tick(90_000, 3_000);
  await take();
  expect([btc().coins, btc().short]).toEqual([1_998_000n, 2_000_000n]);
  // Half of what the contracts are worth is in their wallet; what waits for a cut is elsewhere.
  await around.subscribe(product, users[0]!, '700');
  const half = Number(money.margin(ACCOUNT, usdt)) / 1e8;
  expect(Math.abs(half - 900)).toBeLessThan(100);
  expect(money.waiting(ACCOUNT, usdt)).toBe(700n * 10n ** 8n);
  realm.audit();
  // Without a young price it has no orders.
  clock.advance(20_000);
  await bot.look(clock.now());
  expect([...machines.orders.state.open()].filter(({ userId }) => userId === ACCOUNT)).toEqual([]);
  // It is nobody's favourite: the limit of the house holds for it, and other accounts have none.
  const order = { contract: 'BTCUSDT-CFD', side: 'sell', kind: 'market', lots: '0.01' };
  const place = (actor: number) =>
    realm.send(actor, 'placeCfdOrder', { ...order, leverage: 5, policyLeverage: 5 });
  expect(await place(OWNER.earnStrategy)).toMatchObject({ refusal: 'notAllowed' });
  const terms = CONTRACTS.find(({ symbol }) => symbol === 'BTCUSDT-CFD')!;
  await must(OWNER.setup, 'setCfdTerms', { ...terms, maxNetLots: '0.02' });
  await must(users[2]!, 'transferFunds', {
    ...{ asset: 'USDT', from: 'currency', to: 'contract', amount: '1000' },
  });
  for (const actor of [ACCOUNT, users[2]!]) {
    expect(await place(actor)).toMatchObject({ refusal: 'notAvailable' });
  }
  await offer('sell', '0.01', '89000');
  await tick(90_000, 3_000);
  await tick(90_000, 3_000);
  expect(btc().coins).toBe(1_998_000n);
  await take();
  // Coins without a contract are sold at once, for no less than the rules say.
  await must(OWNER.setup, 'fundHouse', { owner: ACCOUNT, asset: 'BTC', amount: '0.03' });
  await offer('buy', '1', '89400');
  for (let i = 0; i < 3; i += 1) await tick(90_000, 3_000);
  expect(btc().coins).toBe(4_998_000n);
  await offer('buy', '1', '89600');
  for (let i = 0; i < 3; i += 1) await tick(90_000, 3_000);
  await take();
  expect(btc()).toMatchObject({ coins: 2_000_000n, short: 2_000_000n });
  await must(OWNER.setup, 'setCfdTerms', terms);
  // What redemptions need is sold at once, and nothing is bought meanwhile.
  const look = {
    rules: around.orders().realm.rules('BTCUSDT')!,
    contract: contractDesk(realm.engine, around.orders() as never).contract('BTCUSDT-CFD')!,
    ...{ coin: 2_000_000n, short: 2_000_000n, value: 10n ** 13n, isOld: false, isPaused: false },
    isWaiting: false,
  };
  const needing = (needed: bigint) => pairOrders({ ...look, cash: 10n ** 11n, needed });
  expect(needing(0n).map(({ side, now }) => [side, now])).toEqual([
    ['buy', false],
    ['sell', false],
  ]);
  expect(needing(10n ** 11n).map(({ side, now }) => [side, now])).toEqual([['sell', false]]);
  const [sold, ...others] = needing(10n ** 11n + 500n * 10n ** 8n);
  expect([sold?.side, sold?.now, others]).toEqual(['sell', true, []]);
  expect((sold!.lots * 89_560) / 1e5).toBeGreaterThan(500);
  expect((sold!.lots * 89_560) / 1e5).toBeLessThan(505);
  // A price that runs away closes contracts out; they are sold again, with more margin.
  const before = machines.strategies.worthNow(machines.strategies.get(product)!)!;
  for (let i = 0; i < 3; i += 1) {
    clock.advance(2_000);
    await around.quote(130_000, 3_000);
  }
  expect([btc().coins, btc().short]).toEqual([2_000_000n, 0n]);
  const after = machines.strategies.worthNow(machines.strategies.get(product)!)!;
  expect(before - after).toBeLessThan(10n ** 9n);
  // An hour after the refusal it may.
  await tick(130_000, 3_000, HOUR);
  for (let i = 0; i < 4; i += 1) await tick(130_000, 3_000);
  expect(btc()).toMatchObject({ coins: 2_000_000n, short: 2_000_000n });
  // Nights that the purchase has not paid for are not waited for.
  await offer('buy', '1', '129500');
  for (let i = 0; i < 3; i += 1) await tick(130_000, 3_000);
  expect(btc().short).toBe(2_000_000n);
  await tick(130_000, 3_000, 3 * DAY);
  for (let i = 0; i < 6; i += 1) await tick(130_000, 3_000);
  expect(btc()).toMatchObject({ coins: 0n, short: 0n });
  await realm.send(users[3]!, 'cancelAllOrders', {});
  realm.audit();
});
