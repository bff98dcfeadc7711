import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import { NOON, RUNS } from '../testing/situations.ts';
import {
  RULE_NAMES,
  RULES,
  type Rules,
  SHIPPED,
  termsOf,
  versionsSince,
  wrongRules,
} from './document.ts';
import { assess } from './index.ts';
import { compare, portionsOf } from './leaving.ts';
import { planExit, SLOTS_MAX } from './plan.ts';
import type { Request, Situation, Verdict } from './request.ts';
import type { Lot } from './turnover.ts';

/** What staff may publish next: one number, either way. */
function nextVersion(dice: Dice, before: Rules): Rules {
  for (;;) {
    const name = dice.pick(RULE_NAMES);
    const factor = dice.pick([0, 1, 2, 3, 5, 10, 20, 40]);
    const value = Math.floor((RULES[name].shipped * factor) / 10) + dice.int(0, 1);
    const next = { ...before, [name]: value, version: before.version + 1 };
    if (wrongRules(next) === null) return next;
  }
}

interface Money {
  readonly pinned: number;
  readonly lot: Omit<Lot, 'terms'>;
}

/** Deposits of somebody who came and went while staff published. */
function makeMoney(dice: Dice, history: readonly Rules[]): Money[] {
  return Array.from({ length: dice.int(1, 5) }, (_, n) => {
    const amount = BigInt(dice.int(1, 3000)) * BigInt(dice.pick([1e7, 1e8, 1e9]));
    const taken = dice.int(0, 2) === 0 ? amount / 3n : 0n;
    const returned = dice.int(0, 3) === 0 ? amount / 4n : 0n;
    const pinned = dice.int(1, history.length);
    return { pinned, lot: { ...{ id: n + 1, amount, taken, returned }, source: 'a' } };
  });
}

function makeRequest(dice: Dice, available: bigint, now: number): Request {
  const share = BigInt(dice.int(1, 1000));
  const kind = dice.pick(['ordinary', 'ordinary', 'ordinary', 'return', 'exit'] as const);
  const amount = kind === 'exit' ? available : (available * share) / 1000n;
  return {
    ...{
      kind,
      amount: amount === 0n ? 1n : amount,
      source: 'a',
      ...{ hasRecipient: dice.int(0, 1) === 1, hasProvider: true },
    },
    confirmedAt: now - dice.int(0, 72) * HOUR,
    ...{ isStrict: dice.int(0, 3) === 0, notBefore: now, lockedAt: null },
  };
}

function makeSituation(dice: Dice, available: bigint): Omit<Situation, 'lots' | 'present'> {
  const now = NOON + dice.int(0, 48) * HOUR + dice.int(-1, 1);
  const isOutflow = dice.int(0, 9) === 0;
  const score = dice.pick([0, 0, 40, 60]);
  const hold = { kind: 'withdrawalHold', createdAt: now - dice.int(0, 30) * HOUR } as const;
  return {
    ...{ now, available, held: 0n, turnoverDone: BigInt(dice.int(0, 4000)) * 10n ** 8n },
    accepted: Array.from({ length: dice.int(0, 3) }, () => now - dice.int(0, 20) * HOUR),
    lastExitAt: dice.pick([null, now - 20 * DAY, now - 40 * DAY]),
    ...{ hasTradePassword: true, verified: dice.pick(['junior', 'senior']), isOffered: true },
    ...{ finest: 1n, unconfirmed: 0n },
    // The law asks for nothing, so that all that is published counts.
    travel: { recipientFrom: 10n ** 30n, providerFrom: null },
    limits: dice.int(0, 3) === 0 ? [{ ...hold, expiresAt: hold.createdAt + DAY }] : [],
    whitelistOnly: dice.int(0, 2) === 0,
    deviceSince: dice.pick([null, now - 10 * HOUR]),
    risk: { score, inputs: [], isOutflow },
  };
}

const lotsAt = (money: readonly Money[], history: readonly Rules[]): Lot[] =>
  money.map(({ pinned, lot }) => ({ ...lot, terms: termsOf(versionsSince(history, pinned)) }));

/** When it is through, at the latest if people let it be, and who looks at it: less is better. */
function weight(verdict: Verdict): number[] {
  if (!('fee' in verdict)) return [Number.MAX_SAFE_INTEGER, 0, 0];
  const waits = verdict.holds.filter(({ code }) => /^(security|new)/.test(code));
  const ready = Math.max(verdict.goesAt, ...waits.map(({ until }) => until ?? 0));
  const looked = verdict.holds.some(({ code }) => code === 'turnover') ? 1 : 0;
  return [ready, looked, ['tier', 'onePerson', 'twoPeople'].indexOf(verdict.ground)];
}

