import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { CalendarDayView } from '@assay/modules/feeds/schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { HoursForm } from './hours-form.tsx';
import { useHoursText } from './hours-text.tsx';
import { useCalendarDays } from './use-calendar-days.ts';

/** Days on which venues have other hours than their calendar says, and the way to one more. */
export function Calendars() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState(false);
  const title = t(($) => $.calendars.title);
  const { data, isError, refetch } = useCalendarDays();
  return (
    <Panel
      title={title}
      tools={
        may('house.prepare') ? (
          <Button size="xs" onClick={() => ask(true)}>
            {t(($) => $.calendars.change)}
          </Button>
        ) : null
      }
    >
      <DataTable
        caption={title}
        columns={useColumns()}
        rows={data?.days}
        keyOf={({ versionId }) => String(versionId)}
        state={useTableState('hours')}
        file="hours"
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.calendars.none)} />}
      />
      {asked ? <HoursForm close={() => ask(false)} /> : null}
    </Panel>
  );
}

function useColumns(): readonly Column<CalendarDayView>[] {
  const { t } = useTranslation();
  const text = useHoursText();
  return [
    {
      ...{ name: 'calendar', head: t(($) => $.calendars.calendar), card: 'title' },
      cell: ({ calendar }) => t(($) => $.calendars.names[calendar]),
      sort: ({ calendar }) => calendar,
      csv: ({ calendar }) => calendar,
    },
    {
      ...{ name: 'date', head: t(($) => $.calendars.date) },
      cell: ({ date }) => <Ltr>{date}</Ltr>,
      sort: ({ date }) => date,
      csv: ({ date }) => date,
    },
    {
      ...{ name: 'hours', head: t(($) => $.calendars.hours), wraps: true },
      cell: ({ before, hours }) => (
        <Ltr>
          {text(before)} → {text(hours)}
        </Ltr>
      ),
      csv: ({ before, hours }) => `${text(before)} ${text(hours)}`,
    },
    {
      ...{ name: 'published', head: t(($) => $.calendars.published) },
      cell: ({ publishedAt }) => <Instant at={publishedAt} />,
      csv: ({ publishedAt }) => new Date(publishedAt).toISOString(),
    },
    {
      ...{ name: 'reason', head: t(($) => $.terms.reason), wraps: true },
      cell: ({ reason }) => reason,
      csv: ({ reason }) => reason,
    },
  ];
}
