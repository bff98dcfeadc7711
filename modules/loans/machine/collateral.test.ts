import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { describe, expect, it, vi } from 'vitest';
import {
  ADD_COLLATERAL_REFUSALS,
  OPEN_COLLATERAL_REFUSALS,
  RELEASE_COLLATERAL_REFUSALS,
  REPAY_COLLATERAL_REFUSALS,
} from '../schema/collateral-commands.ts';
import { CONTRACT, CollateralDesk, DAY, HOUR, TERMS, units } from './collateral.suite.ts';
import { CollateralIndex } from './collateral-index.ts';
import { COLLATERAL_BOUNDS, type CollateralBounds } from './collateral-ticks.ts';

const PERSON = 1000;

/** Somebody with 1 BTC, and BTC at 100,000. */
function started(): CollateralDesk {
  const desk = new CollateralDesk();
  expect(desk.send(OWNER.setup, 'listCollateral', TERMS)).toMatchObject({ version: 1 });
  desk.deposit(PERSON, 'BTC', '1');
  desk.quote({ BTC: '100000' });
  return desk;
}

/** 6,000 against 0.1 BTC, a share of 60 %. */
function lent(change: object = {}): { desk: CollateralDesk; id: number } {
  const desk = started();
  const { id } = desk.begin(PERSON, change) as { id: number };
  expect(id).toBeGreaterThan(0);
  desk.endBatch();
  return { desk, id };
}

const facts = (desk: CollateralDesk) =>
  desk.endBatch().filter(({ type }) => type === 'collateralLoanChanged') as unknown as {
    what: string;
    lost: string;
  }[];

describe('terms of collateral', () => {
  it('LOAN-060 worse terms take effect a day later, and a loan keeps its own', () => {
    const { desk, id } = lent();
    const by = staffActor(1);
    const set = (change: object) => desk.send(by, 'setCollateral', { ...TERMS, ...change });
    expect(set({ feePpm: 4_000, isOpen: false, capacity: '0' })).toMatchObject({
      ...{ version: 2, from: desk.now },
    });
    expect(desk.begin(PERSON, { version: 2 }).refusal).toBe('collateralClosed');
    expect(set({ feePpm: 4_000 }).from).toBe(desk.now);
    for (const worse of [
      ...[{ initialPpm: 600_000 }, { callPpm: 740_000 }, { liquidationPpm: 820_000 }],
      ...[{ feePpm: 4_001 }, { aprPpm: 87_601 }, { least: '51' }, { most: '49999' }],
    ]) {
      expect(set({ feePpm: 4_000, ...worse }).from, JSON.stringify(worse)).toBe(desk.now + DAY);
    }
    const worst = { initialPpm: 600_000, liquidationPpm: 780_000, callPpm: 760_000 };
    const { version } = set(worst) as { version: number };
    expect(desk.begin(PERSON, { version }).refusal).toBe('loanTermsMoved');
    desk.now += DAY;
    desk.quote({ BTC: '100000' });
    expect(desk.begin(PERSON, { version, amount: '6100' }).refusal).toBe('ltvTooHigh');
    // 79 %: beyond the share of now, below that of the loan.
    desk.quote({ BTC: '76000' });
    expect(desk.collateral.get(id)?.collateral).toBe(units('0.1'));
    for (const [body, actor, why] of [
      [TERMS, PERSON, 'notAllowed'],
      [{ ...TERMS, asset: 'USDT' }, by, 'unknownAsset'],
      [{ ...TERMS, least: '9' }, by, 'invalidLoanAmounts'],
      [{ ...TERMS, feePpm: 20_001 }, by, 'invalidTerms'],
    ] as const) {
      expect(desk.send(actor, 'setCollateral', body).refusal).toBe(why);
    }
    expect(desk.send(OWNER.setup, 'listCollateral', TERMS).refusal).toBe('alreadyListed');
  });

  it('LOAN-073 nothing of it is in the virtual realm', () => {
    const desk = new CollateralDesk({ realm: 'demo' });
    expect(desk.send(OWNER.setup, 'listCollateral', TERMS).refusal).toBe('onlyReal');
    for (const type of ['addCollateral', 'releaseCollateral', 'repayCollateralLoan']) {
      expect(desk.send(PERSON, type, { loanId: 1, amount: '1' }).refusal).toBe('onlyReal');
    }
    expect(desk.begin(PERSON).refusal).toBe('onlyReal');
  });
});

