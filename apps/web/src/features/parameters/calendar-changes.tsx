import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { type CalendarDay, useCalendarDays } from '../../lib/data/calendar-days.ts';
import { usePublicationColumns } from './publication.tsx';

/** As all lists of changes have it: a day takes effect when it begins, and another replaces it. */
const changeOf = (day: CalendarDay) => ({ ...day, takesEffectAt: day.beginsAt, withdrawn: null });
type DayChange = ReturnType<typeof changeOf>;

/** Days on which markets have other hours than their calendar says. */
export function CalendarChanges() {
  const { t } = useTranslation();
  const title = t(($) => $.content.changes.hours.title);
  const { data, isError, refetch } = useCalendarDays();
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={useColumns(data?.at ?? 0)}
        rows={data?.days.map(changeOf)}
        keyOf={({ versionId }) => String(versionId)}
        state={useTableState('hours')}
        file="hours"
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.content.changes.hours.none)} />}
      />
    </Panel>
  );
}

function useColumns(now: number): readonly Column<DayChange>[] {
  const { t } = useTranslation();
  const published = usePublicationColumns<DayChange>(now);
  const hours = (text: string) =>
    text === '' ? (
      t(($) => $.content.changes.hours.closed)
    ) : (
      <Ltr>{text.replaceAll(',', ', ')}</Ltr>
    );
  return [
    {
      name: 'calendar',
      head: t(($) => $.content.changes.hours.calendar),
      cell: ({ calendar, date }) => (
        <>
          {t(($) => $.content.changes.hours.calendars[calendar])} <Ltr>{date}</Ltr>
        </>
      ),
      csv: ({ calendar, date }) => `${calendar} ${date}`,
    },
    {
      name: 'before',
      head: t(($) => $.content.changes.before),
      cell: ({ before }) => hours(before),
      csv: ({ before }) => before || 'closed',
    },
    {
      name: 'after',
      head: t(($) => $.content.changes.after),
      cell: ({ hours: after }) =>
        after === null ? t(($) => $.content.changes.hours.usual) : hours(after),
      csv: ({ hours: after }) => (after ?? 'usual') || 'closed',
    },
    ...published,
  ];
}
