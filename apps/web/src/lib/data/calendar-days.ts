import { type CalendarOf, PublishedDays } from '@assay/modules/feeds/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOutput } from '../api/tables.ts';
import { api } from './services.ts';

/** Days are published two days before they begin. */
const FRESH_MS = 3_600_000;

export type CalendarDay = CallOutput<'getCalendarDays'>['days'][number];

/** The days whose hours were published, the latest first. */
export function useCalendarDays() {
  return useQuery({
    queryKey: ['calendarDays'],
    queryFn: ({ signal }) => api.call('getCalendarDays', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
}

/** The hours of indices with those days. */
export function useCalendars(): CalendarOf {
  const { data } = useCalendarDays();
  return useMemo(() => new PublishedDays(data?.days.toReversed()).of, [data]);
}
