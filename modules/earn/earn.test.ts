import { OWNER } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import { EARN_PRODUCTS } from './listings.ts';
import { areTerms, isProduct } from './machine/products.ts';
import { MAX_EARN_ORDERS } from './rules.ts';
import { REDEEM_REFUSALS, SUBSCRIBE_REFUSALS } from './schema/commands.ts';
import { type Answer, AT_END, EarnDesk, STAFF, TERMS, UNIT } from './testing/desk.ts';

const usdt = (whole: number) => BigInt(Math.round(whole * 1e8));
const refusalOf = (answer: Answer) => answer.refusal ?? '';

/** The postings of the last command: purpose and amount. */
function posted({ ledger }: EarnDesk): string[] {
  const { postings } = ledger.ledger;
  return Array.from({ length: postings.count }, (_, row) => {
    return `${purposeName(postings.purpose(row))} ${Number(postings.amount(row)) / UNIT}`;
  });
}

describe('subscriptions', () => {
  it('EARN-010 principal and the whole yield go into escrow at once, else it is sold out', () => {
    const desk = new EarnDesk({ capital: '20' });
    const anna = desk.person('10000');
    desk.endBatch();
    const order = desk.subscribe(anna, '1000');
    expect(posted(desk)).toEqual(['earnSubscription 1000', 'earnFunding 15']);
    expect(order).toMatchObject({
      ...{ term: 1, principal: '1000', earned: '0', total: '15', daysLeft: 30, state: 'custody' },
      ...{ startsAt: Date.parse('2025-11-21T00:00Z'), endsAt: Date.parse('2025-12-21T00:00Z') },
    });
    expect([desk.has(anna), desk.has('escrow'), desk.has('capital')]).toEqual([
      ...[usdt(9_000), usdt(1_015), usdt(5)],
    ]);
    // 0.5 a thousand and day: what is left funds 333.33 for thirty days.
    expect(desk.earn.room(desk.earn.products.get('USDT-30')!)).toBe(33_333_333_333);
    const body = { product: 'USDT-30', amount: '333.4', version: 3, renews: false };
    const { version } = desk.earn.products.get('USDT-30')!;
    expect(refusalOf(desk.send(anna, 'subscribeEarn', { ...body, version }))).toBe('earnSoldOut');
    desk.subscribe(anna, '333.33333333');
    desk.sequencer.audit();
  });

  it('EARN-011 the reasons against a subscription come in one order, and refused changes nothing', () => {
    const desk = new EarnDesk({ capital: '4' });
    const anna = desk.person('300');
    const attempt = { actor: OWNER.fees as number };
    const body: Record<string, unknown> = { product: 'NO-1', amount: 'x', version: 0, renews: 1 };
    const set = (change: object) => () => void Object.assign(body, change);
    const terms = (change: object) => () => {
      desk.must(STAFF, 'setEarnProduct', { ...TERMS, ...change });
      body.version = desk.earn.products.get('USDT-30')!.version;
    };
    const wide = { most: 20_000 * UNIT };
    desk.subscribe(anna, '100');
    desk.must(STAFF, 'setEarnProduct', { ...TERMS, product: 'USDT-1', least: UNIT, dailyPpb: 1 });
    const steps: Record<string, () => void> = {
      notAllowed: () => void Object.assign(attempt, { actor: anna }),
      unknownEarnProduct: () => {
        desk.must(STAFF, 'setEarnProduct', { ...TERMS, status: 'closed' });
        body.product = 'USDT-30';
      },
      earnClosed: () => void desk.must(STAFF, 'setEarnProduct', TERMS),
      earnTermsChanged: () => {
        Object.assign(body, { version: desk.earn.products.get('USDT-30')!.version, renews: false });
      },
      invalidEarnAmount: set({ amount: '9.99' }),
      earnBelowLeast: set({ amount: '10000.00000001' }),
      earnAboveMost: () => {
        terms({ most: 200 * UNIT, mostPerson: 249 * UNIT })();
        body.amount = '150';
      },
      earnPersonLimit: () => {
        terms(wide)();
        for (let i = 1; i < MAX_EARN_ORDERS; i += 1) {
          desk.subscribe(anna, '1', { product: 'USDT-1' });
        }
      },
      tooManyEarnOrders: () => {
        const { id: orderId } = desk.earn.open.of(anna)[1]!;
        desk.must(anna, 'redeemEarn', { orderId, cost: '0' });
        desk.pass(2 * DAY);
      },
      insufficientBalance: () => {
        terms({ ...wide, dailyPpb: 10_000_000 })();
        body.amount = '101';
      },
      earnSoldOut: terms(wide),
    };
    const seen: string[] = [];
    for (const [refusal, mend] of Object.entries(steps)) {
      const before = desk.sequencer.stateHash();
      expect(refusalOf(desk.send(attempt.actor, 'subscribeEarn', body))).toBe(refusal);
      expect(desk.sequencer.stateHash()).toBe(before);
      seen.push(refusal);
      mend();
    }
    expect(seen).toEqual([...SUBSCRIBE_REFUSALS]);
    expect(refusalOf(desk.send(attempt.actor, 'subscribeEarn', body))).toBe('');
    desk.sequencer.audit();
  });

  it('EARN-001 EARN-002 quotas and bounds hold, new terms hold for new orders only, and are bounded', () => {
    const desk = new EarnDesk();
    const [anna, bert] = [desk.person(), desk.person()];
    const old = desk.subscribe(anna, '10000');
    desk.must(STAFF, 'setEarnProduct', { ...TERMS, dailyPpb: 100, quota: 10_500 * UNIT });
    expect(desk.order(old.id)).toMatchObject({ dailyPpb: 500_000, total: '150' });
    const version = desk.earn.products.get('USDT-30')!.version;
    const body = { product: 'USDT-30', amount: '500.00000001', version, renews: false };
    expect(refusalOf(desk.send(bert, 'subscribeEarn', body))).toBe('earnSoldOut');
    expect(desk.subscribe(bert, '500')).toMatchObject({ dailyPpb: 100, total: '0.0015' });
    for (const wrong of [
      ...[{ cycleDays: 0 }, { cycleDays: 367 }, { cycleDays: 1.5 }, { dailyPpb: 0 }],
      ...[{ dailyPpb: 10_000_001 }, { cycleDays: 101, dailyPpb: 10_000_000 }, { costPpm: -1 }],
      ...[{ costPpm: 1_000_001 }, { least: 0 }, { most: UNIT }, { mostPerson: UNIT }, { quota: 0 }],
      ...[{ quota: 2 ** 53 }, { least: '1' }],
    ]) {
      expect(areTerms({ ...TERMS, ...wrong } as never), JSON.stringify(wrong)).toBe(false);
    }
    for (const wrong of [{ product: 'usdt-30' }, { status: 'gone' }, { payout: 'never' }]) {
      expect(isProduct({ ...TERMS, ...wrong } as never)).toBe(false);
    }
    const set = (actor: number, change: object) =>
      refusalOf(desk.send(actor, 'setEarnProduct', { ...TERMS, ...change }));
    expect(set(anna, {})).toBe('notAllowed');
    expect(set(STAFF, { product: 'x' })).toBe('invalidEarnProduct');
    expect(set(STAFF, { asset: 'ABC' })).toBe('unknownAsset');
    expect(set(STAFF, { quota: 0 })).toBe('invalidTerms');
    desk.must(OWNER.setup, 'listAsset', { symbol: 'BTC', name: 'Bitcoin' });
    expect(set(STAFF, { asset: 'BTC' })).toBe('otherAsset');
    expect(refusalOf(desk.send(OWNER.setup, 'listEarnProduct', TERMS))).toBe('alreadyListed');
    expect(refusalOf(desk.send(STAFF, 'listEarnProduct', TERMS))).toBe('notAllowed');
    for (const one of EARN_PRODUCTS) expect([isProduct(one), areTerms(one)]).toEqual([true, true]);
  });
});

