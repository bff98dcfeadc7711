import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { cutOff, dayOf, type NightRule } from '@assay/core/position/rollover';
import { DAY, HOUR, SECOND } from '@assay/core/time';
import { movedNights } from '@assay/modules/cfd';
import type { Followed, HoursChange, PublishedCalendars } from '@assay/modules/feeds';
import { symbolOf } from '@assay/modules/feeds/rules';
import type { PublishedTerms } from '@assay/modules/parameters';
import type { Job } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';

/** Changed terms hold a day after they were published, and a little later in engines. */
const NIGHTS_HOLD_MS = DAY + HOUR;

interface NightsRefusal {
  readonly refusal:
    | 'noticeTooShort'
    | 'unknownSubject'
    | 'alreadyAnnounced'
    | 'unchanged'
    | 'badTerms'
    | 'changedMeanwhile';
  readonly detail: Detail;
}
type Detail = Readonly<Record<string, string>>;

/**
 * The nights that follow from other hours (decision 0151) are terms of the contracts, published
 * with the days by the same people: whoever holds a position reads them a day before they hold.
 */
export function followedNights(
  { machines }: Pick<RealmEngine, 'machines'>,
  terms: Pick<PublishedTerms, 'presentAt' | 'refuse' | 'publish' | 'load'>,
): Followed<NightsRefusal> {
  const moved = ({ calendar, dates, before, after }: HoursChange, now: number) => {
    const days = dates.map((date) => dayOf(date)!);
    return [...machines.cfd.state.bySymbol.keys()].flatMap((subject) => {
      const index = machines.cfd.state.bySymbol.get(subject)!.row.index;
      const present = terms.presentAt('contract', subject, now);
      if (symbolOf(index)?.calendar !== calendar || present === null) return [];
      const { nights, holidays } = present as { nights: NightRule; holidays: string };
      const found = movedNights({ index, nights, holidays }, days, before.of, after.of);
      if (found === null || found.holidays === holidays) return [];
      const changes = [{ field: 'holidays', before: holidays, after: found.holidays }];
      return [{ first: found.first, wanted: { kind: 'contract' as const, subject, changes } }];
    });
  };
  return {
    refuse: async (change, client, now) => {
      for (const { first, wanted } of moved(change, now)) {
        const detail = { field: wanted.subject };
        if (cutOff(first) - now < NIGHTS_HOLD_MS) return { refusal: 'noticeTooShort', detail };
        const refused = await terms.refuse(wanted, client, now);
        if (refused === null) continue;
        return { refusal: typeof refused === 'string' ? refused : refused.refusal, detail };
      }
      return null;
    },
    publish: async (change, client, by) => {
      for (const { wanted } of moved(change, by.now)) {
        const { refusal } = await terms.publish(wanted, client, by);
        if (refusal !== undefined) throw new Error(`nights of ${wanted.subject}: ${refusal}`);
      }
    },
    done: () => terms.load(),
  };
}

/**
 * Gives an engine the days that are published, at once and in their order, by commands in its log.
 * Their ids name the versions. A day that an engine comes to know too late it never takes: there
 * are no ticks then, so nothing is traded and options are void.
 */
export function calendarDaysJob(
  engine: Pick<RealmEngine, 'submit'>,
  calendars: Pick<PublishedCalendars, 'versions'>,
  realm: Realm,
): Job {
  let done = 0;
  return {
    name: `calendarDays:${realm}`,
    everyMs: SECOND,
    atStart: true,
    run: async (_at, signal) => {
      for (const { versionId, calendar, date, hours } of calendars.versions()) {
        if (versionId <= done) continue;
        signal.throwIfAborted();
        const id = `calendarDay ${versionId}`;
        const body = { calendar, date, hours };
        const command = { type: 'setCalendarDay', actor: OWNER.setup, id, body } as const;
        const reply = await engine.submit(command);
        const isSettled = reply.ok || reply.refusal === 'tooLate';
        if (!isSettled) throw new Error(`${id} was not set: ${reply.refusal}`);
        done = versionId;
      }
    },
  };
}
