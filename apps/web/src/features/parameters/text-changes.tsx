import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../lib/api/tables.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import { usePublicationColumns } from './publication.tsx';

const FRESH_MS = 60_000;

type Listed = CallOutput<'getTextChanges'>['changes'][number];
/** As all lists of changes say whether one was withdrawn. */
interface TextChange extends Listed {
  readonly withdrawn: { readonly at: number; readonly reason: string } | null;
}

function changeOf(listed: Listed): TextChange {
  const { withdrawnAt: at, withdrawnWhy: reason } = listed;
  return { ...listed, withdrawn: at === null ? null : { at, reason } };
}

/** What was changed in agreement, privacy policy and disclosure of risks, and what is announced. */
export function TextChanges() {
  const { t } = useTranslation();
  const title = t(($) => $.content.changes.texts);
  const language = usePreferences((preferences) => preferences.language);
  const { data, isError, refetch } = useQuery({
    queryKey: ['textChanges', language],
    queryFn: ({ signal }) => api.call('getTextChanges', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={useColumns(data?.at ?? 0)}
        rows={data?.changes.map(changeOf)}
        keyOf={({ edition }) => String(edition)}
        state={useTableState('texts')}
        file="texts"
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.content.changes.noTextChanged)} />}
      />
    </Panel>
  );
}

function useColumns(now: number): readonly Column<TextChange>[] {
  const { t } = useTranslation();
  const published = usePublicationColumns(now);
  return [
    {
      name: 'text',
      head: t(($) => $.content.changes.what),
      cell: ({ key, edition, title, number }) => (
        <Link to={`/text?id=${key}&edition=${edition}`}>
          <bdi>{title}</bdi> · {t(($) => $.content.agreement.edition, { number })}
        </Link>
      ),
      csv: ({ title, number }) => `${title} ${number}`,
      wraps: true,
    },
    ...published,
  ];
}