describe('days', () => {
  it('EARN-013 EARN-014 EARN-120 each day from the next on is booked once, weekends too, and paid daily or at the end', () => {
    const desk = new EarnDesk();
    const anna = desk.person('10000');
    const daily = desk.subscribe(anna, '1000');
    const atEnd = desk.subscribe(anna, '1000', { product: 'USDT-7' });
    desk.pass(12 * HOUR);
    // The day of the acceptance does not count.
    expect(desk.order(daily.id)).toMatchObject({ earned: '0', daysLeft: 30 });
    // Friday to Monday.
    for (let day = 1; day <= 4; day += 1) {
      desk.pass(DAY);
      expect(desk.has(anna)).toBe(usdt(8_000 + day * 0.5));
      expect(desk.order(atEnd.id)).toMatchObject({ earned: `${day * 0.5}`, daysLeft: 7 - day });
      expect(refusalOf(desk.send(OWNER.engine, 'workEarn', {}))).toBe('nothingDue');
    }
    expect(refusalOf(desk.send(anna, 'workEarn', {}))).toBe('notAllowed');
    // What all orders come to: of the yield of the first, four days were paid.
    const held = () => desk.earn.open.held(desk.earn.open.get(daily.id)?.asset ?? 1);
    const owed = usdt(2_000 + 15 - 2 + 3.5);
    expect(held()).toEqual({ orders: 2, principal: usdt(2_000), owed });
    expect(desk.has('escrow')).toBe(owed);
    desk.days(2);
    desk.endBatch();
    desk.days(1);
    expect(desk.order(atEnd.id)).toBeUndefined();
    const [ended] = desk.published();
    expect(ended).toMatchObject({ id: atEnd.id, state: 'completed', earned: '3.5', daysLeft: 0 });
    expect(desk.has(anna)).toBe(usdt(9_000 + 7 * 0.5 + 3.5));
    desk.days(23);
    expect(desk.has(anna)).toBe(usdt(10_000 + 15 + 3.5));
    expect([desk.has('escrow'), desk.has('capital')]).toEqual([0n, usdt(100_000 - 18.5)]);
    expect(held()).toEqual({ orders: 0, principal: 0n, owed: 0n });
  });

  it.each([1, 3, 500])(
    'EARN-021 forty missed days are booked in slices of %i, once each',
    (slice) => {
      const desk = new EarnDesk({ slice });
      const anna = desk.person('10000');
      const orders = [desk.subscribe(anna, '1000', { renews: true }), desk.subscribe(anna, '50')];
      desk.pass(40 * DAY, false);
      const works: unknown[] = [];
      // Somebody else comes in between, and the person whose days are missing as well.
      while (desk.earn.hasWork(desk.now)) {
        works.push(desk.must(OWNER.engine, 'workEarn', {}).work);
        if (works.length === 2) desk.subscribe(anna, '10');
        desk.sequencer.audit();
      }
      expect(Math.max(...works.map(Number))).toBeLessThanOrEqual(slice);
      expect(works.reduce<number>((sum, one) => sum + Number(one), 0)).toBe(39 + 30);
      // 39 days of a thousand, and a whole term of fifty.
      const late = slice === 500 ? 0 : 10;
      expect(desk.has(anna)).toBe(usdt(10_000 - 1_000 - late + 39 * 0.5 + 0.75));
      expect(desk.order(orders[0]!.id)).toMatchObject({ term: 2, earned: '4.5', daysLeft: 21 });
      desk.pass(-DAY, false);
      expect(desk.earn.hasWork(desk.now)).toBe(false);
    },
  );
});

