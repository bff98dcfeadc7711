import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { Field } from '@assay/core/order/life/trade-layout';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { settableClock } from '@assay/platform/clock';
import { migrate } from '@assay/platform/db/migrate';
import type { Fact, Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import {
  createEngine,
  createRealmMachines,
  machineOf,
  type RealmMachines,
} from '../../apps/server/realm.ts';
import { ordersPart } from './account-part.ts';
import { allLevels } from './machine/levels.ts';
import { PublishedBook } from './published-book.ts';
import { PrepaidMachine } from './testing/prepaid/machine.ts';
import { prepaid } from './testing/prepaid/part.ts';

const START = 1_763_640_000_000;
const USERS = [1000, 1001, 1002, 1003];
const SPOT_MARKET = {
  ...{ symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', maxPrice: '150', maxQuantity: '50' },
  ...{ tickSize: '0.01', stepSize: '0.0001', minQuantity: '0.0001' },
  ...{ minNotional: '0.01', maxNotional: '5000', makerFeePpm: 777, takerFeePpm: 1333 },
};
const CONTRACT = { ...SPOT_MARKET, symbol: 'BTCUSDT-PRE', product: 'prepaid' };
const MAKER = 777n;
const TAKER = 1333n;
const PPM = 1_000_000n;
/** Units of 1e-8 in one tick of one lot, and what a lot of the contract pays out. */
const TICK_LOT = 100n;
const CAP = 15_000n * TICK_LOT;
const LOT = 10_000n;

type Sent = readonly [type: string, actor: number, body: object];

const SET_UP: readonly Sent[] = [
  ...['USDT', 'BTC'].map((symbol): Sent => ['listAsset', OWNER.setup, { symbol, name: symbol }]),
  ['listMarket', OWNER.setup, SPOT_MARKET],
  ['listMarket', OWNER.setup, CONTRACT],
  ['recordPrices', OWNER.feeds, { prices: [{ index: 'BTC-USDT', price: '100', n: 1 }] }],
  ...USERS.map((userId): Sent => {
    const amounts = { USDT: '30000', BTC: '150' };
    const grants = Object.entries(amounts).map(([asset, amount]) => ({ asset, amount }));
    return ['openVirtualAccount', userId, { userId, grants }];
  }),
];

/** A random command; `open`: ids of the open orders of all users. */
function command(dice: Dice, open: readonly number[]): Sent {
  const actor = dice.pick(USERS);
  const price = () => `${(9_800 + dice.int(0, 400)) / 100}`;
  const market = dice.pick(['BTCUSDT', 'BTCUSDT-PRE', 'BTCUSDT-PRE']);
  const side = dice.pick(['buy', 'sell']);
  const quantity = `${dice.int(1, 60_000) / 10_000}`;
  const selfTrade = dice.pick(['none', 'none', 'expireMaker', 'decrement', 'expireBoth']);
  const order = { market, side, quantity, selfTrade };
  const kind = dice.int(0, 99);
  const orderId = open.length === 0 ? 1 : dice.pick(open);
  if (kind < 14) return ['cancelOrder', actor, { orderId }];
  if (kind < 26) return ['amendOrder', actor, { orderId, quantity, limitPrice: price() }];
  if (kind < 34) {
    const [limitPrice, triggerPrice] = [price(), price()];
    return ['placeOco', actor, { ...order, limitPrice, triggerPrice }];
  }
  if (kind < 36) {
    const product = dice.pick(['spot', 'prepaid']);
    return ['cancelAllOrders', actor, dice.pick([{ market }, { product }])];
  }
  const place = (more: object): Sent => ['placeOrder', actor, { ...order, ...more }];
  if (kind < 46) return place({ type: 'market' });
  if (kind < 50) return place({ type: 'market', quantity: undefined, quoteAmount: '123.45' });
  if (kind < 58) return place({ type: 'stopMarket', triggerPrice: price() });
  const limit = { type: 'limit', limitPrice: price() };
  if (kind < 62) return place({ ...limit, postOnly: true });
  if (kind < 70) return place({ ...limit, timeInForce: dice.pick(['ioc', 'fok']) });
  return place(limit);
}

const up = (exact: bigint) => (exact + PPM - 1n) / PPM;

/** Balances, positions and fees computed from trades alone, with plain objects and bigints. */
class Reckoning {
  readonly wealth = new Map<string, bigint>();
  readonly positions = new Map<number, bigint>();
  readonly feesExact = new Map<number, bigint>();
  fees = 0n;
  pool = 0n;

  add(key: string, change: bigint): void {
    this.wealth.set(key, (this.wealth.get(key) ?? 0n) + change);
  }

  trade(market: number, user: number, order: number, buys: boolean, terms: bigint[]): void {
    const [ticks, lots, ppm] = terms as [bigint, bigint, bigint];
    const value = ticks * lots * TICK_LOT;
    const before = this.feesExact.get(order) ?? 0n;
    const fee = up(before + value * ppm) - up(before);
    this.feesExact.set(order, before + value * ppm);
    this.fees += fee;
    this.add(`${user} USDT`, -fee);
    if (market === 1) {
      this.add(`${user} USDT`, buys ? -value : value);
      this.add(`${user} BTC`, (buys ? lots : -lots) * LOT);
      return;
    }
    const paid = buys ? value : CAP * lots - value;
    const had = this.positions.get(user) ?? 0n;
    const against = buys ? -had : had;
    const closed = against <= 0n ? 0n : against < lots ? against : lots;
    this.positions.set(user, had + (buys ? lots : -lots));
    this.add(`${user} USDT`, CAP * closed - paid);
    this.pool += paid - CAP * closed;
  }
}

/** A realm with both products, and the reckoning beside it. */
class Pair {
  readonly machines = createRealmMachines('demo', [prepaid]);
  readonly prepaid = machineOf(this.machines, PrepaidMachine);
  readonly sequencer = new Sequencer(this.machines);
  readonly reckoning = new Reckoning();
  trades = 0;
  #row = 0;

  send([type, actor, body]: Sent): Outcome {
    const outcome = this.sequencer.decide(type, actor, body, START);
    const { trades } = this.machines.orders.state;
    for (; this.#row < trades.count; this.#row += 1) this.#take(this.#row);
    this.sequencer.audit();
    return outcome;
  }

  endBatch(): Fact[] {
    this.#row = 0;
    for (const machine of this.sequencer.list) for (const writer of machine.writers) writer.drain();
    return this.sequencer.list.flatMap((machine) => machine.takeFacts());
  }

  #take(row: number): void {
    const { trades } = this.machines.orders.state;
    const get = (field: Field) => trades.get(row, field);
    const terms = [BigInt(get(Field.ticks)), BigInt(get(Field.lots))];
    const [market, takerBuys] = [get(Field.market), get(Field.takerSide) === 0];
    const taker = [get(Field.takerUser), get(Field.takerOrder)] as const;
    const maker = [get(Field.makerUser), get(Field.makerOrder)] as const;
    this.reckoning.trade(market, ...taker, takerBuys, [...terms, TAKER]);
    this.reckoning.trade(market, ...maker, !takerBuys, [...terms, MAKER]);
    if (market === 2) this.trades += 1;
  }

  compare(): void {
    const { ledger } = this.machines.ledger;
    const slot = (owner: number, asset: number, wallet: 0 | 1 = WALLET.currency) =>
      ledger.find(accountId(owner, wallet, asset));
    const { reckoning } = this;
    const held = this.#holds();
    for (const user of USERS) {
      for (const [asset, symbol, start] of [
        [1, 'USDT', 3_000_000_000_000n],
        [2, 'BTC', 15_000_000_000n],
      ] as const) {
        const at = slot(user, asset);
        const wealth = start + (reckoning.wealth.get(`${user} ${symbol}`) ?? 0n);
        same(ledger.available(at) + ledger.held(at), wealth);
        same(ledger.held(at), held.get(`${user} ${symbol}`) ?? 0n);
      }
      const lots = this.prepaid.positions.get(user, 2)?.lots ?? 0;
      same(BigInt(lots), reckoning.positions.get(user) ?? 0n);
    }
    const fees = ledger.available(slot(OWNER.fees, 1)) + ledger.available(slot(OWNER.rounding, 1));
    same(fees, reckoning.fees);
    same(ledger.available(slot(OWNER.optionsEscrow, 1, WALLET.contract)), reckoning.pool);
  }

  /** What open orders must hold by their terms, by user and asset. */
  #holds(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const order of this.machines.orders.state.open()) {
      const [buys, spot] = [order.side === 0, order.market === 1];
      const asset = spot && !buys ? 'BTC' : 'USDT';
      const left = BigInt(order.remaining);
      const exact = this.reckoning.feesExact.get(order.id) ?? 0n;
      const waits = order.status === 0;
      const slip = Math.floor((order.trigger * order.slippagePpm) / 1_000_000);
      const ticks = waits ? order.trigger + (buys ? slip : -slip) : order.limit;
      const value = BigInt(ticks) * left * TICK_LOT;
      const fee = waits ? up(value * TAKER) : up(exact + value * MAKER) - up(exact);
      let hold = (buys ? value : CAP * left - value) + fee;
      if (spot && !buys) hold = left * LOT;
      // The stop of an OCO holds only what the limit order does not hold already.
      if (waits && order.other !== 0) {
        const beside = BigInt(this.machines.orders.state.orderAt(order.other).held);
        hold = hold > beside ? hold - beside : 0n;
      }
      same(BigInt(order.held), hold);
      const key = `${order.userId} ${asset}`;
      sums.set(key, (sums.get(key) ?? 0n) + hold);
    }
    return sums;
  }
}

