import { OWNER, WALLET } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { beforeEach, describe, expect, it } from 'vitest';
import { listing } from '../testing/listings.ts';
import { ALICE, BOB, CfdRealm, CONTRACT, oneSession } from './cfd.suite.ts';
import type { Hedge } from './hedge.ts';

let realm: CfdRealm;
beforeEach(() => {
  realm = new CfdRealm();
  realm.tick(100);
});

describe('orders at market', () => {
  it('CFDS-020 are filled at the next tick, at its ask or bid, whether better or worse', () => {
    const worse = realm.place();
    expect(worse).toMatchObject({ held: '10.1', ended: '' });
    expect(realm.position(worse.id as number)).toBeUndefined();
    const better = realm.place({ side: 'sell' }, BOB);
    realm.endBatch();
    realm.tick(110);
    expect(realm.position(worse.id as number)?.entry).toBe(111e8);
    expect(realm.position(better.id as number)?.entry).toBe(109e8);
    expect(realm.receipts()).toMatchObject([
      {
        kind: 'opened',
        why: 'market',
        price: '111',
        tick: 2,
        indexPrice: '110',
        spread: '2',
        margin: '11.1',
      },
      {
        kind: 'opened',
        why: 'market',
        price: '109',
        tick: 2,
        indexPrice: '110',
        spread: '2',
        margin: '10.9',
      },
    ]);
    expect(realm.funds()).toBe('9988.9/11.1');
  });

  it('CFDS-021 end unfilled when the next tick is worse than the bound, and are filled at it', () => {
    const ids = ['4.99', '5'].map((slippage) => realm.place({ slippage }).id as number);
    const sold = realm.place({ side: 'sell', slippage: '1' }).id as number;
    realm.endBatch();
    realm.tick(105);
    expect(ids.map((id) => realm.position(id)?.entry)).toEqual([undefined, 106e8]);
    expect(realm.position(sold)?.entry).toBe(104e8);
    const [ended] = realm.receipts();
    expect(ended).toMatchObject({ kind: 'ended', why: 'worsePrice', worst: '105.99', price: '' });
    realm.tick(90);
    expect(realm.cfd.state.tables.orders.size).toBe(0);
  });

  it('CFDS-024 a fill that the account cannot carry ends the order', () => {
    const poor = new CfdRealm({ funds: '10.2' });
    poor.tick(100);
    expect(poor.place({ lots: '1.02' }).refusal).toBe('insufficientBalance');
    poor.place();
    poor.endBatch();
    poor.tick(103);
    expect(poor.receipts()).toMatchObject([{ kind: 'ended', why: 'insufficientBalance' }]);
    expect(poor.funds()).toBe('10.2/0');
  });

  it('CFDS-025 in a netted account an order closes the oldest of the other direction first', () => {
    expect(realm.send(ALICE, 'setCfdMode', { mode: 'netted' })).toEqual({ mode: 'netted' });
    const first = realm.opened(100);
    const second = realm.opened(100, { lots: '2' });
    expect(realm.send(ALICE, 'setCfdMode', { mode: 'hedged' }).refusal).toBe('positionsOpen');
    realm.opened(110, { side: 'sell', lots: '1.5' });
    expect(realm.position(first)).toBeUndefined();
    expect(realm.position(second)?.lots).toBe(150_000_000n);
    // 1.5 lots from 101 to 109.
    expect(realm.funds()).toBe('9996.85/15.15');
    const turned = realm.opened(100, { side: 'sell', lots: '2' });
    expect(realm.position(turned)).toMatchObject({ side: -1, lots: 50_000_000n, entry: 99e8 });
    expect(realm.cfd.state.tables.positions.size).toBe(1);
  });

  it('CFDS-026 what exceeds the published exposure is refused, for everybody alike', () => {
    const small = new CfdRealm({ listings: [listing({ maxNetLots: '3' })] });
    small.tick(100);
    small.opened(100, { lots: '2' });
    for (const user of [ALICE, BOB]) {
      expect(small.place({ lots: '1.01' }, user).refusal).toBe('notAvailable');
    }
    small.opened(100, { lots: '1' }, BOB);
    small.opened(100, { side: 'sell', lots: '6' }, BOB);
    // Both were accepted while there was room for one.
    const ids = [ALICE, BOB].map((user) => small.place({ lots: '4' }, user).id as number);
    small.tick(100);
    expect(ids.map((id) => small.position(id)?.entry)).toEqual([101e8, undefined]);
  });

  it('CFDS-027 beyond its own exposure the house takes what is hedged, at the price of everybody', () => {
    const room = new Map([[1, 2n * 10n ** 8n]]);
    const hedge: Hedge = { room: (_, side) => room.get(side) ?? 0n };
    const terms = [listing({ maxNetLots: '3' })];
    const [alone, hedged] = [{}, { hedge }].map((by) => new CfdRealm({ listings: terms, ...by }));
    const entries = [alone!, hedged!].map((one) => {
      one.tick(100);
      const live = one.cfd.state.bySymbol.get(CONTRACT)!;
      const left = [1, -1].map((side) => one.cfd.availableLots(live, side as 1 | -1));
      const id = one.opened(100, { lots: '3' });
      return [left, one.position(id)?.entry, one.place({ lots: '2' }, BOB).refusal];
    });
    expect(entries).toEqual([
      [[3n, 3n].map((lots) => lots * 10n ** 8n), 101e8, 'notAvailable'],
      [[5n, 3n].map((lots) => lots * 10n ** 8n), 101e8, undefined],
    ]);
    hedged!.tick(100);
    // One price for what the house keeps and for what is hedged; nothing more is taken.
    expect(hedged!.cfd.state.positionsOf(BOB)[0]?.entry).toBe(101e8);
    expect(hedged!.place({ lots: '0.01' }).refusal).toBe('notAvailable');
    expect(hedged!.place({ side: 'sell', lots: '8' }).refusal).toBeUndefined();
    // Whoever hedges goes: what is open stays, and nothing is added.
    room.clear();
    expect(hedged!.place({ lots: '0.01' }, BOB).refusal).toBe('notAvailable');
  });

  it('CFDS-026 what the account of the house does not cover is refused', () => {
    const poor = new CfdRealm({ house: '5' });
    poor.tick(100);
    // One percent of the value of five lots is what the house has.
    expect(poor.place({ lots: '5.01' }).refusal).toBe('notAvailable');
    poor.opened(100, { lots: '2' });
    poor.tick(104);
    expect(poor.place({ lots: '0.01' }, BOB).refusal).toBe('notAvailable');
    expect(poor.place({ lots: '0.01', side: 'sell' }, BOB).refusal).toBe('notAvailable');
  });
});

