import { OWNER } from '@assay/core/ledger/owners';
import { BOUNDS } from '@assay/core/order/life/bounds';
import { DAY } from '@assay/core/time';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, Floor, fillsOf, idOf, statusOf, summary } from './testing/floor.ts';

/**
 * Prices in ticks of 0.01, quantities in lots of 0.1, fees 0.1 %, funds 100,000 USDT and 1,000 ABC.
 */
let floor: Floor;
let alice: number;
let bob: number;
let carol: number;

beforeEach(() => {
  floor = new Floor();
  [alice, bob, carol] = [floor.user('alice'), floor.user('bob'), floor.user('carol')];
});

describe('matching', () => {
  it('SPOT-060 SPOT-061 SPOT-047 SPOT-052 trades best price first, oldest first, at the price of the maker', () => {
    floor.limit(alice, 'sell', '1', '101');
    floor.limit(bob, 'sell', '1', '100');
    floor.limit(carol, 'sell', '1', '100');
    const dave = floor.user('dave', { USDT: '1000' });
    const taken = floor.limit(dave, 'buy', '2.6', '101');
    expect(summary(taken)).toBe('filled 26/26 fee 260000 held 0');
    expect(fillsOf(taken)).toEqual([
      1, 10_000, 10, 100_000, 2, 10_000, 10, 100_000, 3, 10_100, 6, 60_000,
    ]);
    expect(floor.book()).toEqual([`${alice} 4 @ 10100`]);
    // 260.6, and a fee of 0.0026 ABC; nothing is held for what was cheaper than the limit.
    expect([floor.funds(dave), floor.funds(dave, 'ABC')]).toEqual(['739.4/0', '2.5974/0']);
    expect([floor.funds(bob), floor.funds(bob, 'ABC')]).toEqual(['100099.9/0', '999/0']);
    expect([floor.funds(alice), floor.funds(alice, 'ABC')]).toEqual(['100060.5394/0', '999/0.4']);
    expect([floor.funds(OWNER.fees), floor.funds(OWNER.rounding)]).toEqual(['0.2606/0', '0/0']);
    expect(floor.funds(OWNER.fees, 'ABC')).toBe('0.0026/0');
    floor.audit();
  });

  it('SPOT-061 SPOT-041 rests what is left and holds no more than that comes to', () => {
    floor.must(OWNER.setup, 'setFeeTier', { userId: alice, makerPpm: 200, takerPpm: 1000 });
    floor.limit(bob, 'sell', '1', '100');
    const order = floor.limit(alice, 'buy', '3', '100.5');
    // 201 rests; the first part paid 0.1 % of 1 ABC.
    expect(summary(order)).toBe('partiallyFilled 10/30 fee 100000 held 20100000000');
    expect(floor.funds(alice)).toBe('99699/201');
    expect(floor.book()).toEqual([`${alice} 20 @ 10050`]);
  });

  it('SPOT-062 SPOT-063 lets the rest of IOC expire and kills FOK that cannot be filled whole', () => {
    floor.limit(alice, 'sell', '1', '100');
    const buy = (timeInForce: string, quantity: string) =>
      summary(floor.limit(bob, 'buy', quantity, '100', { timeInForce }));
    expect(buy('fok', '1.1')).toBe('expired 0/11 fee 0 held 0');
    expect(floor.book()).toEqual([`${alice} 10 @ 10000`]);
    expect(buy('ioc', '0.4')).toBe('filled 4/4 fee 40000 held 0');
    expect(buy('fok', '0.6')).toBe('filled 6/6 fee 60000 held 0');
    floor.limit(alice, 'sell', '1', '100');
    expect(buy('ioc', '1.5')).toBe('expired 10/15 fee 100000 held 0');
    expect(buy('ioc', '1.5')).toBe('expired 0/15 fee 0 held 0');
    expect(floor.book()).toEqual([]);
  });

  it('SPOT-063 FOK counts only what its self-trade mode lets it trade', () => {
    floor.limit(alice, 'sell', '1', '100');
    floor.limit(bob, 'sell', '1', '100');
    const fok = (selfTrade: string, quantity: string) =>
      statusOf(floor.limit(bob, 'buy', quantity, '100', { timeInForce: 'fok', selfTrade }));
    expect(fok('expireTaker', '1.1')).toBe('expired');
    expect(fok('expireMaker', '1.1')).toBe('expired');
    expect(fok('decrement', '1.1')).toBe('expired');
    expect(floor.book().length).toBe(2);
    expect(fok('none', '1.1')).toBe('filled');
  });

  it('SPOT-064 post-only rests or is refused, it never takes', () => {
    floor.limit(alice, 'sell', '1', '100');
    const post = (limitPrice: string) =>
      floor.limit(bob, 'buy', '1', limitPrice, { postOnly: true });
    expect(post('100').refusal).toBe('wouldTake');
    expect(post('100.01').refusal).toBe('wouldTake');
    expect(summary(post('99.99'))).toBe('new 0/10 fee 0 held 9999000000');
    const sell = floor.limit(alice, 'sell', '1', '99.99', { postOnly: true });
    expect(sell.refusal).toBe('wouldTake');
  });

  it('SPOT-065 SPOT-043 a market order goes as far as its protection price and no further', () => {
    for (const price of ['100', '104', '105', '105.01']) floor.limit(alice, 'sell', '1', price);
    const buy = floor.place(bob, 'buy', { type: 'market', quantity: '4' });
    expect(summary(buy)).toBe('expired 30/40 fee 300000 held 0');
    const narrow = floor.place(bob, 'buy', { type: 'market', quantity: '1', maxSlippagePpm: 1 });
    expect(statusOf(narrow)).toBe('filled');
    expect(floor.place(bob, 'buy', { type: 'market', quantity: '1' }).refusal).toBe('noLiquidity');
    for (const price of ['100', '95', '94.99']) floor.limit(alice, 'buy', '1', price);
    const sell = floor.place(bob, 'sell', { type: 'market', quantity: '3' });
    expect(summary(sell)).toBe('expired 20/30 fee 19500000 held 0');
    expect(floor.last()).toBe(9500);
  });

  it('SPOT-045 a market buy holds no more than what it takes costs, unless own orders are in the market', () => {
    floor.limit(alice, 'sell', '1', '100');
    const dave = floor.user('dave', { USDT: '105.5', ABC: '10' });
    const market = { type: 'market', quantity: '1' } as const;
    floor.limit(dave, 'buy', '0.1', '54');
    // 100 would cover it, but with an own order in the market it must cover 105.
    expect(floor.place(dave, 'buy', market).refusal).toBe('insufficientBalance');
    floor.must(dave, 'cancelAllOrders', {});
    expect(summary(floor.place(dave, 'buy', market))).toBe('filled 10/10 fee 100000 held 0');
  });

  it('SPOT-045 a market buy that takes from thousands of levels is covered by its hold', () => {
    const floor = new Floor(undefined, { ...BOUNDS, fills: 10_000 });
    const bob = floor.user('bob');
    const sellers = Array.from({ length: 22 }, (_, n) => floor.user(`seller ${n}`, { ABC: '100' }));
    for (const [n, seller] of sellers.entries()) {
      for (let i = 0; i < 200; i += 1) {
        floor.limit(
          seller,
          'sell',
          '0.1',
          `${100 + Math.floor((n * 200 + i) / 100)}.${String(i % 100).padStart(2, '0')}`,
        );
      }
    }
    const bought = floor.place(bob, 'buy', {
      type: 'market',
      quantity: '440',
      maxSlippagePpm: 500_000,
    });
    expect(statusOf(bought)).toBe('filled');
    floor.audit();
  });

  it('SPOT-066 SPOT-068 SPOT-042 buys for an amount: whole lots, the fee out of them', () => {
    for (const price of ['100', '100.5']) floor.limit(alice, 'sell', '1', price);
    const buy = (quoteAmount: string) => floor.place(bob, 'buy', { type: 'market', quoteAmount });
    // 10 lots at 100, 4 at 100.5; 9.8 is less than one more lot.
    expect(summary(buy('150'))).toBe('filled 14/14 fee 140000 held 0');
    expect([floor.funds(bob), floor.funds(bob, 'ABC')]).toEqual(['99859.8/0', '1001.3986/0']);
    // The book ends before the amount does.
    expect(summary(buy('100'))).toBe('expired 6/6 fee 60000 held 0');
    expect(buy('100').refusal).toBe('noLiquidity');
    floor.limit(alice, 'sell', '1', '100');
    expect(buy('9.99999999').refusal).toBe('minQuantity');
    expect(summary(buy('10'))).toBe('filled 1/1 fee 10000 held 0');
  });

  it('SPOT-067 SPOT-068 sells for an amount: whole lots whose notional before the fee is no more', () => {
    for (const price of ['100', '99']) floor.limit(alice, 'buy', '1', price);
    const sell = (quoteAmount: string) => floor.place(bob, 'sell', { type: 'market', quoteAmount });
    expect(summary(sell('119.79'))).toBe('filled 11/11 fee 10990000 held 0');
    expect(floor.funds(bob)).toBe('100109.7901/0');
    expect(summary(sell('5000'))).toBe('expired 9/9 fee 8910000 held 0');
    expect(floor.funds(bob, 'ABC')).toBe('998/0');
  });

  it('SPOT-069 SPOT-014 numbers trades from 1 in each market, and orders by their commands', () => {
    floor.limit(alice, 'sell', '2', '100');
    const seq = floor.machines.sequencer.seq;
    const [first, second] = [
      floor.limit(bob, 'buy', '1', '100'),
      floor.limit(bob, 'buy', '1', '100'),
    ];
    expect([idOf(first), idOf(second)]).toEqual([(seq + 1) * 65_536, (seq + 2) * 65_536]);
    expect([fillsOf(first), fillsOf(second)]).toEqual([
      [1, 10_000, 10, 100_000],
      [2, 10_000, 10, 100_000],
    ]);
    expect([floor.last(), floor.machines.orders.market('ABCUSDT')?.lastTradeId]).toEqual([
      10_000, 2,
    ]);
  });
});