describe('a loan against collateral', () => {
  it('LOAN-063 LOAN-072 pays out at once, holds its collateral and nothing else, or is sold out', () => {
    const { desk, id } = lent();
    expect(desk.funds(PERSON, 'USDT')).toEqual([units('6000'), 0n]);
    expect(desk.funds(PERSON, 'BTC')).toEqual([units('0.9'), units('0.1')]);
    expect(desk.funds(OWNER.lending, 'USDT')).toEqual([units('94000'), 0n]);
    expect(desk.collateral.owedAt(desk.collateral.get(id)!, desk.now)).toEqual({
      ...{ principal: units('6000'), interest: units('0.06') },
    });
    // What is lent against the asset is at most its capacity, and what the pool has.
    expect(desk.begin(PERSON, { amount: '50000', collateral: '0.8' }).refusal).toBeUndefined();
    const more = { amount: '24000.1', collateral: '0.1' };
    expect(desk.begin(PERSON, more).refusal).toBe('ltvTooHigh');
    desk.deposit(PERSON, 'BTC', '9');
    const beyond = { amount: '24000.1', collateral: '5' };
    expect(desk.begin(PERSON, beyond).refusal).toBe('collateralSoldOut');
    desk.send(staffActor(1), 'setCollateral', { ...TERMS, capacity: '900000' });
    const two = { version: 2, collateral: '5' };
    expect(desk.begin(PERSON, { ...two, amount: '44000.1' }).refusal).toBe('collateralSoldOut');
    expect(desk.begin(PERSON, { ...two, amount: '44000' }).refusal).toBeUndefined();
  });

  it('LOAN-064 the reasons for refusing are checked in one order', () => {
    const desk = started();
    const wrong: [string, object, () => void][] = [
      ['unknownCollateral', { asset: 'ETH' }, () => undefined],
      ['collateralClosed', {}, () => undefined],
      ['loanTermsMoved', { version: 9 }, () => undefined],
      ['invalidLoanPeriod', { periodDays: 8 }, () => undefined],
      ['invalidAmount', { amount: '49' }, () => undefined],
      ['invalidCollateral', { collateral: '0' }, () => undefined],
      ['invalidContract', { contract: 'x' }, () => undefined],
      ['ltvTooHigh', { collateral: '0.09' }, () => undefined],
      ['insufficientCollateral', { collateral: '2' }, () => undefined],
    ];
    let [all, last] = [{}, -1];
    for (const [why, change] of wrong.toReversed()) {
      if (why === 'collateralClosed') continue;
      all = { ...all, ...change };
      expect(desk.begin(PERSON, all).refusal).toBe(why);
      const place = (OPEN_COLLATERAL_REFUSALS as readonly string[]).indexOf(why);
      if (last >= 0) expect(place).toBeLessThan(last);
      last = place;
    }
    desk.now += 10_001;
    expect(desk.begin(PERSON).refusal).toBe('noCollateralPrice');
    desk.quote({ BTC: '100000' });
    for (let n = 0; n < 20; n += 1) desk.begin(PERSON, { amount: '50', collateral: '0.001' });
    expect(desk.begin(PERSON).refusal).toBe('tooManyLoans');
    expect(desk.begin(OWNER.fees).refusal).toBe('notAllowed');
    const { id } = lent();
    const order = (type: string, why: string, refusals: readonly string[], body: object) => {
      expect(refusals).toContain(why);
      const of = lent().desk;
      expect(of.send(PERSON, type, { loanId: id, amount: '1', ...body }).refusal).toBe(why);
    };
    order('addCollateral', 'unknownLoan', ADD_COLLATERAL_REFUSALS, { loanId: 1, amount: '0' });
    order('addCollateral', 'invalidCollateral', ADD_COLLATERAL_REFUSALS, { amount: '0' });
    order('addCollateral', 'insufficientCollateral', ADD_COLLATERAL_REFUSALS, {});
    order('releaseCollateral', 'unknownLoan', RELEASE_COLLATERAL_REFUSALS, { loanId: 1 });
    order('releaseCollateral', 'invalidCollateral', RELEASE_COLLATERAL_REFUSALS, { amount: '0.1' });
    const much = { amount: '0.01' };
    order('releaseCollateral', 'ltvTooHigh', RELEASE_COLLATERAL_REFUSALS, much);
    order('repayCollateralLoan', 'unknownLoan', REPAY_COLLATERAL_REFUSALS, { loanId: 1 });
    order('repayCollateralLoan', 'invalidAmount', REPAY_COLLATERAL_REFUSALS, { amount: 'x' });
    const all6 = { amount: '6001' };
    order('repayCollateralLoan', 'insufficientToRepay', REPAY_COLLATERAL_REFUSALS, all6);
  });

  it('LOAN-065 collateral is added at any time, and released while the share stays initial', () => {
    const { desk, id } = lent();
    const change = (type: string, amount: string) =>
      desk.send(PERSON, type, { loanId: id, amount });
    expect(change('releaseCollateral', '0.0076').refusal).toBeUndefined();
    expect(change('releaseCollateral', '0.0001').refusal).toBe('ltvTooHigh');
    desk.now += 60_000;
    expect(change('releaseCollateral', '0.0001').refusal).toBe('noCollateralPrice');
    expect(change('addCollateral', '0.5').collateral).toBe('0.5924');
    desk.quote({ BTC: '100000' });
    expect(change('releaseCollateral', '0.5').collateral).toBe('0.0924');
    expect(desk.funds(PERSON, 'BTC')).toEqual([units('0.9076'), units('0.0924')]);
  });

  it('LOAN-066 any part may be repaid, interest first; all of it frees all collateral at once', () => {
    const { desk, id } = lent();
    const repay = (amount: string) => {
      return desk.send(PERSON, 'repayCollateralLoan', { loanId: id, amount });
    };
    desk.now += 10 * HOUR;
    expect(repay('0.5')).toMatchObject({ interest: '0.5', principal: '0' });
    expect(repay('1000')).toMatchObject({ interest: '0.1', principal: '999.9' });
    desk.deposit(PERSON, 'USDT', '10');
    expect(repay('99999')).toMatchObject({
      ...{ interest: '0', principal: '5000.1' },
      loan: { state: 'repaid', owed: '0' },
    });
    expect(desk.funds(PERSON, 'BTC')).toEqual([units('1'), 0n]);
    expect(desk.funds(OWNER.lending, 'USDT')).toEqual([units('100000.6'), 0n]);
    expect(repay('1').refusal).toBe('unknownLoan');
  });
});