describe('early redemption', () => {
  it('EARN-015 EARN-016 costs half of what was earned, and is paid a business day later', () => {
    const desk = new EarnDesk();
    const anna = desk.person('1000');
    const { id: orderId } = desk.subscribe(anna, '1000');
    desk.days(8);
    // Friday at noon; seven days are booked.
    const ask = (cost: string, actor = anna) =>
      refusalOf(desk.send(actor, 'redeemEarn', { orderId, cost }));
    expect(ask('1.75', desk.person())).toBe('unknownEarnOrder');
    expect(ask('-1')).toBe('invalidEarnCost');
    expect(ask('1.74999999')).toBe('earnCostChanged');
    desk.endBatch();
    expect(ask('1.75')).toBe('');
    const dueAt = Date.parse('2025-12-01T12:00Z');
    expect(desk.order(orderId)).toMatchObject({ state: 'redeeming', cost: '1.75', dueAt });
    expect(ask('1.75')).toBe('notInCustody');
    expect(refusalOf(desk.send(anna, 'renewEarn', { orderId, renews: true }))).toBe('notInCustody');
    // It earns nothing more, and is paid at the instant that was promised.
    desk.pass(dueAt - desk.now - 1);
    expect(desk.has(anna)).toBe(usdt(3.5));
    desk.endBatch();
    desk.pass(1);
    expect(posted(desk)).toEqual(['earnRedemption 1000', 'earnCost 1.75', 'earnReturn 11.5']);
    expect(desk.published()).toMatchObject([{ state: 'redeemed', lateYield: '0', cost: '1.75' }]);
    expect(desk.has(anna)).toBe(usdt(1_001.75));
    expect([desk.has('escrow'), desk.has('capital')]).toEqual([0n, usdt(100_000 - 1.75)]);
  });

  it('EARN-016 days of delay earn out of the same escrow, as far as the term would have', () => {
    for (const [delay, late] of [
      ...([
        [0.9, 0],
        [5.5, 5],
      ] as const),
      ...([[40, 22]] as const),
    ]) {
      const desk = new EarnDesk();
      const anna = desk.person('1000');
      const { id: orderId } = desk.subscribe(anna, '1000');
      desk.days(9);
      desk.must(anna, 'redeemEarn', { orderId, cost: '2' });
      desk.pass(2 * DAY + delay * DAY);
      expect(desk.has(anna)).toBe(usdt(1_000 + 8 * 0.25 + late * 0.5));
      expect(desk.has('escrow')).toBe(0n);
    }
  });

  it('EARN-015 what ends sooner is not redeemed, and a day that nobody booked yet counts', () => {
    const desk = new EarnDesk();
    const anna = desk.person('10000');
    const { id: orderId } = desk.subscribe(anna, '1000', { product: 'USDT-7' });
    desk.pass(3 * DAY, false);
    expect(refusalOf(desk.send(anna, 'redeemEarn', { orderId, cost: '0.49' }))).toBe(
      'earnCostChanged',
    );
    desk.must(anna, 'redeemEarn', { orderId, cost: '0.5' });
    expect(desk.order(orderId)).toMatchObject({ earned: '1', state: 'redeeming' });
    desk.days(2);
    expect(desk.has(anna)).toBe(usdt(10_000.5));
    const other = desk.subscribe(anna, '1000', { product: 'USDT-7' });
    desk.days(7);
    const late = { orderId: other.id, cost: '9' };
    expect(refusalOf(desk.send(anna, 'redeemEarn', late))).toBe('endsSooner');
    expect(REDEEM_REFUSALS).toContain('endsSooner');
  });

  it('EARN-017 only staff with a legal code reject it, and then nothing has been lost', () => {
    const desk = new EarnDesk();
    const anna = desk.person('1000');
    const { id: orderId } = desk.subscribe(anna, '1000');
    const reject = (actor: number, body: object = {}) =>
      refusalOf(desk.send(actor, 'rejectRedemption', { orderId, code: 'courtOrder', ...body }));
    desk.days(8);
    expect(reject(STAFF)).toBe('notRedeeming');
    desk.must(anna, 'redeemEarn', { orderId, cost: '2' });
    expect(reject(anna)).toBe('notAllowed');
    expect(reject(STAFF, { orderId: 1 })).toBe('unknownEarnOrder');
    expect(reject(STAFF, { code: 'busy' })).toBe('unknownCode');
    desk.days(2);
    expect(reject(STAFF)).toBe('');
    expect(desk.order(orderId)).toMatchObject({
      ...{ state: 'rejected', code: 'courtOrder', earned: '4.5', askedAt: 0, cost: '' },
    });
    desk.sequencer.audit();
    desk.days(22);
    expect(desk.has(anna)).toBe(usdt(1_015));
  });
});

