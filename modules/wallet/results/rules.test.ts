import { PURPOSE } from '@assay/core/ledger/purpose';
import { inCurrency, isFreshRate, TOTAL_CURRENCIES } from '@assay/core/num/rate';
import { createDice } from '@assay/core/testing/dice';
import { SYMBOLS } from '@assay/modules/feeds/rules';
import { describe, expect, it } from 'vitest';
import {
  addFill,
  addLine,
  averageOf,
  type Holding,
  type Results,
  type SpotFill,
  unrealisedOf,
} from './rules.ts';

const ONE = 100_000_000n;
const CASH = 1;
const BTC = 2;
const nothing = (): Results => ({ holdings: new Map(), spot: 0n, contracts: 0n });
const units = (text: string) => BigInt(Math.round(Number(text) * 1e8));

const fill = (wanted: Partial<SpotFill>): SpotFill => ({
  ...{ seq: 1, asset: BTC, isBuy: true, base: 0n, quote: 0n, fee: 0n, feeInBase: true },
  ...{ isOwn: false, ...wanted },
});
const line = (amount: bigint, purpose: number, asset = BTC) => ({
  ...{ seq: 1, at: 0, asset, amount, purpose },
});

describe('WALL-120 average cost', () => {
  it('has its vector: two purchases, what came in, a sale, what left, and a sale of the rest', () => {
    const results = nothing();
    const held = () => results.holdings.get(BTC);
    // 0.3 for 3,000 less a fee of 0.0003, and 0.2 for 4,000 with a fee of 4 on top.
    addFill(results, fill({ base: units('0.3'), quote: units('3000'), fee: units('0.0003') }));
    expect(averageOf(held()!)).toBe(1_001_001_001_002n);
    const onTop = { base: units('0.2'), quote: units('4000'), fee: units('4'), feeInBase: false };
    addFill(results, fill(onTop));
    // 0.1 came in at 20,000.00000001.
    addLine(results, line(units('0.1'), PURPOSE.deposit), CASH, 2_000_000_000_001n);
    const cost = units('3000') + units('4004') + units('2000') + 1n;
    expect(held()).toEqual({ quantity: units('0.5997'), cost, isKnown: true });
    // A third of it is sold for 3,500 less 3.5: a third of the cost, rounded up, was paid for it.
    const sale = { isBuy: false, base: units('0.1999'), quote: units('3500'), feeInBase: false };
    addFill(results, fill({ ...sale, fee: units('3.5') }));
    const third = (cost + 2n) / 3n;
    expect(results.spot).toBe(units('3496.5') - third);
    addLine(results, line(-units('0.1999'), PURPOSE.withdrawal), CASH, null);
    expect(results.spot).toBe(units('3496.5') - third);
    expect(unrealisedOf(held()!, units('10000'))).toBe(units('1999') - held()!.cost);
    addFill(results, fill({ ...sale, fee: 0n }));
    expect(held()).toEqual({ quantity: 0n, cost: 0n, isKnown: true });
    const left = cost - third - (cost - third) / 2n;
    expect(results.spot).toBe(units('6996.5') - third - left);
  });

  it('a trade with oneself costs its fees; contracts are what their postings say', () => {
    const results = nothing();
    addFill(results, fill({ base: units('1'), quote: units('100'), fee: 0n }));
    const own = { base: units('1'), quote: units('500'), isOwn: true };
    addFill(results, fill({ ...own, fee: units('0.01') }));
    addFill(results, fill({ ...own, isBuy: false, feeInBase: false, fee: units('0.5') }));
    expect(results.spot).toBe(-units('1.5'));
    expect(results.holdings.get(BTC)).toMatchObject({ quantity: units('0.99') });
    for (const [amount, purpose] of [
      [units('50'), PURPOSE.cfdGain],
      [-units('20'), PURPOSE.cfdLoss],
      [-units('1'), PURPOSE.cfdNight],
      [units('999'), PURPOSE.deposit],
      [-units('999'), PURPOSE.optionStake],
    ] as const) {
      addLine(results, line(amount, purpose, CASH), CASH, null);
    }
    expect(results.contracts).toBe(units('29'));
    expect(results.spot).toBe(-units('1.5'));
  });

  it('WALL-124 what came in without a price has no cost that is known, until none of it is left', () => {
    const results = nothing();
    const held = () => results.holdings.get(BTC)!;
    addFill(results, fill({ base: units('1'), quote: units('100') }));
    addLine(results, line(units('1'), PURPOSE.deposit), CASH, null);
    expect(held().isKnown).toBe(false);
    expect(unrealisedOf(held(), ONE)).toBeNull();
    addFill(results, fill({ isBuy: false, base: units('2'), quote: units('900') }));
    expect(results.spot).toBe(0n);
    addFill(results, fill({ base: units('1'), quote: units('100') }));
    expect(unrealisedOf(held(), units('150'))).toBe(units('50'));
  });

  it('nothing leaves that was not there', () => {
    expect(() => addFill(nothing(), fill({ isBuy: false, base: 1n, quote: 1n }))).toThrow(/leave/);
  });
});

