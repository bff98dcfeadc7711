import { DAY } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import { lot, NOON, request, rules, situation, usdt } from '../testing/situations.ts';
import { assess } from './assess.ts';
import { termsOf } from './document.ts';
import { fullExit } from './index.ts';
import type { Request, Situation } from './request.ts';

const calm = { score: 0, inputs: [], isOutflow: false };
const money = (whole: number) => ({ lots: [lot(1, whole)], available: usdt(whole) });
const plan = (
  whole: number,
  own: Partial<Situation> = {},
  { most = 20, ...change }: Partial<Request> & { most?: number } = {},
) => {
  const asked = request(whole, change);
  return fullExit(asked, situation({ ...money(whole), ...own }), { most, riskOf: () => calm });
};
const partsOf = (found: ReturnType<typeof plan>) =>
  found.parts.map(({ amount, verdict }) => [amount, verdict.goesAt]);
const whyOf = ({ remains }: ReturnType<typeof plan>) =>
  remains.map(({ code, amount }) => [code, amount]);

describe('how an amount leaves whole', () => {
  it('WDRL-090 by parts within the most of one and the count of a day, each with its own fee', () => {
    const found = plan(500_000);
    expect(partsOf(found)).toEqual([
      [usdt(200_000), NOON],
      [usdt(200_000), NOON],
      [usdt(100_000), NOON + DAY],
    ]);
    expect(found.parts.map(({ notBefore }) => notBefore)).toEqual([0, 0, NOON + DAY]);
    expect(found.parts.map(({ verdict }) => verdict.fee)).toEqual([usdt(2), usdt(2), usdt(2)]);
    expect([found.refusals, found.remains]).toEqual([[], []]);
  });

  it('WDRL-090 each part is judged as if those before it had been accepted: risk, places, deposits', () => {
    const seen: [bigint, bigint][] = [];
    const riskOf = (amount: bigint, before: bigint) => {
      seen.push([amount, before]);
      return { ...calm, isOutflow: before > 0n };
    };
    const lots = [lot(1, 250_000), lot(2, 250_000)];
    const own = situation({ lots, available: usdt(500_000), accepted: [NOON] });
    const { parts } = fullExit(request(400_000), own, { most: 20, riskOf });
    expect(seen).toEqual([
      [usdt(200_000), 0n],
      [usdt(200_000), usdt(200_000)],
    ]);
    expect(parts.map(({ verdict }) => verdict.goesAt)).toEqual([NOON, NOON + DAY]);
    expect(parts.map(({ verdict }) => verdict.ground)).toEqual(['twoPeople', 'twoPeople']);
    expect(parts.map(({ verdict }) => verdict.holds.map(({ code }) => code))).toEqual([
      ['amount'],
      ['amount', 'outflow'],
    ]);
    const taken = parts.flatMap(({ verdict }) => verdict.parts);
    expect(taken.filter((part) => part.lot === 1)[0]?.amount).toBe(usdt(200_000));
  });

  it('WDRL-090 says what stays and why: open withdrawals, money held, turnover, an address that cools', () => {
    const many = plan(900_000, { held: usdt(7) }, { most: 3 });
    expect(many.parts).toHaveLength(3);
    expect(whyOf(many)).toEqual([
      ['tooManyWithdrawals', usdt(300_000)],
      ['held', usdt(7)],
    ]);
    expect(whyOf(plan(900, {}, { most: 0 }))).toEqual([['tooManyWithdrawals', usdt(900)]]);
    const block = termsOf([rules({ turnoverMode: 2 })]);
    const lots = [lot(1, 1000), lot(2, 5000, { terms: block })];
    const own = { lots, available: usdt(6000), turnoverDone: usdt(900) };
    const blocked = plan(6000, own);
    expect([partsOf(blocked), whyOf(blocked)]).toEqual([
      [[usdt(1000), NOON]],
      [['turnoverOpen', usdt(5000)]],
    ]);
    // Nothing of it leaves: then it is refused, with the reason.
    const none = plan(5000, { ...own, lots: lots.slice(1), available: usdt(5000) });
    expect([none.parts, none.refusals[0]?.code]).toEqual([[], 'turnoverOpen']);
    const cools = plan(500, { whitelistOnly: true }, { confirmedAt: NOON - 1 });
    expect(cools.refusals[0]?.code).toBe('addressCooling');
    const unnamed = plan(500_000, {}, { hasRecipient: false });
    expect(unnamed.refusals[0]?.code).toBe('travelDataNeeded');
  });

  it('WDRL-095 a balance below the least leaves whole as the free exit, and what is finer than the network carries stays', () => {
    const small = plan(60, { lots: [] });
    expect(small.parts.map(({ kind, amount, verdict }) => [kind, amount, verdict.fee])).toEqual([
      ['exit', usdt(60), usdt(1)],
    ]);
    const soon = plan(60, { lots: [], lastExitAt: NOON - DAY });
    expect(soon.refusals.map(({ code }) => code)).toEqual(['exitTooSoon']);
    const dust = { lots: [], available: usdt(60) + 7n, finest: 100n };
    const most = plan(60, dust);
    expect(most.parts.map(({ kind, amount }) => [kind, amount])).toEqual([['exit', usdt(60)]]);
    const notAll = plan(59, dust);
    expect(notAll.refusals).toEqual([{ code: 'exitNotWhole', amount: usdt(60) }]);
  });

  it('WDRL-090 parts are multiples of what the network carries, whatever deposits are', () => {
    const lots = [lot(1, 0, { amount: usdt(1000) + 3n, terms: termsOf([rules({ most: 1e13 })]) })];
    const own = { lots, available: usdt(300_000), finest: 100n };
    const { parts } = plan(300_000, own);
    expect(parts.every(({ amount }) => amount % 100n === 0n)).toBe(true);
    expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(usdt(300_000));
  });

  it('WDRL-097 what goes back to its source is neither held by the brake of the house nor decided by two', () => {
    const back = request(500, { kind: 'return', source: 'a' });
    const braked = situation({
      lots: [lot(1, 1000, { source: 'a' })],
      turnoverDone: 0n,
      risk: { ...calm, isOutflow: true },
    });
    const whole = fullExit(request(500), braked, { most: 20, riskOf: () => braked.risk });
    expect(whole.parts[0]?.verdict.ground).toBe('twoPeople');
    const { ground, holds } = accepted(back, braked);
    expect([ground, holds.map(({ code }) => code)]).toEqual(['tier', []]);
  });
});

function accepted(asked: Request, own: Situation) {
  const verdict = assess(asked, own);
  if (!('fee' in verdict)) throw new Error(`refused: ${verdict.refusals[0]?.code}`);
  return verdict;
}
