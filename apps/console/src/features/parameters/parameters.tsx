import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { ParameterView } from '@assay/modules/parameters/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { ParameterDrawer } from './parameter-drawer.tsx';

const POLL_MS = 5_000;

const keyOf = ({ parameter, subject }: ParameterView) => `${parameter} ${subject}`;

/** Every parameter of the house: what holds, what is announced, and how it came about. */
export function Parameters() {
  const { t } = useTranslation();
  const state = useTableState();
  const [shown, show] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['parameters'],
    queryFn: ({ signal }) => call('getParameters', {}, signal),
    refetchInterval: POLL_MS,
  });
  const parameters = query.data?.parameters;
  const title = t(($) => $.parameters.title);
  return (
    <Page>
      <PageHead title={title} lead={t(($) => $.parameters.lead)} />
      <Panel>
        <DataTable
          dense
          caption={title}
          columns={useColumns()}
          rows={parameters}
          keyOf={keyOf}
          state={state}
          file="parameters"
          failed={query.isError}
          onRetry={() => void query.refetch()}
          onOpen={(parameter) => show(keyOf(parameter))}
          empty={<EmptyState compact title={t(($) => $.none)} />}
        />
      </Panel>
      <ParameterDrawer
        parameter={parameters?.find((one) => keyOf(one) === shown)}
        close={() => show(null)}
      />
    </Page>
  );
}

function useColumns(): readonly Column<ParameterView>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'name',
      head: t(($) => $.parameters.name),
      cell: ({ parameter }) => t(($) => $.parameters.names[parameter]),
      sort: ({ parameter }) => parameter,
      csv: ({ parameter }) => parameter,
    },
    {
      name: 'of',
      head: t(($) => $.parameters.of),
      cell: ({ subject }) => (subject === '' ? t(($) => $.parameters.house) : <Ltr>{subject}</Ltr>),
      sort: ({ subject }) => subject,
      csv: ({ subject }) => subject,
    },
    {
      ...{ name: 'present', head: t(($) => $.parameters.present), figure: true },
      cell: ({ present, unit }) => (
        <>
          <Plain value={present} /> {t(($) => $.parameters.units[unit])}
        </>
      ),
      sort: ({ present }) => present,
      csv: ({ present }) => String(present),
    },
    {
      name: 'announced',
      head: t(($) => $.parameters.announced),
      cell: ({ announced }) =>
        announced === null ? (
          t(($) => $.none)
        ) : (
          <>
            <Plain value={announced.value} /> {t(($) => $.parameters.from)}{' '}
            <Instant at={announced.takesEffectAt} />
          </>
        ),
      csv: ({ announced }) => (announced === null ? '' : String(announced.value)),
    },
    {
      ...{ name: 'bounds', head: t(($) => $.parameters.bounds), figure: true },
      cell: ({ least, most }) => (
        <>
          <Plain value={least} /> – <Plain value={most} />
        </>
      ),
    },
    {
      name: 'against',
      head: t(($) => $.parameters.against),
      cell: ({ against }) => t(($) => $.parameters[against]),
    },
  ];
}
