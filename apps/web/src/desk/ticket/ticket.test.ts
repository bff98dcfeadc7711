import { readOrder } from '@assay/core/order/intent';
import { BUY } from '@assay/core/order/side';
import type { Levels } from '@assay/core/order/walk';
import { describe, expect, it } from 'vitest';
import { checkOrder, type Surroundings, slippageOf } from './check.ts';
import {
  EMPTY_FORM,
  firstTrigger,
  follow,
  type OrderForm,
  orderOf,
  quantityFor,
  slippagePpm,
  stepped,
  totalFor,
} from './form.ts';
import { lotsText, quantityOfLots, roundedTotal } from './lots.ts';
import { AROUND, habit, pricesAt, rules } from './ticket.suite.ts';
import { createTicket } from './ticket-store.ts';

/** 60,000.00: 0.5 BTC; 60,010.00: 1 BTC. */
const asks: Levels = { count: 2, pairs: [6_000_000, 50_000, 6_001_000, 100_000] };
const bids: Levels = { count: 1, pairs: [5_999_000, 200_000] };

const around: Surroundings = { ...AROUND, asks, bids, ...pricesAt(6_000_000) };

const limit = (change: Partial<OrderForm>): OrderForm => ({
  ...EMPTY_FORM,
  price: '60000',
  quantity: '0.1',
  ...change,
});

const refusals = (form: OrderForm, more: Partial<Surroundings> = {}) =>
  checkOrder(form, { ...around, ...more }).problems.map(({ field, refusal, limit: most }) =>
    [field, refusal, most].filter((part) => part !== '').join(' '),
  );

describe('numbers in the ticket', () => {
  it('UI-430 quantity and value follow each other both ways, and never round up', () => {
    expect(totalFor(rules, '0.12345', 6_000_000)).toBe('7407');
    expect(quantityFor(rules, '100', 6_000_000)).toBe('0.00166');
    expect(quantityFor(rules, '0.5', 6_000_000)).toBe('');
    expect(totalFor(rules, '0.123456', 6_000_000)).toBe('');
    expect(follow(rules, limit({}), 0).total).toBe('6000');
    expect(follow(rules, limit({ lead: 'total', total: '6000.5' }), 0).quantity).toBe('0.1');
    expect(follow(rules, limit({ type: 'market' }), 5_000_000).total).toBe('5000');
    expect(follow(rules, limit({ price: '' }), 1).total).toBe('');
  });

  it('UI-982 a quantity is the same in lots, and a total is rounded down to whole lots', () => {
    expect(['0.00012', '1', '0.000005', '', 'abc'].map((text) => lotsText(rules, text))).toEqual([
      ...['12', '100000', '0.5', '', 'abc'],
    ]);
    expect(['12', '100000', '0.5', '', 'abc'].map((lots) => quantityOfLots(rules, lots))).toEqual([
      ...['0.00012', '1', '0.000005', '', 'abc'],
    ]);
    const rounded = (change: Partial<OrderForm>) =>
      roundedTotal(rules, follow(rules, limit({ lead: 'total', ...change }), 0));
    expect(rounded({ total: '100' })).toBe('99.6');
    expect(rounded({ total: '99.6' })).toBe('');
    expect(rounded({ total: '0.5' })).toBe('');
    expect(rounded({ lead: 'quantity', quantity: '0.00166' })).toBe('');
  });

  it('UI-431 a step moves the price by whole ticks and never below one', () => {
    expect(stepped(rules, '60000', 1, 0)).toBe('60000.01');
    expect(stepped(rules, '60000', -10, 0)).toBe('59999.9');
    expect(stepped(rules, '60000.005', 1, 0)).toBe('60000.01');
    expect(stepped(rules, '60000.005', -1, 0)).toBe('60000');
    expect(stepped(rules, '', 1, 6_000_000)).toBe('60000.01');
    expect(stepped(rules, '0.05', -10, 0)).toBe('0.01');
  });
});

