import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { lot, NOON, rules, usdt } from '../testing/situations.ts';
import { SHIPPED, type Terms, termsOf } from './document.ts';
import { compare, feeOf, leaving, type Portion, portionsOf } from './leaving.ts';
import { planExit, SLOTS_MAX } from './plan.ts';
import { requiredOf, turnoverOf, unusedOf } from './turnover.ts';

const terms = (change: Parameters<typeof rules>[0] = {}): Terms => termsOf([rules(change)]);

describe('the turnover', () => {
  it('WDRL-036 is a share of each deposit, less what went back, rounded in favour of the person', () => {
    expect(requiredOf(lot(1, 1000))).toBe(usdt(900));
    expect(requiredOf(lot(1, 1000, { returned: usdt(400), taken: usdt(100) }))).toBe(usdt(540));
    expect(requiredOf(lot(1, 0, { amount: 9n }))).toBe(8n);
    expect(requiredOf(lot(1, 1000, { terms: terms({ turnoverMode: 0 }) }))).toBe(0n);
  });

  it('WDRL-036 counts for the oldest deposit first, and a later one takes nothing from it', () => {
    const lots = [lot(2, 500), lot(1, 1000)];
    const { required, remaining, met } = turnoverOf(lots, usdt(900));
    expect([required, remaining, [...met]]).toEqual([usdt(1350), usdt(450), [1]]);
    expect([...turnoverOf([...lots, lot(3, 9_999)], usdt(900)).met]).toEqual([1]);
    expect([...turnoverOf(lots, usdt(900) - 1n).met]).toEqual([]);
    expect([...turnoverOf(lots, usdt(1350)).met]).toEqual([1, 2]);
  });

  it('WDRL-037 what was not turned over can go back to where it came from', () => {
    const lots = [lot(1, 1000, { source: 'a' }), lot(2, 500, { source: 'b' })];
    const unused = (source: string, done: number, available = 1500) =>
      unusedOf(lots, source, usdt(done), usdt(available));
    expect([unused('a', 0), unused('b', 0), unused('c', 0)]).toEqual([usdt(1000), usdt(500), 0n]);
    expect([unused('a', 700), unused('b', 1200)]).toEqual([usdt(800), usdt(300)]);
    expect([unused('a', 1500), unused('a', 0, 40)]).toEqual([0n, usdt(40)]);
  });

  it('WDRL-037 whoever takes back what is unused has turned the rest over, whatever was done', () => {
    const dice = createDice(37);
    for (let round = 0; round < 500; round += 1) {
      const own = lot(1, dice.int(1, 5000), { source: 'a' });
      const done = usdt(dice.int(0, 6000));
      const back = unusedOf([own], 'a', done, own.amount);
      const after = { ...own, returned: back };
      const rest = own.amount - back;
      expect(rest === 0n || turnoverOf([after], done).met.has(1)).toBe(true);
    }
  });
});

const portion = (id: number, whole: number, change: Partial<Portion> = {}): Portion => ({
  ...{ lot: id, left: usdt(whole), isMet: true, terms: terms() },
  ...change,
});

/** Every way to take whole units, as the least worst rank of any. */
function bestByTrying(portions: readonly Portion[], ranks: readonly (readonly number[] | null)[]) {
  return (amount: bigint) => {
    let best: readonly number[] | null = null;
    for (let set = 1; set < 1 << portions.length; set += 1) {
      const chosen = portions.flatMap((one, n) =>
        set & (1 << n) ? [{ one, rank: ranks[n] }] : [],
      );
      if (chosen.some(({ rank }) => rank === null || rank === undefined)) continue;
      if (chosen.reduce((sum, { one }) => sum + one.left, 0n) < amount) continue;
      const worst = chosen.map(({ rank }) => rank!).reduce((a, b) => (compare(a, b) > 0 ? a : b));
      if (best === null || compare(worst, best) < 0) best = worst;
    }
    return best;
  };
}