describe('orders that wait', () => {
  it('CFDS-023 are filled at the price of the tick that reaches theirs', () => {
    const limit = realm.place({ kind: 'limit', price: '95' }).id as number;
    const stop = realm.place({ kind: 'stop', price: '106', slippage: '3' }).id as number;
    const missed = realm.place({ kind: 'stop', price: '107', slippage: '1' }).id as number;
    realm.tick(94.01);
    expect(realm.position(limit)).toBeUndefined();
    realm.tick(93);
    expect(realm.position(limit)?.entry).toBe(94e8);
    realm.tick(108);
    expect(realm.position(stop)?.entry).toBe(109e8);
    expect(realm.position(missed)).toBeUndefined();
    expect(realm.cfd.state.tables.orders.size).toBe(0);
  });

  it('CFDS-023 expire, and are cancelled by their owner only', () => {
    const expiresAt = realm.now + 2_000;
    const id = realm.place({ kind: 'limit', price: '95', expiresAt }).id as number;
    const other = realm.place({ kind: 'limit', price: '95' }).id as number;
    expect(realm.funds()).toBe('9981/19');
    expect(realm.send(BOB, 'cancelCfdOrder', { orderId: id }).refusal).toBe('unknownOrder');
    realm.endBatch();
    expect(realm.send(ALICE, 'cancelCfdOrder', { orderId: other })).toMatchObject({
      ended: 'cancelled',
    });
    realm.tick(90, 2_000);
    expect(realm.receipts()).toMatchObject([{ why: 'cancelled' }, { id, why: 'expired' }]);
    expect(realm.funds()).toBe('10000/0');
  });
});

