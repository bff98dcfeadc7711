import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settleWindow, ticksNeeded, type WindowTick, windowMs } from './window.ts';

const END = 1_764_000_000_000;
const window = { end: END, windowMs: 10_000, tickMs: 1_000 };

const ticksOf = (prices: readonly bigint[], first = END - (prices.length - 1) * 1_000) =>
  prices.map((price, i): WindowTick => ({ n: 100 + i, at: first + i * 1_000, price }));

it('SESS-030 windows are 20 % of the term, ten seconds at most, a minute from an hour on', () => {
  const seconds = [30, 60, 120, 300, 900, 1_800, 3_599, 3_600, 14_400, 86_400];
  const expected = [6, 10, 10, 10, 10, 10, 10, 60, 60, 60];
  expect(seconds.map((one) => windowMs(one * 1_000) / 1_000)).toEqual(expected);
});

it('SESS-031 a window needs 80 % of the promised ticks and never fewer than five', () => {
  const needed = [6, 7, 10, 60].map((seconds) => ticksNeeded(seconds * 1_000, 1_000));
  expect(needed).toEqual([5, 6, 8, 48]);
  expect(ticksNeeded(10_000, 3_000)).toBe(5);
  const prices = Array.from({ length: 8 }, (_, i) => BigInt(100 + i));
  expect(settleWindow(ticksOf(prices), window)).toMatchObject({ isVoid: false, found: 8 });
  const few = settleWindow(ticksOf(prices.slice(1)), window);
  expect(few).toEqual({ isVoid: true, found: 7, needed: 8 });
});

it('SESS-032 vectors of the trimmed mean', () => {
  const vectors: [prices: readonly number[], price: number, trimmed: number][] = [
    // Ten ticks: three left out at each end, the mean of four.
    [[10, 11, 12, 13, 14, 15, 16, 17, 18, 19], 14, 3], // 14.5: to the even one
    [[11, 12, 13, 14, 15, 16, 17, 18, 19, 20], 16, 3], // 15.5: to the even one
    [[1, 1, 1, 100, 100, 100, 103, 9_999, 9_999, 9_999], 101, 3], // 100.75
    // Eight ticks: two at each end.
    [[7, 7, 7, 7, 7, 7, 7, 8], 7, 2],
    [[50, 1, 49, 51, 48, 52, 900, 2], 50, 2], // 48 49 50 51: 49.5
    // Nine: two at each end, the mean of five.
    [[9, 8, 7, 6, 5, 4, 3, 2, 1], 5, 2],
  ];
  for (const [prices, price, trimmed] of vectors) {
    const result = settleWindow(ticksOf(prices.map(BigInt)), window);
    expect(result, prices.join(' ')).toMatchObject({ price: BigInt(price), trimmed });
  }
});

it('SESS-033 the first moment of a window is not in it, its last is', () => {
  const prices = Array.from({ length: 14 }, (_, i) => BigInt(100 + i));
  const ticks = ticksOf(prices, END - 10_000);
  const result = settleWindow(ticks, window);
  expect(result).toMatchObject({ found: 10, firstN: 101, lastN: 110 });
});

it('SESS-034 the price is within the ticks, of any order of prices, and moved by no tick alone', () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const property = (prices: readonly bigint[], odd: bigint, at: number) => {
    const result = settleWindow(ticksOf(prices), { ...window, windowMs: 60_000, tickMs: 6_000 });
    if (result.isVoid) throw new Error('ten ticks are enough');
    const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1));
    const kept = sorted.slice(result.trimmed, prices.length - result.trimmed);
    expect(result.price >= kept[0]! && result.price <= kept.at(-1)!).toBe(true);
    const sum = kept.reduce((all, one) => all + one, 0n);
    const apart = result.price * BigInt(kept.length) - sum;
    expect((apart < 0n ? -apart : apart) * 2n <= BigInt(kept.length)).toBe(true);
    const backwards = ticksOf(prices.toReversed());
    const again = settleWindow(backwards, { ...window, windowMs: 60_000, tickMs: 6_000 });
    expect(again).toMatchObject({ price: result.price });
    // Whatever one tick says, the price stays within what the others say.
    const forged = prices.with(at % prices.length, odd);
    const others = prices.toSpliced(at % prices.length, 1).toSorted((a, b) => (a < b ? -1 : 1));
    const moved = settleWindow(ticksOf(forged), { ...window, windowMs: 60_000, tickMs: 6_000 });
    if (moved.isVoid) throw new Error('as many ticks');
    expect(moved.price >= others[0]! && moved.price <= others.at(-1)!).toBe(true);
  };
  const prices = fc.array(price, { minLength: 10, maxLength: 60 });
  fc.assert(fc.property(prices, price, fc.nat(), property), { numRuns: 1_000 });
});

it('SESS-035 ticks out of order and ticks without a price are no evidence', () => {
  const ticks = ticksOf(Array.from({ length: 10 }, () => 5n));
  expect(() => settleWindow(ticks.toReversed(), window)).toThrow('out of order');
  expect(() => settleWindow(ticks.with(3, { ...ticks[3]!, price: 0n }), window)).toThrow(
    'no price',
  );
});