describe('what leaves', () => {
  it('WDRL-038 is taken so that the request meets the least of all ways there are', () => {
    const dice = createDice(38);
    for (let round = 0; round < 1000; round += 1) {
      const portions = Array.from({ length: dice.int(1, 6) }, (_, n) => portion(n, dice.int(1, 5)));
      const ranks = portions.map(() =>
        dice.int(0, 4) === 0 ? null : [dice.int(0, 2), dice.int(0, 1), dice.int(0, 2)],
      );
      const amount = usdt(dice.int(1, 15));
      const taken = leaving(portions, amount, ({ lot: id }) => ranks[id ?? 0] ?? null);
      expect(taken?.rank ?? null).toEqual(bestByTrying(portions, ranks)(amount));
      if (taken === null) continue;
      expect(taken.parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount);
      for (const part of taken.parts) {
        expect(part.amount > 0n && part.amount <= portions[part.lot ?? 0]!.left).toBe(true);
        expect(compare(ranks[part.lot ?? 0]!, taken.rank)).toBeLessThanOrEqual(0);
      }
    }
  });

  it('WDRL-038 of what is alike for it the strictest leaves first, the oldest of those', () => {
    const strict = terms({ turnover: 950_000 });
    const portions = [
      portion(1, 10),
      portion(4, 10, { terms: strict }),
      portion(3, 10, { terms: strict }),
      portion(2, 10, { terms: terms({ perDay: 5 }) }),
    ];
    const { parts } = leaving(portions, usdt(35), () => [0])!;
    expect(parts.map(({ lot: id, amount }) => [id, amount])).toEqual([
      [3, usdt(10)],
      [4, usdt(10)],
      [1, usdt(10)],
      [2, usdt(5)],
    ]);
  });

  it('WDRL-038 each part bears its own fee, rounded in favour of the person', () => {
    const portions = [portion(1, 10, { terms: terms({ fee: 3 }) }), portion(2, 10)];
    const third = [
      { lot: 1, amount: 2n },
      { lot: 2, amount: 1n },
    ];
    expect(feeOf(third, portions, 'fee')).toBe(BigInt(Math.floor((6 + SHIPPED.fee) / 3)));
    expect(feeOf(third.slice(1), portions, 'networkFee')).toBe(BigInt(SHIPPED.networkFee));
  });

  it('WDRL-038 what was won stands beside the deposits under the present terms, and what was lost nowhere', () => {
    const lots = [lot(1, 1000), lot(2, 10, { taken: usdt(10) })];
    const present = terms({ fee: 7 });
    const balances = (whole: number) =>
      portionsOf(lots, present, usdt(whole), usdt(1000)).map(({ lot: id, left, isMet }) => {
        return [id, left, isMet];
      });
    expect(balances(400)).toEqual([[1, usdt(1000), true]]);
    expect(balances(1250)).toEqual([
      [1, usdt(1000), true],
      [null, usdt(250), true],
    ]);
  });
});

describe('the plan of leaving', () => {
  const plan = (portions: Portion[], whole: number, change = {}) =>
    planExit({
      ...{ portions, amount: usdt(whole), now: NOON, accepted: [] },
      ...{ isJunior: false, most: SLOTS_MAX, finest: 1n },
      ...change,
    });
  const DAY = 86_400_000;

  it('WDRL-039 says by which withdrawals on which days an amount leaves whole', () => {
    const { slots, rest } = plan([portion(1, 1_000_000)], 650_000);
    expect(slots).toEqual([
      { goesAt: NOON, amount: usdt(200_000) },
      { goesAt: NOON, amount: usdt(200_000) },
      { goesAt: NOON + DAY, amount: usdt(200_000) },
      { goesAt: NOON + DAY, amount: usdt(50_000) },
    ]);
    expect(rest).toBe(0n);
  });

  it('WDRL-039 leaves nothing that would be below the least', () => {
    const amounts = (whole: number) => plan([portion(1, whole)], whole).slots.map((s) => s.amount);
    expect(amounts(200_001)).toEqual([usdt(199_901), usdt(100)]);
    expect(amounts(200_100)).toEqual([usdt(200_000), usdt(100)]);
    expect(amounts(60)).toEqual([usdt(60)]);
  });

  it('WDRL-039 begins after what was accepted before, in the window, with the limit of the level', () => {
    const early = plan([portion(1, 30_000)], 30_000, {
      ...{ now: NOON - 1, accepted: [NOON - 5], isJunior: true },
    });
    expect(early.slots).toEqual([
      { goesAt: NOON, amount: usdt(10_000) },
      { goesAt: NOON + DAY, amount: usdt(10_000) },
      { goesAt: NOON + DAY, amount: usdt(10_000) },
    ]);
  });

  it('WDRL-039 takes money with a larger limit at once, and says what is beyond the longest plan', () => {
    const large = terms({ most: 900_000 * 100_000_000 });
    const { slots } = plan([portion(1, 800_000, { terms: large }), portion(2, 100)], 800_100);
    expect(slots.map(({ amount }) => amount)).toEqual([usdt(800_000), usdt(100)]);
    const endless = plan([portion(1, 90_000_000)], 90_000_000);
    expect([endless.slots.length, endless.rest]).toEqual([366, usdt(90_000_000 - 366 * 200_000)]);
  });
});