describe('fees', () => {
  it('SPOT-051 SPOT-050 are rounded up once over an order: many fills cost what one costs', () => {
    const fine = { stepSize: '0.001', minQuantity: '0.001', minNotional: '0.01' };
    floor = new Floor([{ symbol: 'ABCUSDT', base: 'ABC', ...fine }]);
    [alice, bob, carol] = [floor.user('alice'), floor.user('bob'), floor.user('carol')];
    for (const userId of [bob, carol]) {
      floor.must(OWNER.setup, 'setFeeTier', { userId, makerPpm: 333, takerPpm: 333 });
    }
    for (let i = 0; i < 3; i += 1) floor.limit(alice, 'sell', '0.001', '100.01');
    const three = floor.limit(bob, 'buy', '0.003', '100.01');
    // 33.3 units of ABC each: 34, then 33 twice, which is 99.9 rounded up.
    expect(fillsOf(three).filter((_, i) => i % 4 === 3)).toEqual([34, 33, 33]);
    floor.limit(alice, 'sell', '0.003', '100.01');
    const one = floor.limit(carol, 'buy', '0.003', '100.01');
    expect([three.fee, one.fee]).toEqual([100, 100]);
    expect(floor.funds(OWNER.fees, 'ABC')).toBe('0.00000198/0');
    expect(floor.funds(OWNER.rounding, 'ABC')).toBe('0.00000002/0');
    // Alice's makers paid 0.1 % of what they sold for: 10,001 three times, and 30,003.
    expect(floor.funds(OWNER.fees)).toBe('0.00060006/0');
  });

  it('SPOT-051 house:rounding passes a unit on when later fills make it up', () => {
    const fine = { market: 'FINEUSDT' };
    floor = new Floor([
      {
        symbol: 'FINEUSDT',
        base: 'FINE',
        tickSize: '1',
        stepSize: '0.00000001',
        minQuantity: '0.00000001',
        minNotional: '0.00001',
      },
    ]);
    [alice, bob] = [floor.user('alice', { USDT: '10' }), floor.user('bob', { FINE: '1' })];
    floor.must(OWNER.setup, 'setFeeTier', { userId: alice, makerPpm: 500, takerPpm: 0 });
    floor.must(OWNER.setup, 'setFeeTier', { userId: bob, makerPpm: 0, takerPpm: 0 });
    floor.place(alice, 'buy', { ...fine, quantity: '0.00004', limitPrice: '1' });
    const sell = (quantity: string) => {
      floor.place(bob, 'sell', { ...fine, quantity, limitPrice: '1', timeInForce: 'ioc' });
      return [OWNER.fees, OWNER.rounding, alice].map((owner) => floor.funds(owner, 'FINE'));
    };
    // 0.5 units of fee: charged as one, of which none is earned yet.
    expect(sell('0.00001')).toEqual(['0/0', '0.00000001/0', '0.00000999/0']);
    // The other half: nothing more is charged, and the unit is earned.
    expect(sell('0.00001')).toEqual(['0.00000001/0', '0/0', '0.00001999/0']);
    expect(sell('0.00001001')).toEqual(['0.00000001/0', '0.00000001/0', '0.00002999/0']);
    expect(floor.funds(alice)).toBe('9.99996/0.00000999');
    floor.audit();
  });

  it('SPOT-272 a tier never raises what a market asks for, before and after its fees change', () => {
    const cut = { day: Math.floor(floor.now / DAY), tier: 1, volume: '1' };
    floor.must(OWNER.setup, 'setFeeTier', { userId: bob, makerPpm: 900, takerPpm: 900, cut });
    const feeOf = (makerFeePpm: number, takerFeePpm: number) => {
      const fees = { market: 'ABCUSDT', makerFeePpm, takerFeePpm };
      floor.must(OWNER.setup, 'setMarketFees', fees);
      floor.limit(alice, 'sell', '1', '100');
      return floor.limit(bob, 'buy', '1', '100').fee;
    };
    expect([feeOf(1_000, 1_000), feeOf(0, 100), feeOf(2_000, 2_000)]).toEqual([
      ...[90_000, 10_000, 90_000],
    ]);
    floor.audit();
  });

  it('SPOT-050 SPOT-055 SPOT-054 follow the rates of the user or the market when the order was placed', () => {
    floor.house({ USDT: '1000000', ABC: '1000' });
    const resting = floor.limit(alice, 'sell', '1', '150');
    floor.must(OWNER.setup, 'setFeeTier', { userId: alice, makerPpm: 0, takerPpm: 500 });
    floor.limit(bob, 'buy', '1', '150');
    expect(floor.funds(alice)).toBe('100149.85/0');
    floor.limit(bob, 'sell', '1', '150');
    const taken = floor.limit(alice, 'buy', '1', '150');
    expect([taken.fee, idOf(resting) < idOf(taken)]).toEqual([50_000, true]);
    floor.price('150');
    const before = floor.funds(OWNER.marketMaker, 'ABC');
    const house = floor.place(bob, 'buy', { type: 'market', quantity: '1' });
    const [, ticks, lots] = fillsOf(house) as [number, number, number];
    expect(floor.funds(OWNER.marketMaker, 'ABC')).not.toBe(before);
    const facts = floor.facts('tradeMade').at(-1);
    expect(facts).toMatchObject({ house: true, seller: OWNER.marketMaker });
    expect(ticks * lots).toBeGreaterThan(0);
  });
});

