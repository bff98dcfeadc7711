import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { Lines } from './lines.ts';
import { LEVELS } from './rules.ts';

const FIRST = 1_000;
const PEOPLE = 300;
const ALL = Number.MAX_SAFE_INTEGER;

it('PROM-025 members by level are those that the referrals make, whatever the order of binding', () => {
  const dice = createDice(7);
  const above = new Map<number, number>();
  const upline = (userId: number) => {
    const found: number[] = [];
    for (let to = above.get(userId); to !== undefined && found.length < 4; to = above.get(to)) {
      found.push(to);
    }
    return found;
  };
  const lines = new Lines();
  const people = Array.from({ length: PEOPLE }, (_, at) => FIRST + at);
  for (const userId of people.slice(1)) above.set(userId, dice.int(FIRST, userId - 1));
  // In any order: also somebody after those whom they have invited.
  const bound = people.slice(1).map((userId) => [dice.int(0, 1_000), userId] as const);
  bound.sort(([one], [other]) => one - other);
  const invited = new Map(above);
  above.clear();
  for (const [, userId] of bound) {
    above.set(userId, invited.get(userId)!);
    lines.add(userId, upline(userId));
  }
  for (const userId of people) {
    const levels = LEVELS.map((level) => people.filter((one) => upline(one)[level - 1] === userId));
    expect(lines.counts(userId)).toEqual(levels.map((level) => level.length));
    for (const [at, level] of levels.entries()) {
      const places = level.map((member, n) => ({ userId: member, level: at + 1, place: n + 1 }));
      expect(lines.page(userId, at + 1, ALL, PEOPLE)).toEqual(places.toReversed());
      const [before, limit] = [dice.int(1, level.length + 2), dice.int(1, 5)];
      const page = places.filter(({ place }) => place < before).slice(-limit);
      expect(lines.page(userId, at + 1, before, limit)).toEqual(page.toReversed());
    }
    const latest = lines.latest(userId, 7).map((one) => one.userId);
    expect(latest).toEqual(
      levels
        .flat()
        .sort((a, b) => b - a)
        .slice(0, 7),
    );
  }
  const count = people.reduce((sum, userId) => sum + upline(userId).length, 0);
  lines.audit(count, (userId, member) => upline(member).indexOf(userId) + 1);
  expect(() => lines.audit(count - 1, () => 1)).toThrow();
});