describe('rules for money that is inside', () => {
  it(`WDRL-032 can only get lighter, whatever is published (${RUNS} histories)`, () => {
    const seen = { refused: 0, accepted: 0, freed: 0, published: 0 };
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const dice = createDice(seed);
      const history: Rules[] = [SHIPPED];
      for (let n = dice.int(0, 4); n > 0; n -= 1) history.push(nextVersion(dice, history.at(-1)!));
      const money = makeMoney(dice, history);
      const inside = lotsAt(money, history).reduce(
        (sum, { amount, taken, returned }) => sum + amount - taken - returned,
        0n,
      );
      // What was won has no version of its own, so there is none here.
      const available = (inside * BigInt(dice.int(1, 10))) / 10n;
      if (available === 0n) continue;
      const own = makeSituation(dice, available);
      const asked = makeRequest(dice, available, own.now);
      const judge = () =>
        assess(asked, {
          ...own,
          lots: lotsAt(money, history),
          present: termsOf([history.at(-1)!]),
        });
      let before = judge();
      for (let n = 0; n < 6; n += 1) {
        history.push(nextVersion(dice, history.at(-1)!));
        seen.published += 1;
        const after = judge();
        // A balance that may now leave in the ordinary way needs no exit.
        const isFree = after.refusals.some(({ code }) => code === 'exitNotNeeded');
        if (isFree && asked.kind === 'exit') break;
        expect(compare(weight(after), weight(before)), `seed ${seed}`).toBeLessThanOrEqual(0);
        if (before.refusals.length > 0 && after.refusals.length === 0) seen.freed += 1;
        before = after;
      }
      seen[before.refusals.length > 0 ? 'refused' : 'accepted'] += 1;
    }
    // The histories are such that something is at stake.
    expect(seen.refused).toBeGreaterThan(RUNS / 10);
    expect(seen.accepted).toBeGreaterThan(RUNS / 10);
    expect(seen.freed).toBeGreaterThan(RUNS / 50);
  }, 600_000);

  it('WDRL-032 the comparison finds rules that only the present version decides', () => {
    let worse = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const dice = createDice(seed);
      const money = makeMoney(dice, [SHIPPED]);
      let next = SHIPPED;
      for (let n = 0; n < 8; n += 1) next = nextVersion(dice, next);
      const lots = (rules: Rules) => money.map(({ lot }) => ({ ...lot, terms: termsOf([rules]) }));
      const available = 10n ** 11n;
      const own = makeSituation(dice, available);
      const asked = makeRequest(dice, available, own.now);
      const judge = (rules: Rules) =>
        weight(assess(asked, { ...own, lots: lots(rules), present: termsOf([rules]) }));
      if (compare(judge(next), judge(SHIPPED)) > 0) worse += 1;
    }
    expect(worse).toBeGreaterThan(5);
  });

  it('WDRL-039 each withdrawal of a plan is accepted when its turn comes', () => {
    let planned = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const dice = createDice(seed);
      const history: Rules[] = [SHIPPED];
      for (let n = dice.int(0, 3); n > 0; n -= 1) history.push(nextVersion(dice, history.at(-1)!));
      const amount = BigInt(dice.int(100, 900_000)) * 10n ** 8n;
      const money = [
        { pinned: 1, lot: { ...{ id: 1, amount, taken: 0n, returned: 0n }, source: 'a' } },
      ];
      const lots = lotsAt(money, history);
      const own = {
        ...makeSituation(dice, amount),
        whitelistOnly: false,
        turnoverDone: amount * 2n,
      };
      const { now } = own;
      const present = termsOf([history.at(-1)!]);
      const portions = portionsOf(lots, present, amount, own.turnoverDone);
      const isJunior = own.verified === 'junior';
      const { slots } = planExit({
        ...{ portions, amount, now },
        accepted: own.accepted,
        ...{ isJunior, most: SLOTS_MAX, finest: 1n },
      });
      let [lot] = lots as [Lot];
      const accepted = [...own.accepted];
      for (const slot of slots.slice(0, 40)) {
        const asked = {
          ...({ kind: 'ordinary', amount: slot.amount, confirmedAt: 0, isStrict: false } as const),
          ...{
            source: null,
            hasRecipient: true,
            hasProvider: true,
            notBefore: slot.goesAt,
            lockedAt: null,
          },
        };
        const verdict = assess(asked, { ...own, accepted, lots: [lot], present });
        expect(verdict, `seed ${seed}`).toMatchObject({ refusals: [], goesAt: slot.goesAt });
        accepted.push(slot.goesAt);
        lot = { ...lot, taken: lot.taken + slot.amount };
        planned += 1;
      }
    }
    expect(planned).toBeGreaterThan(500);
  });
});
