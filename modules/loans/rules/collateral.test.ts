import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import {
  areCollateralTerms,
  type CollateralBooks,
  callShare,
  hourInterest,
  hoursAt,
  isWithin,
  leastCollateral,
  ltvPpm,
  mostLent,
  owedAt,
  priceAt,
  priceWithin,
  reaches,
  releasable,
  sumOf,
  takeFor,
} from './collateral.ts';
import { collateralCost } from './collateral-contract.ts';

const units = (text: string) => parseDecimal(text, SCALE)!;
const RUNS = 10_000;
const HOUR = 3_600_000;
const TERMS = {
  ...{ initialPpm: 650_000, callPpm: 750_000, liquidationPpm: 830_000 },
  ...{ feePpm: 5_000, aprPpm: 87_600 },
};

/** Amounts of every size, by their digits. */
const anyOf = (dice: ReturnType<typeof createDice>, digits: number) =>
  BigInt(dice.int(1, 9)) * 10n ** BigInt(dice.int(0, digits)) + BigInt(dice.int(0, 9_999));

describe('the share', () => {
  it('LOAN-061 is what is owed by what the collateral is worth; published vectors', () => {
    // Nexo: a loan of 5,000 reaches 83.3 % where its collateral is worth 6,002.40.
    expect(priceAt(units('5000'), units('1'), 833_000)).toBe(units('6002.40096038'));
    expect(ltvPpm(units('5000'), units('1'), units('6002.40096038'))).toBe(833_001);
    // Binance: 65 % initially, a call at 75 %, repayment at 83 %.
    expect(ltvPpm(units('6500'), units('0.1'), units('100000'))).toBe(650_000);
    expect(priceAt(units('6500'), units('0.1'), 830_000)).toBe(units('78313.25301204'));
    expect([1, 2, 3].map((n) => callShare(TERMS, n))).toEqual([750_000, 776_666, 803_333]);
    expect(ltvPpm(1n, 0n, 1n)).toBeNull();
  });

  it('LOAN-061 is reached at one price and not a unit above it, in 10,000 runs', () => {
    const dice = createDice(61);
    for (let run = 0; run < RUNS; run += 1) {
      const [owed, collateral] = [anyOf(dice, 13), anyOf(dice, 11)];
      const ppm = dice.int(100_000, 900_000);
      const price = priceAt(owed, collateral, ppm);
      expect(reaches(owed, collateral, price, ppm)).toBe(true);
      expect(reaches(owed, collateral, price + 1n, ppm)).toBe(false);
      const within = priceWithin(owed, collateral, ppm);
      expect(isWithin(owed, collateral, within, ppm)).toBe(true);
      expect(isWithin(owed, collateral, within - 1n, ppm)).toBe(false);
    }
  });

  it('LOAN-063 LOAN-065 most and least are exact to a unit, in 10,000 runs', () => {
    const dice = createDice(63);
    for (let run = 0; run < RUNS; run += 1) {
      const [collateral, price] = [anyOf(dice, 11), anyOf(dice, 13) + 1_000_000n];
      const terms = {
        ...TERMS,
        initialPpm: dice.int(100_000, 700_000),
        aprPpm: dice.int(1, 365_000),
      };
      const owing = (amount: bigint) => amount + hourInterest(amount, terms.aprPpm);
      const most = mostLent(collateral, price, terms);
      expect(isWithin(owing(most), collateral, price, terms.initialPpm)).toBe(true);
      const amount = anyOf(dice, 12);
      const least = leastCollateral(amount, price, terms);
      expect(isWithin(owing(amount), least, price, terms.initialPpm)).toBe(true);
      expect(isWithin(owing(amount), least - 1n, price, terms.initialPpm)).toBe(false);
      const free = releasable(amount, collateral, price, terms.initialPpm);
      if (free === 0n) continue;
      expect(isWithin(amount, collateral - free, price, terms.initialPpm)).toBe(true);
      expect(isWithin(amount, collateral - free - 1n, price, terms.initialPpm)).toBe(false);
    }
  });
});