describe('self-trade prevention', () => {
  const meet = (selfTrade: string, quantity = '2') => {
    floor.limit(bob, 'sell', '0.5', '99');
    const own = floor.limit(alice, 'sell', '1', '100');
    floor.limit(carol, 'sell', '1', '101');
    const taker = floor.limit(alice, 'buy', quantity, '101', { selfTrade });
    floor.audit();
    return { own, taker: summary(taker), book: floor.book() };
  };

  it('SPOT-070 SPOT-075 none: they trade, each side pays its fee, and nothing changes hands', () => {
    const before = floor.funds(alice, 'ABC');
    const { taker, book } = meet('none', '1.5');
    expect(taker).toBe('filled 15/15 fee 150000 held 0');
    expect(book).toEqual([`${carol} 10 @ 10100`]);
    expect([before, floor.funds(alice, 'ABC')]).toEqual(['1000/0', '1000.4985/0']);
    // 49.5 to Bob, and 0.1 for the sale to herself.
    expect(floor.funds(alice)).toBe('99950.4/0');
  });

  it('SPOT-071 SPOT-024 expire taker, the default: the taker ends where it meets an own order', () => {
    const { taker, book } = meet('expireTaker');
    expect(taker).toBe('expiredInMatch 5/20 fee 50000 held 0');
    expect(book).toEqual([`${alice} 10 @ 10000`, `${carol} 10 @ 10100`]);
    const usual = floor.limit(alice, 'buy', '1', '101');
    expect(summary(usual)).toBe('expiredInMatch 0/10 fee 0 held 0');
  });

  it('SPOT-072 expire maker: the own order ends, the taker goes on and rests', () => {
    const { taker, book } = meet('expireMaker');
    expect(taker).toBe('partiallyFilled 15/20 fee 150000 held 5050000000');
    expect(book).toEqual([`${alice} 5 @ 10100`]);
    expect(floor.funds(alice, 'ABC')).toBe('1001.4985/0');
  });

  it('SPOT-073 expire both: the own order and the taker end', () => {
    const { taker, book } = meet('expireBoth');
    expect(taker).toBe('expiredInMatch 5/20 fee 50000 held 0');
    expect(book).toEqual([`${carol} 10 @ 10100`]);
  });

  it('SPOT-074 decrement: both lose the smaller quantity; the order with quantity left goes on', () => {
    const { taker, book } = meet('decrement');
    // 5 traded with Bob, 10 taken off both, 5 traded with Carol: 10 of the 20 that remain.
    expect(taker).toBe('filled 10/10 fee 100000 held 0');
    expect(book).toEqual([`${carol} 5 @ 10100`]);
    expect(floor.funds(alice, 'ABC')).toBe('1000.999/0');
  });

  it('SPOT-074 decrement of a smaller taker: it expires with its quantity unchanged, the maker goes on', () => {
    const { taker, book, own } = meet('decrement', '0.9');
    expect(taker).toBe('expiredInMatch 5/9 fee 50000 held 0');
    expect(book).toEqual([`${alice} 6 @ 10000`, `${carol} 10 @ 10100`]);
    expect(floor.funds(alice, 'ABC')).toBe('999.8995/0.6');
    expect(summary(floor.must(alice, 'cancelOrder', { orderId: own.id }))).toBe(
      'canceled 0/6 fee 0 held 0',
    );
  });

  it('SPOT-076 a taker or maker that it ends is expiredInMatch; fill or kill that cannot fill is expired', () => {
    const maker = floor.limit(alice, 'sell', '1', '100');
    const fok = { timeInForce: 'fok', selfTrade: 'expireTaker' };
    expect(summary(floor.limit(alice, 'buy', '1', '100', fok))).toBe('expired 0/10 fee 0 held 0');
    floor.allFacts();
    // By amount: Alice spends half of it with Bob, and meets her own order with the other half.
    floor.limit(bob, 'sell', '0.5', '99');
    const amount = { type: 'market', quoteAmount: '100', selfTrade: 'expireBoth' } as const;
    expect(summary(floor.place(alice, 'buy', amount))).toBe('expiredInMatch 5/5 fee 50000 held 0');
    const changed = floor.facts('orderChanged').map(({ order }) => order as Answer);
    expect(changed.find((order) => order.id === maker.id)?.status).toBe('expiredInMatch');
  });

  it('SPOT-075 the mode of the taker counts, not that of the maker', () => {
    floor.limit(alice, 'sell', '1', '100', { selfTrade: 'none' });
    expect(statusOf(floor.limit(alice, 'buy', '1', '100', { selfTrade: 'expireBoth' }))).toBe(
      'expiredInMatch',
    );
    expect(floor.book()).toEqual([]);
  });
});