describe('what the ticket sends', () => {
  it('UI-434 only the fields that belong to the type', () => {
    expect(orderOf('BTCUSDT', limit({ postOnly: true, slippage: '2' }))).toEqual({
      market: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      quantity: '0.1',
      limitPrice: '60000',
      timeInForce: 'gtc',
      postOnly: true,
      selfTrade: 'expireTaker',
    });
    expect(orderOf('BTCUSDT', limit({ type: 'market', lead: 'total', total: '50' }))).toEqual({
      market: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      quoteAmount: '50',
      maxSlippagePpm: 10_000,
      selfTrade: 'expireTaker',
    });
    expect(
      orderOf('BTCUSDT', limit({ type: 'stopMarket', side: 'sell', trigger: '5', lead: 'total' })),
    ).toEqual({
      market: 'BTCUSDT',
      side: 'sell',
      type: 'stopMarket',
      quantity: '0.1',
      triggerPrice: '5',
      triggerSource: 'mark',
      maxSlippagePpm: 10_000,
      selfTrade: 'expireTaker',
    });
    const stop = orderOf(
      'BTCUSDT',
      limit({ type: 'stopLimit', trigger: '61000', timeInForce: 'fok', postOnly: true }),
    );
    expect(stop).toMatchObject({ timeInForce: 'gtc', triggerPrice: '61000' });
    expect(stop.postOnly).toBeUndefined();
  });

  it('UI-434 whatever the form holds, the rules know its shape', () => {
    for (const side of ['buy', 'sell'] as const) {
      for (const type of ['limit', 'market', 'stopLimit', 'stopMarket'] as const) {
        for (const timeInForce of ['gtc', 'ioc', 'fok'] as const) {
          for (const lead of ['quantity', 'total'] as const) {
            const form = limit({
              side,
              type,
              timeInForce,
              lead,
              total: '6000',
              trigger: '60100',
              postOnly: true,
            });
            expect(
              readOrder(rules, orderOf('BTCUSDT', form)).refusal,
              JSON.stringify(form),
            ).toBeUndefined();
          }
        }
      }
    }
  });

  it('UI-1010 a trailing stop has a distance, and an activation price if one is typed', () => {
    const stop = limit({ type: 'stopMarket', side: 'sell', trails: true, distance: '0.75' });
    const sent = { side: 'sell', type: 'stopMarket', quantity: '0.1', trailingDelta: 75 };
    const rest = { market: 'BTCUSDT', maxSlippagePpm: 10_000, selfTrade: 'expireTaker' };
    expect(orderOf('BTCUSDT', stop)).toEqual({ ...sent, ...rest });
    expect(orderOf('BTCUSDT', { ...stop, trigger: '61000' })).toEqual({
      ...{ ...sent, ...rest, triggerPrice: '61000' },
    });
    // The switch stays as it is while an order of another type is written.
    expect(orderOf('BTCUSDT', { ...stop, type: 'limit' })).not.toHaveProperty('trailingDelta');
    expect(refusals(stop)).toEqual([]);
    for (const [distance, problem] of [
      ['0.09', 'distance distanceTooShort 0.1'],
      ['20.01', 'distance distanceTooLong 20'],
      ['1.005', 'distance distanceTooFine'],
      ['0', 'distance trailingDelta'],
    ] as const) {
      expect(refusals({ ...stop, distance })).toEqual([problem]);
    }
    const { complete, problems } = checkOrder({ ...stop, distance: '' }, around);
    expect([complete, problems]).toEqual([false, []]);
    // It waits for the last price, whatever other stops of the ticket wait for.
    const waiting = { ...stop, triggerSource: 'mark', trigger: '60000' } as const;
    expect(refusals(waiting)).toEqual(['trigger triggersAtOnce']);
    expect(refusals(stop, pricesAt(0))).toEqual(['quantity noReferencePrice']);
  });

  it('UI-1010 it is valued, and must be paid for, at its first trigger', () => {
    const buy = limit({ type: 'stopMarket', side: 'buy', trails: true, distance: '1' });
    expect(firstTrigger(rules, buy, 6_000_000)).toBe(6_060_000);
    expect(checkOrder(buy, around).preview).toMatchObject({ notional: 606_000_000_000 });
    const later = { ...buy, trigger: '61000' };
    expect(firstTrigger(rules, later, 6_000_000)).toBe(6_161_000);
    expect(checkOrder(later, around).wait).toMatchObject({ direction: 'rises', isBeyond: false });
    const funding = {
      ...around.funding,
      required: (_rules: unknown, _draft: unknown, worst: number) => worst,
      available: () => 612_059_999_999,
    };
    expect(refusals(buy, { funding })).toEqual(['quantity shortOfBalance 6120.6']);
    const tiny = { ...buy, side: 'sell', quantity: '0.0001', distance: '20' } as const;
    expect(refusals(tiny)).toEqual(['total minNotional 5']);
  });

  it('UI-434 the protection is between nothing and 50 percent', () => {
    expect(slippagePpm('1')).toBe(10_000);
    expect(slippagePpm('0.05')).toBe(500);
    expect(slippagePpm('0')).toBeNull();
    expect(slippagePpm('50.1')).toBeNull();
    expect(slippagePpm('')).toBeNull();
  });
});