describe('interest', () => {
  const books = (amount: bigint, periodDays = 30): CollateralBooks => ({
    ...{ amount, periodDays, openedAt: 0, collateral: 1n, hours: 1, repaid: 0n },
    ...{ interest: hourInterest(amount, 87_600), interestPaid: 0n },
  });

  it('LOAN-062 is charged by the hour that has begun, up to the period and three days', () => {
    // 8.76 % a year are a thousandth of a percent an hour.
    expect(hourInterest(units('1000'), 87_600)).toBe(units('0.01'));
    const one = books(units('1000'));
    const owed = (at: number) => owedAt(one, 87_600, at).interest;
    expect([0, 1, HOUR, HOUR + 1].map((at) => owed(at))).toEqual(
      [0.01, 0.01, 0.01, 0.02].map((n) => units(String(n))),
    );
    expect(owed(30 * 24 * HOUR)).toBe(units('7.2'));
    expect(owed(33 * 24 * HOUR)).toBe(units('7.92'));
    expect(owed(400 * 24 * HOUR)).toBe(units('7.92'));
    const { interest, most } = collateralCost(units('1000'), 30, TERMS);
    expect([interest, most]).toEqual([units('7.2'), units('7.92')]);
  });

  it('LOAN-062 is the same however often it is charged, in 10,000 runs', () => {
    const dice = createDice(62);
    for (let run = 0; run < RUNS; run += 1) {
      const first = books(anyOf(dice, 13), dice.pick([7, 14, 30, 90, 180]));
      let step = first;
      let at = 0;
      for (let n = dice.int(0, 5); n > 0; n -= 1) {
        at += dice.int(0, 40 * 24) * HOUR + dice.int(0, 2);
        const interest = owedAt(step, 87_600, at).interest;
        step = { ...step, interest, hours: hoursAt(step, at) };
      }
      expect(owedAt(step, 87_600, at)).toEqual(owedAt(first, 87_600, at));
    }
  });
});

describe('what is converted', () => {
  it('LOAN-068 brings the share back to the initial one: a vector by hand', () => {
    // 8,300 owed against 0.1 at 100,000: (8,300 − 6,500) ÷ (100,000 × (1 − 0.005 − 0.65)).
    const owed = { interest: units('300'), principal: units('8000') };
    expect(takeFor(owed, units('0.1'), units('100000'), 5_000, 650_000)).toEqual({
      ...{ collateral: units('0.05217392'), value: units('5217.392'), fee: units('26.08696') },
      ...{ interest: units('300'), principal: units('4891.30504'), lost: 0n },
    });
  });

  it('LOAN-068 LOAN-069 is the least that does, and costs nobody more than the fee, in 10,000 runs', () => {
    const dice = createDice(68);
    const seen = { part: 0, short: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const [collateral, price] = [anyOf(dice, 11), anyOf(dice, 14)];
      const owed = { interest: anyOf(dice, 8), principal: anyOf(dice, 13) };
      const feePpm = dice.int(0, 20_000);
      const target = dice.pick([0, dice.int(100_000, 700_000)]);
      const total = sumOf(owed);
      if (isWithin(total, collateral, price, target) && target > 0) continue;
      const taken = takeFor(owed, collateral, price, feePpm, target);
      const paid = taken.interest + taken.principal;
      const [left, rest] = [collateral - taken.collateral, total - paid];
      expect(left >= 0n && rest >= 0n && taken.lost >= 0n).toBe(true);
      // Never a credit beyond the worth, and the pool bears less than two units.
      const exact = taken.collateral * price * BigInt(1_000_000 - feePpm);
      expect(paid * 10n ** 14n < exact + 2n * 10n ** 14n).toBe(true);
      if (taken.lost > 0n) {
        expect([left, rest]).toEqual([0n, taken.lost]);
        // All that it was worth after the fee was paid for.
        expect(paid * 10n ** 14n >= exact).toBe(true);
        seen.short += 1;
        continue;
      }
      expect(rest * 10n ** 14n <= BigInt(target) * left * price).toBe(true);
      const less = taken.collateral - 1n;
      const net = less * price * BigInt(1_000_000 - feePpm);
      expect(total * 10n ** 14n - net > BigInt(target) * (left + 1n) * price).toBe(true);
      seen.part += 1;
    }
    expect(seen.part).toBeGreaterThan(300);
    expect(seen.short).toBeGreaterThan(300);
  });

  it('LOAN-060 terms are within their bounds, with room between the shares', () => {
    expect(areCollateralTerms(TERMS)).toBe(true);
    for (const wrong of [
      ...[{ initialPpm: 99_999 }, { initialPpm: 700_001 }, { initialPpm: 740_000 }],
      ...[{ callPpm: 815_000 }, { liquidationPpm: 900_001 }, { liquidationPpm: 760_000 }],
      ...[{ feePpm: -1 }, { feePpm: 20_001 }, { aprPpm: 0 }, { aprPpm: 365_001 }],
      ...[{ aprPpm: 1.5 }, { callPpm: Number.NaN }],
    ]) {
      expect(areCollateralTerms({ ...TERMS, ...wrong }), JSON.stringify(wrong)).toBe(false);
    }
  });
});
