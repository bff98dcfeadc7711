import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { ParameterView } from '@assay/modules/parameters/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { ParameterFigure, ParameterValue, valueText } from '../../ui/parameter-value.tsx';
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
  // A market's stage is proposed where markets are; here it is withdrawn.
  const parameters = query.data?.parameters;
  const sought = state.filter('of').trim().toLowerCase();
  const found = parameters?.filter((one) =>
    `${t(($) => $.parameters.names[one.parameter])} ${one.subject}`.toLowerCase().includes(sought),
  );
  const title = t(($) => $.parameters.title);
  return (
    <Page>
      <PageHead title={title} lead={t(($) => $.parameters.lead)} />
      <Panel>
        <DataTable
          dense
          caption={title}
          columns={useColumns()}
          rows={found}
          keyOf={keyOf}
          state={state}
          file="parameters"
          failed={query.isError}
          onRetry={() => void query.refetch()}
          filters={
            <SearchField
              label={t(($) => $.parameters.search)}
              value={state.filter('of')}
              onChange={(text) => state.setFilter('of', text)}
            />
          }
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
      cell: ({ present, unit }) => <ParameterFigure value={present} unit={unit} />,
      csv: ({ present, unit }) => valueText(present, unit),
    },
    {
      name: 'unit',
      head: t(($) => $.parameters.unit),
      cell: ({ unit }) => t(($) => $.parameters.units[unit]),
      csv: ({ unit }) => unit,
    },
    {
      name: 'announced',
      head: t(($) => $.parameters.announced),
      cell: ({ announced, unit }) =>
        announced === null ? (
          t(($) => $.none)
        ) : (
          <Sentence
            parts={{
              what: <ParameterValue value={announced.value} unit={unit} />,
              at: <Instant at={announced.takesEffectAt} />,
            }}
          >
            {(put) => t(($) => $.parameters.from, put)}
          </Sentence>
        ),
      csv: ({ announced, unit }) => (announced === null ? '' : valueText(announced.value, unit)),
    },
    {
      ...{ name: 'bounds', head: t(($) => $.parameters.bounds), figure: true },
      cell: ({ least, most, unit }) => (
        <>
          <ParameterFigure value={least} unit={unit} /> –{' '}
          <ParameterFigure value={most} unit={unit} />
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