describe('checks while typing', () => {
  it('UI-435 nothing typed is no mistake yet', () => {
    const check = checkOrder(EMPTY_FORM, around);
    expect(check).toEqual({ problems: [], preview: null, complete: false });
  });

  it('UI-435 each filter is named with its number, at its field', () => {
    expect(refusals(limit({ price: '60000.005' }))).toEqual(['price tickSize 0.01']);
    expect(refusals(limit({ price: '1e5' }))).toEqual(['price invalidPrice']);
    expect(refusals(limit({ price: '700000' }))).toEqual(['price aboveBand 300000']);
    expect(refusals(limit({ quantity: '0.000001' }))).toEqual(['quantity stepSize 0.00001']);
    expect(refusals(limit({ quantity: '0.00001' }))).toEqual(['quantity minQuantity 0.0001']);
    expect(refusals(limit({ quantity: '101' }))).toEqual(['quantity maxQuantity 100']);
    expect(refusals(limit({ price: '20000', quantity: '0.0001' }))).toEqual([
      'total minNotional 5',
    ]);
    expect(refusals(limit({ type: 'stopLimit', trigger: '60000' }))).toEqual([
      'trigger triggersAtOnce',
    ]);
    expect(refusals(limit({ type: 'market', slippage: '70' }))).toEqual(['slippage slippage']);
    expect(refusals(limit({ type: 'market', lead: 'total', total: '1' }))).toEqual([
      'total minNotional 5',
    ]);
    expect(refusals(limit({ postOnly: true }))).toEqual(['price wouldTake']);
  });

  it('UI-983 a number that no order can have is refused with the exact rule of the market', () => {
    expect(refusals(limit({ quantity: '0.000000001' }))).toEqual(['quantity stepSize 0.00001']);
    expect(refusals(limit({ quantity: '0.0' }))).toEqual(['quantity minQuantity 0.0001']);
    expect(refusals(limit({ quantity: '99999999999' }))).toEqual(['quantity maxQuantity 100']);
    expect(refusals(limit({ price: '60000.000000001' }))).toEqual(['price tickSize 0.01']);
    expect(refusals(limit({ price: '99999999999' }))).toEqual(['price maxPrice 1000000']);
    expect(refusals(limit({ quantity: 'abc' }))).toEqual(['quantity invalidQuantity']);
    // A lot costs 0.6 and the least order 5: whole lots reach 6 with the least quantity.
    const total = (text: string) =>
      refusals(follow(rules, limit({ lead: 'total', total: text }), 0) as OrderForm);
    expect(total('0.5')).toEqual(['total minNotional 6']);
    expect(total('6')).toEqual([]);
    const fine = { ...rules, minLots: 1 };
    const typed = follow(fine, limit({ lead: 'total', total: '5.3' }), 0) as OrderForm;
    expect(refusals(typed, { rules: fine })).toEqual(['total minNotional 5.4']);
    const poor = { ...around.funding, required: () => 6000e8, available: () => 5999e8 };
    expect(refusals(limit({}), { funding: poor })).toEqual(['quantity shortOfBalance 6000']);
  });

  it('UI-945 a stop is checked against the price that sets it off, which is the mark price', () => {
    // The last trade was at 59,000 long ago; the index, and so the mark price, is at 60,000.
    const old = pricesAt(5_900_000);
    const stop = (trigger: string, change: Partial<OrderForm> = {}) =>
      checkOrder(limit({ type: 'stopMarket', trigger, ...change }), { ...around, ...old });
    expect(stop('59500').wait).toEqual({
      sourceTicks: 6_000_000,
      direction: 'falls',
      isBeyond: false,
    });
    expect(stop('59500', { quantity: '' })).toMatchObject({ complete: false, wait: {} });
    expect(stop('60000').problems).toMatchObject([{ refusal: 'triggersAtOnce' }]);
    // By the last price it would wait for a rise that the market has behind it.
    expect(stop('59500', { triggerSource: 'last' })).toMatchObject({
      problems: [],
      wait: { sourceTicks: 5_900_000, direction: 'rises', isBeyond: true },
    });
  });

  it('UI-435 SPOT-034 SPOT-028 filters of orders at market and of each side are named, too', () => {
    const bands = { bidUpPpm: 1_100_000, askDownPpm: 900_000 };
    const lots = { marketStepLots: 10, marketMinLots: 50, marketMaxLots: 25_000 };
    const own = { rules: { ...rules, ...lots, ...bands } };
    const market = (quantity: string) => limit({ type: 'market', quantity });
    expect(refusals(market('0.00055'), own)).toEqual(['quantity stepSize 0.0001']);
    expect(refusals(market('0.0004'), own)).toEqual(['quantity minQuantity 0.0005']);
    expect(refusals(market('0.2501'), own)).toEqual(['quantity maxQuantity 0.25']);
    expect(refusals(limit({ type: 'market', lead: 'total', total: '20000' }), own)).toEqual([
      'total maxQuantity 0.25',
    ]);
    expect(refusals(limit({ quantity: '0.2501' }), own)).toEqual([]);
    expect(refusals(limit({ price: '66000.01' }), own)).toEqual(['price aboveBand 66000']);
    expect(refusals(limit({ side: 'sell', price: '66000.01' }), own)).toEqual([]);
    expect(refusals(limit({ side: 'sell', price: '53999.99' }), own)).toEqual([
      'price belowBand 54000',
    ]);
  });

  it('UI-435 no more orders than may be open: all that are open, and of stops that wait', () => {
    const { maxStopOrders: stops, maxOpenOrders: all } = rules;
    const full = { resting: all - stops, waiting: stops };
    const stop = limit({ type: 'stopLimit', trigger: '61000' });
    expect(refusals(limit({}), full)).toEqual([`quantity tooManyOrders ${all}`]);
    expect(refusals(stop, full)).toEqual([`quantity tooManyStops ${stops}`]);
    expect(refusals(stop, { ...full, waiting: stops - 1 })).toEqual([]);
    expect(refusals(stop, { resting: all })).toEqual([`quantity tooManyOrders ${all}`]);
    expect(refusals(limit({}), { ...full, resting: all - stops - 1 })).toEqual([]);
  });

  it('UI-436 UI-930 the preview shows the fee in its asset and what a market order would really cost', () => {
    const { preview } = checkOrder(limit({ type: 'market', quantity: '1' }), around);
    expect(preview).toMatchObject({
      takes: 100_000,
      rests: 0,
      notional: 60_005e8,
      fee: 0.001e8,
      feeInBase: true,
      lots: 100_000,
    });
    expect(slippageOf(preview!, 6_000_000)).toBeCloseTo(0.00833, 4);
    const resting = checkOrder(limit({ price: '59000' }), around).preview!;
    expect(resting).toMatchObject({ takes: 0, rests: 10_000, notional: 5900e8, fee: 0.0001e8 });
    expect(slippageOf(resting, 6_000_000)).toBeNull();
    const thin = checkOrder(limit({ type: 'market' }), {
      ...around,
      asks: { count: 0, pairs: [] },
    });
    expect(thin.problems[0]?.refusal).toBe('noLiquidity');
  });
});

