import { createDice } from '@assay/core/testing/dice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Allocation, allotAll, sharesOf } from './rules/allocation.ts';

const RUNS = 10_000;

const sum = (lots: readonly bigint[]) => lots.reduce((total, one) => total + one, 0n);
const sale = (supply: number, cap: number) => ({ supply: BigInt(supply), cap: BigInt(cap) });

/**
 * Written from the published rule: share out, cap, share the rest out among the others, until
 * nobody is above the cap; then one lot each by the largest fraction, then the earliest.
 */
function plain(wishes: readonly number[], supply: number, cap: number): bigint[] {
  const most = wishes.map((lots) => BigInt(Math.min(lots, cap)));
  if (sum(most) <= BigInt(supply)) return most;
  const isCapped = wishes.map(() => false);
  for (;;) {
    const left = BigInt(supply) - BigInt(cap) * BigInt(isCapped.filter(Boolean).length);
    const asked = sum(wishes.filter((_, i) => !isCapped[i]).map(BigInt));
    const above = wishes.flatMap((lots, i) =>
      !isCapped[i] && BigInt(lots) * left >= BigInt(cap) * asked ? [i] : [],
    );
    for (const i of above) isCapped[i] = true;
    if (above.length > 0) continue;
    const got = wishes.map((lots, i) =>
      isCapped[i] ? BigInt(cap) : (BigInt(lots) * left) / asked,
    );
    const rest = (i: number) => (isCapped[i] ? -1n : (BigInt(wishes[i]!) * left) % asked);
    const order = wishes.map((_, i) => i).sort((a, b) => Number(rest(b) - rest(a)) || a - b);
    let over = BigInt(supply) - sum(got);
    for (const i of order) {
      if (over === 0n) return got;
      got[i]! += 1n;
      over -= 1n;
    }
    return got;
  }
}

/** Whether all that have the last fraction get the lot for it, so that no order decides. */
function isOrderless(wishes: readonly number[], supply: number, cap: number): boolean {
  const { capFrom, num, den, cut, ties } = sharesOf(wishes, sale(supply, cap));
  const below = wishes.map(BigInt).filter((lots) => lots < capFrom);
  return below.filter((lots) => (lots * num) % den === cut).length === ties;
}

const cases = fc
  .record({
    wishes: fc.array(
      fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5_000 })),
      {
        minLength: 1,
        maxLength: 40,
      },
    ),
    supply: fc.integer({ min: 1, max: 20_000 }),
    cap: fc.integer({ min: 1, max: 3_000 }),
  })
  .map(({ wishes, supply, cap }) => ({ wishes, supply, cap: Math.min(cap, supply) }));

describe('the allocation of a sale', () => {
  it('LNCH-001 gives what the published example gives', () => {
    const commits = [50_000, 30_000, 7_000, 6_000, 5_000, 5_000, 1_400, 500, 90, 10];
    const millions = [20, 20, 16.8, 14.4, 12, 12, 3.36, 1.2, 0.216, 0.024];
    const got = allotAll(
      commits.map((one) => one * 10_000),
      sale(100_000_000, 20_000_000),
    );
    expect(got.map(Number)).toEqual(millions.map((one) => Math.round(one * 1e6)));
  });

  it('LNCH-002 agrees with the rule as it is published, over and below the supply', () => {
    fc.assert(
      fc.property(cases, ({ wishes, supply, cap }) => {
        expect(allotAll(wishes, sale(supply, cap))).toEqual(plain(wishes, supply, cap));
      }),
      { numRuns: RUNS },
    );
  });

  it('LNCH-003 sells no more than there is, nobody gets more than the cap or what they asked for', () => {
    fc.assert(
      fc.property(cases, ({ wishes, supply, cap }) => {
        const got = allotAll(wishes, sale(supply, cap));
        const most = wishes.map((lots) => BigInt(Math.min(lots, cap)));
        const asked = sum(most);
        expect(sum(got)).toBe(asked < BigInt(supply) ? asked : BigInt(supply));
        for (const [i, lots] of got.entries()) expect(lots <= most[i]!).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('LNCH-004 who asks for more never gets less; the order decides nothing but equal fractions', () => {
    fc.assert(
      fc.property(cases, fc.integer(), ({ wishes, supply, cap }, seed) => {
        const got = allotAll(wishes, sale(supply, cap));
        for (const [i, lots] of wishes.entries()) {
          for (const [j, others] of wishes.entries()) {
            if (lots > others) expect(got[i]! >= got[j]!).toBe(true);
            if (lots === others && i < j) expect([0n, 1n]).toContain(got[i]! - got[j]!);
          }
        }
        const dice = createDice(seed);
        const shuffled = wishes
          .map((lots, i) => ({ lots, i, place: dice.int(0, 1e9) }))
          .sort((a, b) => a.place - b.place);
        const again = allotAll(
          shuffled.map(({ lots }) => lots),
          sale(supply, cap),
        );
        for (const [at, { i }] of shuffled.entries()) {
          const away = again[at]! - got[i]!;
          expect(away >= -1n && away <= 1n).toBe(true);
          if (isOrderless(wishes, supply, cap)) expect(away).toBe(0n);
        }
        expect(sum(again)).toBe(sum(got));
      }),
      { numRuns: Math.max(1, RUNS / 5) },
    );
  });

  it('LNCH-005 is the same in any slices, and after a restart in the middle', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 30 }), ({ wishes, supply, cap }, slice) => {
        const sliced = new Allocation(wishes, sale(supply, cap));
        let looked = 0;
        for (let i = 0; !sliced.isDone; i += 1) {
          looked += sliced.step(slice);
          if (i !== 3) continue;
          const resumed = new Allocation(wishes, sale(supply, cap));
          resumed.step(looked);
          while (!resumed.isDone) resumed.step(slice + 1);
          expect(resumed.shares).toEqual(sharesOf(wishes, sale(supply, cap)));
        }
        expect(sliced.shares).toEqual(sharesOf(wishes, sale(supply, cap)));
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('LNCH-006 is exact at its bounds: 10^12 lots a person, fractions of 50 bits', () => {
    const wishes = [1e12, 999_999_999_999, 1e12 - 7, 3, 1, 999_999_000_001];
    for (const [supply, cap] of [
      [1e12, 1e12],
      [999_999_999_989, 4e11],
      [2, 1],
      [1, 1],
    ] as const) {
      expect(allotAll(wishes, sale(supply, cap))).toEqual(plain(wishes, supply, cap));
    }
  });
});