describe('renewal', () => {
  it('EARN-018 goes on without a gap at terms that are no worse, else ends and says why', () => {
    const better = { dailyPpb: 600_000, costPpm: 400_000 };
    for (const [change, notRenewed] of [
      [better, 'renewed'],
      [{ dailyPpb: 499_999 }, 'worseTerms'],
      [{ costPpm: 500_001 }, 'worseTerms'],
      [{ status: 'closed' }, 'notOffered'],
      [{ cycleDays: 8 }, 'notOffered'],
      [{ payout: 'daily' }, 'notOffered'],
      [{ most: 999 * UNIT }, 'notOffered'],
      [{ quota: 999 * UNIT }, 'earnSoldOut'],
      [{ dailyPpb: 10_000_000 }, 'earnSoldOut'],
    ] as const) {
      const desk = new EarnDesk({ capital: '60' });
      const anna = desk.person('1000');
      const { id } = desk.subscribe(anna, '1000', { product: 'USDT-7', renews: true });
      desk.must(STAFF, 'setEarnProduct', { ...AT_END, ...change });
      desk.endBatch();
      desk.days(8);
      if (notRenewed === 'renewed') {
        expect(desk.order(id)).toMatchObject({ term: 2, ...better, daysLeft: 7, total: '4.2' });
        expect(desk.has(anna)).toBe(usdt(3.5));
        desk.must(anna, 'renewEarn', { orderId: id, renews: false });
        desk.days(7);
        expect(desk.has(anna)).toBe(usdt(1_000 + 3.5 + 4.2));
        continue;
      }
      expect(desk.published()).toMatchObject([{ state: 'completed', notRenewed }]);
      expect(desk.has(anna)).toBe(usdt(1_003.5));
      expect(desk.has('escrow')).toBe(0n);
    }
    const desk = new EarnDesk();
    const { id } = desk.subscribe(desk.person(), '10');
    const renew = (actor: number, renews: unknown) =>
      refusalOf(desk.send(actor, 'renewEarn', { orderId: id, renews }));
    expect([renew(desk.person(), true), renew(1_000, 'yes'), renew(1_000, true)]).toEqual([
      ...['unknownEarnOrder', 'invalidChoice', ''],
    ]);
    expect([renew(OWNER.engine, true), renew(OWNER.engine, false)]).toEqual([
      ...['unknownEarnOrder', ''],
    ]);
    expect(desk.order(id)?.renews).toBe(false);
  });

  it('EARN-019 a virtual account that ends has its principals, and the pool the rest', () => {
    const desk = new EarnDesk();
    const anna = desk.person('5000');
    desk.subscribe(anna, '1000');
    const { id: orderId } = desk.subscribe(anna, '1000', { product: 'USDT-7' });
    desk.days(3);
    desk.must(anna, 'redeemEarn', { orderId, cost: '9' });
    desk.must(anna, 'resetVirtualAccount', {
      userId: anna,
      grants: [{ asset: 'USDT', amount: '7' }],
    });
    desk.sequencer.audit();
    expect([desk.has(anna), desk.has('escrow')]).toEqual([usdt(7), 0n]);
    expect(desk.has('capital')).toBe(usdt(100_000 - 2 * 0.5));
    expect(desk.earn.open.size).toBe(0);
  });
});