/** So fine that what a division loses is nothing beside a unit. */
const FINE = 10n ** 40n;

it('WALL-120 of 300 random histories no result is larger than it is, and nothing is lost', () => {
  const dice = createDice(87);
  for (let round = 0; round < 300; round += 1) {
    const results = nothing();
    const exact = { quantity: 0n, cost: 0n, spot: 0n };
    let [paid, brought, divisions] = [0n, 0n, 0n];
    const some = () => BigInt(dice.int(1, 1_000_000)) ** BigInt(dice.int(1, 2));
    const leave = (amount: bigint) => {
      const cost = (exact.cost * amount) / exact.quantity;
      exact.cost -= cost;
      exact.quantity -= amount;
      divisions += 1n;
      return cost;
    };
    for (let step = 0; step < 60; step += 1) {
      const [amount, quote, fee] = [some(), some(), BigInt(dice.int(0, 9))];
      const kind = exact.quantity === 0n ? 'buy' : dice.pick(['buy', 'in', 'sell', 'out', 'all']);
      const part = kind === 'all' || amount > exact.quantity ? exact.quantity : amount;
      if (kind === 'buy') {
        addFill(results, fill({ base: amount, quote, fee, feeInBase: false }));
        exact.quantity += amount;
        exact.cost += (quote + fee) * FINE;
        paid += quote + fee;
      } else if (kind === 'in') {
        const before = results.holdings.get(BTC)!.cost;
        addLine(results, line(amount, PURPOSE.deposit), CASH, quote);
        exact.quantity += amount;
        exact.cost += (amount * quote * FINE) / ONE;
        paid += results.holdings.get(BTC)!.cost - before;
        divisions += 1n;
      } else if (kind === 'out') {
        const before = results.holdings.get(BTC)!.cost;
        addLine(results, line(-part, PURPOSE.withdrawal), CASH, null);
        leave(part);
        paid -= before - results.holdings.get(BTC)!.cost;
      } else {
        addFill(results, fill({ isBuy: false, base: part, quote, fee, feeInBase: false }));
        exact.spot += (quote - fee) * FINE - leave(part);
        brought += quote - fee;
      }
      const { quantity, cost } = results.holdings.get(BTC) as Holding;
      expect(quantity).toBe(exact.quantity);
      // What was realised is what was brought less what was paid for what is no longer there.
      expect(results.spot).toBe(brought - (paid - cost));
      const over = results.spot * FINE - exact.spot;
      expect(over <= divisions && over >= -divisions * FINE).toBe(true);
    }
  }
});

it('WALL-125 a total in a currency is rounded towards zero, by a rate of the last hour', () => {
  const pairs = SYMBOLS.filter(({ class: kind }) => kind === 'forex').flatMap(({ base, quote }) =>
    base === 'USD' ? [quote] : quote === 'USD' ? [base] : [],
  );
  expect([...TOTAL_CURRENCIES].sort()).toEqual(pairs.sort());
  const euro = { of: 'currency', price: 115_500_000n, at: 0 } as const;
  const yen = { of: 'dollar', price: 15_600_000_001n, at: 0 } as const;
  expect(inCurrency(units('1155'), euro)).toBe(units('1000'));
  expect(inCurrency(1n, euro)).toBe(0n);
  expect(inCurrency(-1_999n, euro)).toBe(-1_730n);
  expect(inCurrency(units('2'), yen)).toBe(31_200_000_002n);
  expect(isFreshRate(euro, 3_600_000)).toBe(true);
  expect(isFreshRate(euro, 3_600_001)).toBe(false);
});