describe('closing', () => {
  it('CFDS-030 closes one, a part, a side, or all, at the next tick', () => {
    const [a, b] = [realm.opened(100), realm.opened(100, { lots: '2' })];
    const c = realm.opened(100, { side: 'sell' });
    expect(realm.close({ positionId: b, lots: '0.5' })).toEqual({ closing: [b] });
    expect(realm.close({ positionId: b }).refusal).toBe('nothingToClose');
    expect(realm.close({}, BOB).refusal).toBe('nothingToClose');
    expect(realm.close({ positionId: a }, BOB).refusal).toBe('unknownPosition');
    realm.tick(100);
    expect(realm.position(b)?.lots).toBe(150_000_000n);
    expect(realm.close({ side: 'buy' })).toEqual({ closing: [a, b] });
    realm.tick(100);
    expect([a, b, c].map((id) => realm.position(id)?.lots)).toEqual([undefined, undefined, ONE]);
    expect(realm.close()).toEqual({ closing: [c] });
    realm.tick(100);
    // Two, four and two lots lost the spread of 2 once each.
    expect(realm.funds()).toBe('9992/0');
    expect(realm.funds(OWNER.cfd, WALLET.currency)).toBe('1000008/0');
  });

  it('CFDS-030 a closing at a worse price than the bound is not made', () => {
    const id = realm.opened(100);
    realm.close({ positionId: id, slippage: '0.5' });
    realm.endBatch();
    realm.tick(99.4);
    expect(realm.position(id)?.closing).toBe(0n);
    expect(realm.receipts()).toMatchObject([{ kind: 'ended', why: 'worsePrice', worst: '98.5' }]);
  });
});

const ONE = 100_000_000n;