describe('ticks', () => {
  it('LOAN-067 call three times on the way, once each, and end the call well below it', () => {
    const { desk } = lent();
    const at = (price: string) => {
      desk.quote({ BTC: price });
      return facts(desk).map(({ what }) => what);
    };
    // 75 % is reached at 80,000.8, 77.67 % at 77,254, 80.33 % at 74,690.
    expect(at('80100')).toEqual([]);
    expect(at('80000')).toEqual(['called']);
    expect(at('79900')).toEqual([]);
    expect(at('81000')).toEqual([]);
    expect(at('80000')).toEqual([]);
    expect(at('77000')).toEqual(['called']);
    expect(at('74000')).toEqual(['called']);
    expect(at('73500')).toEqual([]);
    // 73 % and less is well below 75.
    expect(at('82100')).toEqual([]);
    expect(at('82300')).toEqual(['callEnded']);
    expect(at('74000')).toEqual(['called']);
  });

  it('LOAN-068 convert just as much as brings the share back, by the tick that they name', () => {
    const { desk, id } = lent();
    desk.quote({ BTC: '72000' });
    const [fact] = facts(desk);
    expect(fact?.what).toBe('taken');
    // (6,000.06 − 0.65 × 7,200) ÷ (72,000 × 0.345)
    const taken = units('0.05314252');
    expect(desk.funds(PERSON, 'BTC')).toEqual([units('0.9'), units('0.1') - taken]);
    expect(desk.funds(OWNER.lending, 'BTC')).toEqual([taken, 0n]);
    const row = desk.collateral.get(id)!;
    const { interest, principal } = desk.collateral.owedAt(row, desk.now);
    expect(interest).toBe(0n);
    // 0.05314252 × 72,000 × 0.995 pays.
    expect(principal).toBe(units('6000.06') - units('3807.1301328'));
    expect(desk.funds(PERSON, 'USDT')).toEqual([units('6000'), 0n]);
    desk.quote({ BTC: '72000' });
    expect(facts(desk)).toEqual([]);
  });

  it('LOAN-069 what a gap leaves is the loss of the pool, and never a debt', () => {
    const { desk, id } = lent();
    desk.quote({ BTC: '50000' });
    const [fact] = facts(desk);
    // 6,000.06 less 0.1 × 50,000 × 0.995
    expect(fact).toMatchObject({ what: 'taken', lost: '1025.06', loan: { state: 'short' } });
    expect(desk.collateral.get(id)).toBeUndefined();
    expect(desk.funds(PERSON, 'BTC')).toEqual([units('0.9'), 0n]);
    expect(desk.funds(PERSON, 'USDT')).toEqual([units('6000'), 0n]);
    expect(desk.funds(OWNER.lending, 'BTC')).toEqual([units('0.1'), 0n]);
  });

  it('LOAN-070 without a tick nothing is converted; after 40 days the first one decides', () => {
    const { desk, id } = lent({ periodDays: 180 });
    desk.now += 40 * DAY;
    desk.quote({ ETH: '1' });
    const { interest } = desk.collateral.owedAt(desk.collateral.get(id)!, desk.now);
    expect(interest).toBe(units('57.6'));
    expect(facts(desk)).toEqual([]);
    desk.quote({ BTC: '72900' });
    expect(facts(desk).map(({ what }) => what)).toEqual(['taken']);
    expect(desk.collateral.get(id)!.interestPaid).toBe(units('57.6'));
  });

  it('LOAN-071 three days after its period what is still owed is paid out of collateral', () => {
    const { desk, id } = lent({ periodDays: 7 });
    const opened = desk.now;
    desk.now = opened + 10 * DAY - 1;
    desk.quote({ BTC: '100000' });
    expect(desk.collateral.get(id)).toBeDefined();
    desk.now = opened + 50 * DAY;
    desk.quote({ BTC: '100000' });
    expect(facts(desk)).toMatchObject([{ what: 'matured', lost: '0', loan: { state: 'taken' } }]);
    // 6,014.4 ÷ (100,000 × 0.995): ten days of interest, however late the tick.
    expect(desk.funds(PERSON, 'BTC')).toEqual([units('1') - units('0.06044624'), 0n]);
  });

  /** Nine loans of 0.1 BTC each, which 72,000 reaches. */
  const many = (bounds: CollateralBounds) => {
    const desk = new CollateralDesk({ bounds });
    desk.send(OWNER.setup, 'listCollateral', TERMS);
    desk.deposit(PERSON, 'BTC', '1');
    desk.quote({ BTC: '100000' });
    for (let n = 0; n < 9; n += 1) desk.begin(PERSON, { contract: CONTRACT });
    desk.settle();
    desk.endBatch();
    return desk;
  };
  const left = (desk: CollateralDesk) => {
    return desk.collateral.rows().map(({ id: _, ...row }) => row);
  };

  it('LOAN-074 one command looks at no more loans and changes no more than it may', () => {
    const after = vi.spyOn(CollateralIndex.prototype, 'after');
    const looked = () => {
      const all = after.mock.results.reduce((sum, { value }) => sum + value.length, 0);
      after.mockClear();
      return all;
    };
    for (const bounds of [
      { looked: 4, changed: 3 },
      { looked: 2, changed: 9 },
      { looked: 9, changed: 1 },
    ]) {
      const desk = many(bounds);
      looked();
      const goOn = () => {
        expect(looked()).toBeLessThanOrEqual(bounds.looked);
        const changed = facts(desk);
        expect(changed.length).toBeLessThanOrEqual(bounds.changed);
        return changed.length;
      };
      desk.quote({ BTC: '72000' });
      let changed = goOn();
      for (let next = desk.collateral.followUp(); next !== null; ) {
        expect(desk.send(next.actor, next.type, next.body).refusal).toBeUndefined();
        changed += goOn();
        next = desk.collateral.followUp();
      }
      expect(changed).toBe(9);
    }
    after.mockRestore();
  });

  it('LOAN-074 slices do what one piece does, tick by tick, though more ticks come meanwhile', () => {
    const whole = many(COLLATERAL_BOUNDS);
    for (const price of ['77000', '72000', '90000', '60000']) whole.quote({ BTC: price });
    expect(whole.settle()).toBe(0);
    for (const bounds of [
      { looked: 1, changed: 1 },
      { looked: 4, changed: 2 },
    ]) {
      const sliced = many(bounds);
      for (const price of ['77000', '72000', '90000', '60000']) sliced.quote({ BTC: price });
      expect(left(sliced)).not.toEqual(left(whole));
      expect(sliced.settle()).toBeGreaterThan(4);
      expect(left(sliced)).toEqual(left(whole));
      for (const coin of ['BTC', 'USDT'] as const) {
        for (const owner of [PERSON, OWNER.lending]) {
          expect(sliced.funds(owner, coin)).toEqual(whole.funds(owner, coin));
        }
      }
    }
  });

  it('LOAN-074 a loan that is opened after a tick is none of it, and only the engine goes on', () => {
    const desk = many({ looked: 2, changed: 2 });
    const on = (actor: number) => desk.send(actor, 'workCollateralTicks', {}).refusal;
    expect(on(OWNER.engine)).toBe('nothingDue');
    desk.quote({ BTC: '72000' });
    desk.quote({ BTC: '100000' });
    const { id } = desk.begin(PERSON, { amount: '50', collateral: '0.00085' }) as { id: number };
    expect(id).toBeGreaterThan(0);
    expect([on(PERSON), on(OWNER.custody)]).toEqual(['notAllowed', 'notAllowed']);
    expect(desk.settle()).toBeGreaterThan(0);
    expect(desk.collateral.get(id)).toMatchObject({ calls: 0, repaid: 0n });
  });
});

it('LOAN-085 the loans of a person are found among those of others without a look at these', () => {
  const { desk, id } = lent();
  desk.deposit(PERSON + 1, 'BTC', '1');
  const other = desk.begin(PERSON + 1) as { id: number };
  const all = vi.spyOn(desk.collateral, 'rows').mockImplementation(() => {
    throw new Error('all loans are looked at');
  });
  expect(desk.collateral.openOf(PERSON).map((row) => row.id)).toEqual([id]);
  expect(desk.collateral.openOf(PERSON + 1).map((row) => row.id)).toEqual([other.id]);
  expect(desk.collateral.openOf(PERSON + 2)).toEqual([]);
  all.mockRestore();
});