function same(got: bigint, wanted: bigint): void {
  if (got !== wanted) expect(got).toBe(wanted);
}

const openIds = ({ orders }: RealmMachines) => Array.from(orders.state.open(), ({ id }) => id);

describe('a second product on a book', () => {
  it.each([1, 2])(
    'ORDR-001 ORDR-002 beside spot, as reckoned, seed %i',
    (seed) => {
      const pair = new Pair();
      for (const one of SET_UP) expect(pair.send(one).refusal).toBeUndefined();
      const dice = createDice(seed);
      for (let i = 0; i < 2_000; i += 1) {
        pair.send(command(dice, openIds(pair.machines)));
        pair.compare();
        if (i % 5 === 0) pair.endBatch();
      }
      expect(pair.trades).toBeGreaterThan(300);
      const settle: Sent = ['settlePrepaid', OWNER.setup, { market: 'BTCUSDT-PRE' }];
      expect(pair.send(settle).refusal).toBe('stillTrading');
      const halt = { market: 'BTCUSDT-PRE', status: 'halted' };
      pair.send(['setMarketStatus', OWNER.setup, halt]);
      expect(pair.send(settle)).toMatchObject({ ticks: 10_000 });
      expect(pair.prepaid.positions.size).toBe(0);
    },
    120_000,
  );

  it('ORDR-003 refuses a listing whose largest order would pay out too much', () => {
    const pair = new Pair();
    for (const one of SET_UP.slice(0, 2)) pair.send(one);
    const body = { ...CONTRACT, maxPrice: '1000000', maxQuantity: '10000000' };
    const refusal = { refusal: 'badListing', detail: { field: 'maxQuantity' } };
    expect(pair.send(['listMarket', OWNER.setup, body])).toEqual(refusal);
  });

  it('ORDR-020 has its book and its orders published as spot has', () => {
    const pair = new Pair();
    for (const one of SET_UP) pair.send(one);
    const dice = createDice(5);
    const book = new PublishedBook();
    const part = ordersPart({ name: 'demo', rulesById: () => undefined });
    const delta: Parameters<typeof part.add>[0] = {};
    for (let i = 0; i < 400; i += 1) {
      pair.send(command(dice, openIds(pair.machines)));
      for (const fact of pair.endBatch()) {
        part.add(delta, fact);
        if (fact.type !== 'bookChanged' || fact.market !== 'BTCUSDT-PRE') continue;
        book.apply(fact.levels);
      }
      const market = pair.machines.orders.market('BTCUSDT-PRE');
      const whole = new PublishedBook();
      if (market !== undefined) whole.reset(allLevels(market));
      expect(book.depth(500)).toEqual(whole.depth(500));
    }
    const orders = delta.orders?.filter(({ market }) => market === 'BTCUSDT-PRE') ?? [];
    const fills = delta.fills?.filter(({ market }) => market === 'BTCUSDT-PRE') ?? [];
    expect(orders.length).toBeGreaterThan(100);
    expect(fills.length).toBeGreaterThan(50);
  });

  it('ORDR-010 goes on with the same state after a stop and after a kill', async () => {
    const db = await createTestDatabase();
    await migrate(db, engineTables([prepaid]));
    const clock = settableClock(START);
    const make = () => createEngine({ realm: 'demo', db, clock, log: silentLog, parts: [prepaid] });
    let engine = make();
    await engine.start();
    const pair = new Pair();
    const dice = createDice(9);
    let sent = 0;
    const both = async (one: Sent) => {
      pair.send(one);
      const [type, actor, body] = one;
      sent += 1;
      await insist(() => engine.submitAny({ type, actor, body, id: `c${sent}` }));
    };
    for (const one of SET_UP) await both(one);
    for (let round = 0; round < 6; round += 1) {
      for (let i = 0; i < 50; i += 1) await both(command(dice, openIds(pair.machines)));
      if (round % 2 === 0) {
        await db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
      } else {
        await engine.stop();
        engine = make();
        await engine.start();
        engine.audit();
      }
      await both(['cancelAllOrders', USERS[round % 4] as number, { market: 'BTCUSDT' }]);
      expect(engine.sequencer.stateHash()).toBe(pair.sequencer.stateHash());
    }
    expect(machineOf(engine.machines, PrepaidMachine).positions.size).toBeGreaterThan(1);
    await engine.stop();
    await db.drop();
  }, 60_000);
});