describe('what positions close themselves by', () => {
  it('CFDS-031 is met at the price of the tick that reaches it, and not before it was set', () => {
    const a = realm.opened(100, { takeProfit: '110', stopLoss: '95' });
    const b = realm.opened(100, { takeProfit: '110', stopLoss: '95', side: 'buy' });
    expect(realm.protect(b, { stopLoss: '97.5' }).refusal).toBeUndefined();
    realm.endBatch();
    realm.tick(98);
    expect([a, b].map((id) => realm.position(id) !== undefined)).toEqual([true, false]);
    realm.tick(113);
    expect(realm.receipts()).toMatchObject([
      { id: b, why: 'stopLoss', price: '97', amount: '-4' },
      { id: a, why: 'takeProfit', price: '112', amount: '11' },
    ]);
  });

  it('CFDS-031 refuses what is on the wrong side of the price', () => {
    const id = realm.opened(100);
    for (const wrong of [
      ...[{ stopLoss: '99' }, { takeProfit: '99' }, { takeProfit: '99.999' }, { trailing: '99' }],
      ...[{ stopLoss: '98', trailing: '1' }, { guaranteed: true }, { guaranteed: 1 }],
      { stopLoss: '98.02', guaranteed: true },
    ]) {
      expect(realm.protect(id, wrong).refusal, JSON.stringify(wrong)).toBe('badProtection');
    }
    expect(realm.protect(id, {}, BOB).refusal).toBe('unknownPosition');
  });

  it('CFDS-032 a trailing stop follows the best price and closes when it comes back', () => {
    const long = realm.opened(100, { trailing: '5' });
    const short = realm.opened(100, { side: 'sell', trailing: '5' });
    realm.endBatch();
    for (const price of [104, 108, 103.01]) realm.tick(price);
    expect([long, short].map((id) => realm.position(id) !== undefined)).toEqual([true, false]);
    realm.tick(103);
    expect(realm.receipts()).toMatchObject([
      { id: short, why: 'trailingStop', price: '109' },
      { id: long, why: 'trailingStop', price: '102' },
    ]);
    expect(realm.cfd.state.tables.peaks.size).toBe(0);
  });

  it('CFDS-033 a guaranteed stop closes at exactly its price; its premium is in escrow', () => {
    const escrow = () => realm.funds(OWNER.cfd, WALLET.contract);
    const fired = realm.opened(100, { stopLoss: '95', guaranteed: true });
    const kept = realm.opened(100, { stopLoss: '90', guaranteed: true }, BOB);
    expect(escrow()).toBe('0.202/0');
    realm.protect(kept, { stopLoss: '80', guaranteed: true }, BOB);
    expect(escrow()).toBe('0.202/0');
    realm.protect(kept, { stopLoss: '80' }, BOB);
    expect([escrow(), realm.funds(BOB)]).toEqual(['0.101/0', '9989.9/10.1']);
    realm.endBatch();
    realm.tick(70);
    expect(realm.receipts()).toMatchObject([
      { id: fired, why: 'guaranteedStop', price: '95', amount: '-6', premium: '0.101' },
      { id: kept, why: 'stopLoss', price: '69', amount: '-32' },
    ]);
    expect(escrow()).toBe('0/0');
    expect(realm.funds(OWNER.cfd, WALLET.currency)).toBe('1000038.101/0');
  });

  it('CFDS-035 no guarantee is sold or tightened against a price that is old, and one can be given up', () => {
    const none = realm.opened(100, { stopLoss: '90' });
    const has = realm.opened(100, { stopLoss: '90', guaranteed: true });
    const both = (change: object) => [none, has].map((id) => realm.protect(id, change).refusal);
    realm.now = realm.tickedAt + 3_000;
    // The feed is silent, and elsewhere the price has fallen to the stop.
    expect(both({ stopLoss: '95', guaranteed: true })).toEqual(['stalePrice', 'stalePrice']);
    expect(realm.protect(none, { stopLoss: '95' }).refusal).toBeUndefined();
    expect(realm.protect(has, { stopLoss: '90', guaranteed: true }).refusal).toBeUndefined();
    expect(realm.protect(has, { stopLoss: '85', guaranteed: true }).refusal).toBeUndefined();
    expect(realm.protect(has, { stopLoss: '95' }).refusal).toBeUndefined();
    expect(realm.funds(OWNER.cfd, WALLET.contract)).toBe('0/0');
    realm.tick(100);
    realm.now = realm.tickedAt + 2_998;
    expect(both({ stopLoss: '95', guaranteed: true })).toEqual([undefined, undefined]);
  });

  it('CFDS-033 a guaranteed order that the next tick brings too close to its stop is not filled', () => {
    const { id } = realm.place({ stopLoss: '95', guaranteed: true });
    realm.tick(96.5);
    expect(realm.position(id as number)).toBeUndefined();
    expect(realm.funds()).toBe('10000/0');
  });
});

it('CFDS-034 while the session is closed nothing is filled, and what waits goes first after it', () => {
  const start = realm.now;
  const sessions = oneSession({ opensAt: 0, closesAt: start + 100_000 });
  const closing = new CfdRealm({ sessions });
  closing.tick(100);
  const id = closing.opened(100, { stopLoss: '90' });
  closing.now = start + 100_000;
  expect(closing.place().refusal).toBe('marketClosed');
  const limit = closing.place({ kind: 'limit', price: '95' });
  closing.close({ positionId: id });
  closing.endBatch();
  closing.tick(50);
  expect(closing.receipts()).toEqual([]);
  expect(closing.position(id)?.closing).toBe(ONE);
  expect(limit.refusal).toBeUndefined();
});

it('CFDS-061 every change is a posting with a purpose of the module', () => {
  const { postings } = realm.machines.ledger.ledger;
  realm.opened(100, { stopLoss: '95', guaranteed: true });
  realm.opened(100, { side: 'sell' });
  realm.tick(100, 86_400_000);
  realm.endBatch();
  realm.close();
  realm.tick(90);
  const purposes = Array.from({ length: postings.count }, (_, row) =>
    purposeName(postings.purpose(row)),
  );
  expect(purposes).toEqual(['cfdLoss', 'cfdPremiumReturn', 'cfdGain']);
});
