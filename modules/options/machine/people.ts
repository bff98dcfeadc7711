import { DAY } from '@assay/core/time';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { type OptionPolicy, RELAX_AFTER_MS } from '../rules/policy.ts';
import type { LimitOptions } from '../schema/commands.ts';
import type { optionPerson, PersonRow } from '../store/tables.ts';

type Person = Omit<PersonRow, 'userId'>;
const NOBODY: Person = {
  ...{ dailyStake: null, nextDailyStake: null, nextFrom: 0, excludedUntil: 0 },
  ...{ day: 0, staked: 0, lossesInARow: 0, lastLossAt: 0, clearedBy: null },
};

/** What people allow themselves, and what is counted for it. */
export class People {
  readonly #table: ObjectTable<typeof optionPerson>;

  constructor(table: ObjectTable<typeof optionPerson>) {
    this.#table = table;
  }

  /** Why somebody cannot buy for this stake now; null: nothing is against it. */
  refuse(userId: number, stake: number, at: number, policy: OptionPolicy) {
    const row = this.#table.get(userId) ?? NOBODY;
    if (at < row.excludedUntil) {
      return { refusal: 'selfExcluded', detail: { until: `${row.excludedUntil}` } } as const;
    }
    const { lossesInARow, coolOffMs } = policy;
    const until = row.lastLossAt + coolOffMs;
    if (lossesInARow > 0 && row.lossesInARow >= lossesInARow && at < until) {
      return { refusal: 'coolOff', detail: { until: `${until}` } } as const;
    }
    const most = limitAt(row, at);
    return most !== null && stakedOn(row, at) + stake > most
      ? ({ refusal: 'ownDailyLimit' } as const)
      : null;
  }

  /** What holds for somebody, and what they have bought for today. */
  of(userId: number, at: number) {
    const row = this.#table.get(userId) ?? NOBODY;
    const { nextDailyStake, nextFrom, excludedUntil, lossesInARow, lastLossAt } = row;
    const isChanging = at < nextFrom;
    return {
      ...{ dailyStake: limitAt(row, at), staked: stakedOn(row, at), excludedUntil },
      ...{ next: isChanging ? { dailyStake: nextDailyStake, from: nextFrom } : null },
      ...{ lossesInARow, lastLossAt },
    };
  }

  bought(userId: number, stake: number, at: number): void {
    const row = this.#table.get(userId);
    const day = Math.floor(at / DAY);
    const staked = stakedOn(row ?? NOBODY, at) + stake;
    if (row === undefined) this.#table.insert({ ...NOBODY, userId, day, staked });
    else this.#table.change(row, { day, staked });
  }

  ended(userId: number, isLost: boolean, isWon: boolean, at: number): void {
    const row = this.#table.get(userId);
    if (row === undefined) return;
    const lossesInARow = row.lossesInARow + 1;
    if (isLost) this.#table.change(row, { lossesInARow, lastLossAt: at });
    else if (isWon && row.lossesInARow > 0) this.#table.change(row, { lossesInARow: 0 });
  }

  /** A virtual account has ended or begins again: what was before is over. */
  clear(userId: number, seq: number): void {
    const row = this.#table.get(userId);
    if (row !== undefined) this.#table.change(row, { clearedBy: seq });
  }

  /** Whether what somebody bought by a command was of an account that is no more. */
  isCleared(userId: number, boughtBy: number): boolean {
    return (this.#table.get(userId)?.clearedBy ?? 0) > boughtBy;
  }

  /** What tightens holds at once, what relaxes a day later; an exclusion only gets longer. */
  limit(userId: number, wanted: LimitOptions, at: number): LimitOptions & { from: number } {
    const row = this.#table.get(userId) ?? this.#table.insert({ ...NOBODY, userId });
    const present = limitAt(row, at);
    const excludedUntil = Math.max(row.excludedUntil, wanted.excludedUntil);
    const { dailyStake } = wanted;
    if (dailyStake === undefined) {
      this.#table.change(row, { excludedUntil });
      return { excludedUntil, from: at };
    }
    const isTighter = present === null || (dailyStake !== null && dailyStake <= present);
    const from = isTighter ? at : at + RELAX_AFTER_MS;
    this.#table.change(row, {
      ...{ dailyStake: isTighter ? dailyStake : present, excludedUntil },
      ...{ nextDailyStake: dailyStake, nextFrom: from },
    });
    return { dailyStake, excludedUntil, from };
  }
}

function limitAt({ dailyStake, nextDailyStake, nextFrom }: Person, at: number): number | null {
  return at >= nextFrom && nextFrom > 0 ? nextDailyStake : dailyStake;
}

function stakedOn({ day, staked }: Person, at: number): number {
  return day === Math.floor(at / DAY) ? staked : 0;
}
