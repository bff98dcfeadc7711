import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import { dayOf } from '@assay/core/position/rollover';
import { dayBegins } from '@assay/core/session/calendar';
import type { Database, PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import { refuseDays } from './rules/calendar-change.ts';
import { PublishedDays } from './rules/index.ts';
import { type CalendarDayView, changeCalendar } from './schema.ts';
import { CalendarDayStore, type CalendarDayVersion } from './store/calendar-days.ts';

export const calendarApprovals = defineApprovals<{
  changeCalendar: z.output<typeof changeCalendar>;
}>({ changeCalendar: byTwo('house') });

/** Other hours of some days, which are not published yet. */
export interface HoursChange {
  readonly calendar: string;
  readonly dates: readonly string[];
  readonly before: PublishedDays;
  readonly after: PublishedDays;
}

/** By whom, when and why something is published. */
export interface Publication {
  readonly now: number;
  readonly signers: readonly number[];
  readonly reason: string;
}

/** What else follows from other hours, filled in by whoever knows it. */
export interface Followed<R extends { readonly refusal: string }> {
  /** Why it cannot follow; null: it can. */
  refuse(change: HoursChange, client: PoolClient, now: number): Promise<R | null>;
  publish(change: HoursChange, client: PoolClient, by: Publication): Promise<void>;
  done(): Promise<void>;
}

/**
 * Days on which calendars have other hours than usual: published by two people, never rewritten;
 * the last one of a date counts.
 */
export class PublishedCalendars {
  readonly #store: CalendarDayStore;
  #versions: readonly CalendarDayVersion[] = [];
  #days = new PublishedDays();

  constructor(database: Pick<Database, 'pool'>) {
    this.#store = new CalendarDayStore(database);
  }

  async load(): Promise<void> {
    this.#versions = await this.#store.all();
    this.#days = new PublishedDays(this.#versions);
  }

  /** The hours of indices by what is published now. */
  readonly of: PublishedDays['of'] = (index) => this.#days.of(index);

  /** What was published, in its order. */
  versions(): readonly CalendarDayVersion[] {
    return this.#versions;
  }

  /** The public log, the latest first. */
  views(): CalendarDayView[] {
    return this.#versions
      .map(({ signers: _signers, ...shown }) => shown as CalendarDayView)
      .toReversed();
  }

  /** How days are published once two people have agreed to it. */
  changing<R extends { readonly refusal: string }>(followed: Followed<R>) {
    const refusal = async (body: object, client: PoolClient, now: number) => {
      const { calendar, days } = changeCalendar.parse(body);
      const published = await this.#store.locked(client);
      const refused = refuseDays(calendar, days, published, now);
      if (refused !== null) return refused;
      return followed.refuse(changeOf(body, published), client, now);
    };
    return {
      read: (body: object) => changeCalendar.safeParse(body).data ?? null,
      prepared: (body: object, client: PoolClient, { now }: { readonly now: number }) =>
        refusal(body, client, now),
      run: async (
        body: object,
        client: PoolClient,
        now: number,
        signers: readonly number[],
        reason: string,
      ) => {
        const refused = await refusal(body, client, now);
        if (refused !== null) return refused;
        const { calendar, days } = changeCalendar.parse(body);
        const change = changeOf(body, await this.#store.all(client));
        await followed.publish(change, client, { now, signers, reason });
        for (const { date, before, after: hours } of days) {
          const beginsAt = dayBegins(change.before.calendar(calendar), dayOf(date)!);
          const version = { calendar, date, before, hours, beginsAt, reason, signers };
          await this.#store.add(client, { ...version, publishedAt: now });
        }
        return { outcome: { calendar, days: days.length } };
      },
      done: async () => {
        await Promise.all([this.load(), followed.done()]);
      },
    };
  }
}

function changeOf(body: object, published: readonly CalendarDayVersion[]): HoursChange {
  const { calendar, days } = changeCalendar.parse(body);
  const changed = days.map(({ date, after: hours }) => ({ calendar, date, hours }));
  return {
    calendar,
    dates: days.map(({ date }) => date),
    before: new PublishedDays(published),
    after: new PublishedDays([...published, ...changed]),
  };
}
