import { assert } from '@assay/core/num/integer';
import { LEVEL_COUNT, LEVELS } from './rules.ts';

export interface Member {
  readonly userId: number;
  readonly level: number;
  /** Among those of the level, the first being 1: by it pages begin, since it says no number. */
  readonly place: number;
}

/**
 * Whom somebody has invited, whom those have, and so on: for each level the numbers as they rise,
 * kept beside the referrals, so that a page and a count cost what they show.
 */
export class Lines {
  readonly #levels = new Map<number, readonly number[][]>();

  /**
   * `upline`: who has invited them, who has invited those, and so on. Whom they have invited
   * themselves come along, where those were bound before them.
   */
  add(userId: number, upline: readonly number[]): void {
    for (const [above, to] of upline.entries()) {
      const levels = this.#levels.get(to) ?? LEVELS.map((): number[] => []);
      this.#levels.set(to, levels);
      insert(levels[above]!, userId);
      for (const level of LEVELS.slice(0, LEVEL_COUNT - above - 1)) {
        for (const member of this.#of(userId, level)) insert(levels[above + level]!, member);
      }
    }
  }

  clear(): void {
    this.#levels.clear();
  }

  /** How many members each level has. */
  counts(userId: number): number[] {
    return LEVELS.map((level) => this.#of(userId, level).length);
  }

  /** The members of a level before a place, the latest first. */
  page(userId: number, level: number, before: number, limit: number): Member[] {
    const all = this.#of(userId, level);
    const end = Math.min(before - 1, all.length);
    const start = Math.max(0, end - limit);
    const page = all.slice(start, end).map((member, at) => {
      return { userId: member, level, place: start + at + 1 };
    });
    return page.reverse();
  }

  /** Of all levels those with the highest numbers. */
  latest(userId: number, limit: number): Member[] {
    const all = LEVELS.flatMap((level) => this.page(userId, level, Number.MAX_SAFE_INTEGER, limit));
    return all.sort((a, b) => b.userId - a.userId).slice(0, limit);
  }

  /** `isAbove`: who stands how many levels above whom. */
  audit(members: number, levelOf: (userId: number, member: number) => number): void {
    let count = 0;
    for (const [userId, levels] of this.#levels) {
      assert(levels.length === LEVEL_COUNT, `the line of ${userId} has its levels`);
      for (const [above, all] of levels.entries()) {
        count += all.length;
        for (const [at, member] of all.entries()) {
          assert(at === 0 || all[at - 1]! < member, `${member} is in the line of ${userId} once`);
          assert(levelOf(userId, member) === above + 1, `${member} is on a level of ${userId}`);
        }
      }
    }
    assert(count === members, 'every member is in every line above them');
  }

  #of(userId: number, level: number): readonly number[] {
    return this.#levels.get(userId)?.[level - 1] ?? [];
  }
}

/** People are bound as they register, nearly in the order of their numbers. */
function insert(all: number[], userId: number): void {
  let at = all.length;
  while (at > 0 && all[at - 1]! > userId) at -= 1;
  if (at === all.length) all.push(userId);
  else all.splice(at, 0, userId);
}
