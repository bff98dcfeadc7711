import { DAY } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import { NOON, usdt } from '../testing/situations.ts';
import { isUsualHour, RISK_LIMIT, RISKS, type RiskInput, riskOf } from './risk.ts';

const usual: RiskInput = {
  ...{ now: NOON, amount: usdt(500), addedAt: NOON - 30 * DAY, paidBefore: 3, deviceSince: null },
  ...{ before: [usdt(400), usdt(300)], depositedToday: 0n, isUsualHour: true },
  house: { left: 0n, holds: usdt(1_000_000) },
};
const codesOf = (change: Partial<RiskInput>) =>
  riskOf({ ...usual, ...change }).inputs.map(({ code }) => code);

describe('the score of a request', () => {
  it.each<[string, Partial<RiskInput>, Partial<RiskInput>]>([
    ['newAddress', { paidBefore: 0 }, { paidBefore: 1 }],
    ['youngAddress', { addedAt: NOON - 7 * DAY + 1 }, { addedAt: NOON - 7 * DAY }],
    ['newDevice', { deviceSince: NOON - 7 * DAY + 1 }, { deviceSince: NOON - 7 * DAY }],
    ['firstWithdrawal', { before: [] }, { before: [usdt(500)] }],
    ['largerThanBefore', { amount: usdt(1200) + 1n }, { amount: usdt(1200) }],
    ['straightThrough', { depositedToday: usdt(1000) - 1n }, { depositedToday: usdt(1000) }],
    ['unusualHour', { isUsualHour: false }, { isUsualHour: null }],
  ])('WDRL-043 counts %s at its edge', (code, is, isNot) => {
    expect([codesOf(is), codesOf(isNot)]).toEqual([[code], []]);
  });

  it('WDRL-043 is the sum of what counted, which staff see, and at most a hundred', () => {
    const worst = riskOf({
      ...{ ...usual, paidBefore: 0, addedAt: NOON, deviceSince: NOON, isUsualHour: false },
      ...{ depositedToday: 1n, amount: usdt(9_000) },
    });
    expect(worst.inputs.map(({ code }) => code)).toEqual(
      RISKS.filter((code) => code !== 'firstWithdrawal'),
    );
    expect(worst.score).toBe(100);
    const two = riskOf({ ...usual, deviceSince: NOON, amount: usdt(9_000) });
    expect([two.score, two.inputs]).toEqual([
      RISK_LIMIT,
      [
        { code: 'newDevice', points: 25 },
        { code: 'largerThanBefore', points: 25 },
      ],
    ]);
    expect(riskOf(usual)).toEqual({ score: 0, inputs: [], isOutflow: false });
  });

  it('WDRL-043 the brake of the house looks at what left it within a day', () => {
    const brake = (left: number) =>
      riskOf({ ...usual, house: { ...usual.house, left: usdt(left) } }).isOutflow;
    expect([brake(99_500), brake(99_501)]).toEqual([false, true]);
  });

  it('WDRL-043 an hour is usual near to one at which somebody was there, and unknown after few', () => {
    const hours = Array.from({ length: 10 }, () => 23);
    expect([isUsualHour(hours, 1), isUsualHour(hours, 21), isUsualHour(hours, 2)]).toEqual([
      ...[true, true, false],
    ]);
    expect(isUsualHour(hours.slice(1), 2)).toBeNull();
  });
});
