import { OWNER } from '@assay/core/ledger/owners';
import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import { MAX_EARN_ORDERS } from './rules.ts';
import {
  REDEEM_STRATEGY_REFUSALS,
  SUBSCRIBE_STRATEGY_REFUSALS,
} from './schema/strategy-commands.ts';
import { STAFF, UNIT } from './testing/desk.ts';
import { PRODUCT, STRATEGY, StrategyDesk } from './testing/strategy-desk.ts';

const { seed: _seed, ...TERMS } = STRATEGY;
const usdt = (whole: number) => BigInt(Math.round(whole * 1e8));

describe('strategy products', () => {
  it('EARN-040 EARN-107 terms are within bounds, an account has one product, and new terms hold from then on', () => {
    const desk = new StrategyDesk();
    const set = (change: object, actor = STAFF) =>
      desk.send(actor, 'setEarnStrategy', { ...TERMS, ...change }).refusal ?? '';
    const wrong: [string, object][] = [
      ['invalidEarnProduct', { product: 'usdt' }],
      ['invalidEarnProduct', { strategy: 'luck' }],
      ['invalidEarnProduct', { status: 'ajar' }],
      ['unknownAsset', { asset: 'EUR' }],
      ...['least', 'most', 'mostPerson', 'quota'].map((name): [string, object] => [
        'invalidTerms',
        { [name]: 0 },
      ]),
      ['invalidTerms', { least: STRATEGY.most + 1 }],
      ['strategyTaken', { product: 'USDT-OTHER' }],
      ['otherAsset', { asset: 'BTC' }],
      ['invalidEarnProduct', { product: 'BTC-1', asset: 'BTC', strategy: 'spotContract' }],
      ['strategyTaken', { strategy: 'spotContract' }],
    ];
    for (const [refusal, change] of wrong) expect([change, set(change)]).toEqual([change, refusal]);
    expect(set({ product: 'USDT-OTHER', strategy: 'spotContract' })).toBe('');
    expect(set({}, OWNER.setup)).toBe('notAllowed');
    expect(desk.send(STAFF, 'listEarnStrategy', STRATEGY).refusal).toBe('notAllowed');
    expect(desk.send(OWNER.setup, 'listEarnStrategy', STRATEGY).refusal).toBe('alreadyListed');
    const anna = desk.person();
    const { version } = desk.row;
    const holdingId = desk.subscribe(anna, '100');
    expect(set({ status: 'closed' })).toBe('');
    const body = { product: PRODUCT, amount: '100', version };
    expect(desk.send(anna, 'subscribeStrategy', body).refusal).toBe('strategyClosed');
    // What is in it stays, and can leave.
    desk.pass(DAY);
    desk.must(anna, 'redeemStrategy', { holdingId });
    desk.pass(DAY);
    expect(desk.has(anna)).toBe(usdt(30_000));
  });

  it('EARN-041 the reasons against each command come in one order, and refused changes nothing', () => {
    const desk = new StrategyDesk();
    const poor = desk.person('150');
    const attempt = { actor: OWNER.fees as number };
    const body: Record<string, unknown> = { product: 'NO-1', amount: 'x', version: 0 };
    const set = (change: object) => () => void Object.assign(body, change);
    const terms = (change: object) => () => {
      desk.must(STAFF, 'setEarnStrategy', { ...TERMS, ...change });
      body.version = desk.row.version;
    };
    desk.must(STAFF, 'setEarnStrategy', { ...TERMS, status: 'closed' });
    const steps: Record<string, () => void> = {
      notAllowed: () => void Object.assign(attempt, { actor: poor }),
      unknownStrategy: set({ product: PRODUCT }),
      strategyClosed: () => void desk.must(STAFF, 'setEarnStrategy', TERMS),
      strategyTermsChanged: () => set({ version: desk.row.version })(),
      invalidEarnAmount: set({ amount: '0.5' }),
      earnBelowLeast: set({ amount: '10001' }),
      earnAboveMost: () => {
        const all = { least: 1, most: 20_000 * UNIT, quota: 101 * UNIT };
        terms({ ...all, mostPerson: 20_000 * UNIT })();
        for (let i = 0; i < MAX_EARN_ORDERS; i += 1) desk.subscribe(poor, '1');
        set({ amount: '19999' })();
      },
      earnPersonLimit: set({ amount: '102' }),
      tooManyEarnOrders: () => {
        desk.pass(DAY);
        const [first] = desk.strategies.holdings.of(poor);
        desk.must(poor, 'redeemStrategy', { holdingId: first!.id });
        desk.pass(DAY);
      },
      insufficientBalance: set({ amount: '40' }),
      strategyFull: terms({ quota: 200 * UNIT }),
    };
    expect(Object.keys(steps)).toEqual([...SUBSCRIBE_STRATEGY_REFUSALS]);
    for (const [refusal, heal] of Object.entries(steps)) {
      const before = desk.has(attempt.actor);
      expect(desk.send(attempt.actor, 'subscribeStrategy', body).refusal).toBe(refusal);
      expect(desk.has(attempt.actor)).toBe(before);
      heal();
    }
    const holdingId = Number(desk.must(poor, 'subscribeStrategy', body).id);
    const redeem = (actor: number) => desk.send(actor, 'redeemStrategy', { holdingId }).refusal;
    const seen = [redeem(desk.person()), redeem(poor)];
    desk.pass(DAY);
    desk.must(poor, 'redeemStrategy', { holdingId });
    expect([...seen, redeem(poor)]).toEqual([...REDEEM_STRATEGY_REFUSALS]);
    for (const actor of [poor, STAFF, OWNER.setup]) {
      expect(desk.send(actor, 'workStrategies', {}).refusal).toBe('notAllowed');
    }
    expect(desk.send(OWNER.engine, 'workStrategies', {}).refusal).toBe('nothingDue');
    desk.sequencer.audit();
  });

  it('EARN-043 EARN-044 units cost what the account is worth at the cut, and leave at that worth, loss or gain', () => {
    const desk = new StrategyDesk();
    const [anna, bert] = [desk.person(), desk.person()];
    const first = desk.subscribe(anna, '500');
    expect(desk.has(anna)).toBe(usdt(29_500));
    // It waits outside of what is traded with, until its day has ended.
    expect(desk.has(OWNER.earnStrategy)).toBe(usdt(1_000));
    desk.pass(11 * HOUR);
    expect(desk.strategies.holdings.get(first)?.units).toBe(0n);
    desk.pass(HOUR);
    expect(desk.strategies.holdings.get(first)?.units).toBe(usdt(500));
    expect(desk.has(OWNER.earnStrategy)).toBe(usdt(1_500));
    // It earns 700 of 1,500: a unit is worth 1.4666..., and 100 buy 68.18181818 of them.
    desk.fund(OWNER.earnStrategy, 'USDT', usdt(700));
    const second = desk.subscribe(bert, '100');
    desk.pass(DAY);
    expect(desk.strategies.holdings.get(second)?.units).toBe(6_818_181_818n);
    // A coin falls: its loss is everybody's.
    desk.price(usdt(90_000));
    desk.fund(OWNER.earnStrategy, 'BTC', usdt(0.01));
    desk.must(anna, 'redeemStrategy', { holdingId: first });
    desk.pass(DAY);
    // Without a price of after midnight nothing is dealt at.
    expect(desk.strategies.holdings.get(first)?.state).toBe('redeeming');
    desk.price(usdt(1));
    desk.work();
    const worth = (usdt(500) * usdt(2_300.01)) / (usdt(1_500) + 6_818_181_818n);
    expect(desk.has(anna)).toBe(usdt(29_500) + worth);
    expect(desk.strategies.holdings.get(first)).toBeUndefined();
  });

  it('EARN-046 when a virtual account ends, what waits is its own again and its units are the house’s', () => {
    const desk = new StrategyDesk();
    const [anna, bert] = [desk.person(), desk.person()];
    desk.subscribe(anna, '500');
    const kept = desk.subscribe(bert, '500');
    desk.pass(DAY);
    desk.subscribe(anna, '300');
    desk.must(OWNER.setup, 'endVirtualAccount', { userId: anna });
    expect(desk.has(anna)).toBe(0n);
    expect([desk.row.houseUnits, desk.row.units]).toEqual([usdt(1_500), usdt(2_000)]);
    expect(desk.strategies.holdings.of(anna)).toEqual([]);
    desk.must(bert, 'redeemStrategy', { holdingId: kept });
    desk.pass(DAY);
    expect(desk.has(bert)).toBe(usdt(30_000));
  });
});
