import { PublishedDays } from '@assay/modules/feeds/rules';
import type { CalendarDayView } from '@assay/modules/feeds/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/call.ts';

const POLL_MS = 10_000;
const NONE: readonly CalendarDayView[] = [];

/** The days whose hours were published, the latest first. */
export function useCalendarDays() {
  return useQuery({
    queryKey: ['calendarDays'],
    queryFn: ({ signal }) => call('getCalendarDays', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** The calendars with those days. */
export function useCalendars(): PublishedDays {
  const { data } = useCalendarDays();
  const days = data?.days ?? NONE;
  return useMemo(() => new PublishedDays(days.toReversed()), [days]);
}