describe('one cancels the other', () => {
  /** An OCO that sells at 110 or, when the price falls to 90, at 88 or better. */
  const bracket = {
    market: 'ABCUSDT',
    side: 'sell',
    quantity: '2',
    limitPrice: '110',
    triggerPrice: '90',
    stopLimitPrice: '88',
  };
  const oco = (userId: number, more = {}) =>
    floor.must(userId, 'placeOco', { ...bracket, ...more }) as unknown as {
      limit: Answer;
      stop: Answer;
    };
  const statuses = () =>
    Object.fromEntries(
      floor.facts('orderChanged').map(({ order }) => {
        const { id, status } = order as { id: number; status: string };
        return [id, status];
      }),
    );

  beforeEach(() => void floor.price('100'));

  it('SPOT-120 SPOT-122 holds the goods of a sale once', () => {
    const { limit, stop } = oco(alice);
    expect([summary(limit), summary(stop)]).toEqual([
      'new 0/20 fee 0 held 200000000',
      'pending 0/20 fee 0 held 0',
    ]);
    expect(floor.funds(alice, 'ABC')).toBe('998/2');
    floor.audit();
  });

  it('SPOT-122 holds for a purchase what the stop needs beyond the hold of the limit order', () => {
    const prices = { side: 'buy', limitPrice: '90', triggerPrice: '110', stopLimitPrice: '112' };
    const { limit, stop } = oco(alice, prices);
    // 180; 224, of which 180 are held already.
    expect([summary(limit), summary(stop)]).toEqual([
      'new 0/20 fee 0 held 18000000000',
      'pending 0/20 fee 0 held 4400000000',
    ]);
    floor.limit(bob, 'sell', '3', '110');
    floor.limit(carol, 'buy', '1', '110');
    // The stop has fired and bought two at 110 out of both holds; nothing is held any more.
    expect(floor.funds(alice)).toBe('99780/0');
    expect(floor.funds(alice, 'ABC')).toBe('1001.998/0');
    expect(statuses()).toMatchObject({ [idOf(limit)]: 'expired', [idOf(stop)]: 'filled' });
    floor.audit();
  });

  it('SPOT-121 the first trade of the limit order ends the stop', () => {
    const { limit, stop } = oco(alice);
    floor.limit(bob, 'buy', '0.5', '110');
    expect(statuses()).toMatchObject({
      [idOf(limit)]: 'partiallyFilled',
      [idOf(stop)]: 'expired',
    });
    expect(floor.funds(alice, 'ABC')).toBe('998/1.5');
    // SPOT-123: the order that is left is an order like any other.
    floor.must(alice, 'amendOrder', { orderId: idOf(limit), quantity: '1' });
    expect(floor.funds(alice, 'ABC')).toBe('999/0.5');
    floor.audit();
  });

  it('SPOT-121 SPOT-123 the stop that fires ends the limit order, and rests at its own limit', () => {
    const { limit, stop } = oco(alice);
    floor.limit(bob, 'buy', '1', '90');
    floor.limit(carol, 'sell', '0.1', '90');
    expect(statuses()).toMatchObject({
      [idOf(limit)]: 'expired',
      [idOf(stop)]: 'partiallyFilled',
    });
    expect(floor.book()).toEqual([`${alice} 11 @ 8800`]);
    expect(floor.funds(alice, 'ABC')).toBe('998/1.1');
    floor.audit();
  });

  it('SPOT-121 cancelling one cancels both, and so does cancelling all', () => {
    const first = oco(alice, { limitClientOrderId: 'up', stopClientOrderId: 'down' });
    floor.must(alice, 'cancelOrder', { clientOrderId: 'down' });
    const second = oco(alice, { limitClientOrderId: 'up', stopClientOrderId: 'down' });
    expect(floor.must(alice, 'cancelAllOrders', {}).canceled).toEqual([
      idOf(second.limit),
      idOf(second.stop),
    ]);
    const ends = statuses();
    for (const { limit, stop } of [first, second]) {
      expect([ends[idOf(limit)], ends[idOf(stop)]]).toEqual(['canceled', 'canceled']);
    }
    expect(floor.funds(alice, 'ABC')).toBe('1000/0');
    floor.audit();
  });
});