describe('the ticket as it is used', () => {
  const opened = () =>
    createTicket(rules, (side) => (side === 'buy' ? 6_000_000 : 5_999_000), habit());

  it('UI-437 a price is prefilled once and then left alone', () => {
    const ticket = opened();
    ticket.getState().suggest(6_000_000);
    expect(ticket.getState().form.price).toBe('60000');
    ticket.getState().suggest(6_100_000);
    expect(ticket.getState().form.price).toBe('60000');
    ticket.getState().setPrice('');
    ticket.getState().setType('stopLimit');
    expect(ticket.getState().form.price).toBe('60000');
  });

  it('UI-437 a click on a price fills the price, a click on a size takes all up to it', () => {
    const ticket = opened();
    ticket.getState().pickPrice(6_012_300);
    expect(ticket.getState().form).toMatchObject({ type: 'limit', price: '60123', side: 'buy' });
    ticket.getState().pickDepth({ side: BUY, ticks: 5_999_000, sumLots: 200_000 });
    expect(ticket.getState().form).toMatchObject({
      side: 'sell',
      price: '59990',
      quantity: '2',
      total: '119980',
    });
    ticket.getState().setType('market');
    ticket.getState().pickPrice(6_000_000);
    expect(ticket.getState().form.type).toBe('limit');
    ticket.getState().setType('stopMarket');
    ticket.getState().pickPrice(6_100_000);
    expect(ticket.getState().form).toMatchObject({ type: 'stopMarket', trigger: '61000' });
  });

  it('UI-437 SPOT-034 at market all up to a level is whole steps of orders at market', () => {
    const coarse = { ...rules, marketStepLots: 10, marketMaxLots: 25_000 };
    const ticket = createTicket(coarse, () => 6_000_000, habit());
    ticket.getState().setType('market');
    ticket.getState().pickDepth({ side: BUY, ticks: 5_999_000, sumLots: 1_237 });
    expect(ticket.getState().form.quantity).toBe('0.0123');
    ticket.getState().pickDepth({ side: BUY, ticks: 5_999_000, sumLots: 90_009 });
    expect(ticket.getState().form.quantity).toBe('0.25');
  });

  it('UI-437 a stop sale cannot be given by amount, and the ticket falls back to the quantity', () => {
    const ticket = opened();
    ticket.getState().setType('stopMarket');
    ticket.getState().setLead('total');
    expect(ticket.getState().form.lead).toBe('total');
    ticket.getState().setSide('sell');
    expect(ticket.getState().form.lead).toBe('quantity');
  });

  it('UI-437 after an order the amounts are empty and the price stays', () => {
    const ticket = opened();
    ticket.getState().setPrice('59000');
    ticket.getState().setLots(10_000);
    expect(ticket.getState().form).toMatchObject({ quantity: '0.1', total: '5900' });
    const sent = ticket.getState().form;
    ticket.getState().settle(sent);
    expect(ticket.getState().form).toMatchObject({ price: '59000', quantity: '', total: '' });
    ticket.getState().step('price', -10);
    expect(ticket.getState().form.price).toBe('58999.9');
    const empty = createTicket(rules, () => 0, habit());
    empty.getState().step('price', 1);
    expect(empty.getState().form.price).toBe('');
  });

  it('UI-437 what is typed for the next order, while one is on its way, stays', () => {
    const ticket = opened();
    ticket.getState().setPrice('59000');
    ticket.getState().setQuantity('0.1');
    const sent = ticket.getState().form;
    ticket.getState().setQuantity('0.2');
    ticket.getState().settle(sent);
    expect(ticket.getState()).toMatchObject({ form: { quantity: '0.2' }, accepted: 1 });
  });

  it('UI-943 the unit of orders at market is a kept choice, which nothing else changes', () => {
    const kept = habit();
    const ticket = createTicket(rules, (side) => (side === 'buy' ? 6_000_000 : 5_999_000), kept);
    const at = () => ticket.getState();
    at().setType('market');
    expect(at().form.lead).toBe('quantity');
    at().setLead('total');
    at().setTotal('94000');
    at().settle(at().form);
    expect(at().form).toMatchObject({ lead: 'total', total: '', quantity: '' });
    at().setSide('sell');
    at().pickDepth({ side: BUY, ticks: 5_999_000, sumLots: 10_000 });
    expect(at().form).toMatchObject({ lead: 'total', total: '5999', quantity: '0.1' });
    at().setType('limit');
    at().setQuantity('0.1');
    at().setType('market');
    expect(at().form.lead).toBe('total');
    const next = createTicket(rules, () => 6_000_000, kept);
    next.getState().setType('market');
    expect(next.getState().form.lead).toBe('total');
    next.getState().setType('stopMarket');
    next.getState().setSide('sell');
    next.getState().setType('market');
    expect(next.getState().form.lead).toBe('total');
  });
});
