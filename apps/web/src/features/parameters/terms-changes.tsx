import type { TermSpecs } from '@assay/core/schema/terms';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { CONTRACT_TERMS } from '@assay/modules/cfd/rules';
import { OPTION_TERMS } from '@assay/modules/options/rules';
import type { TermsChangeView, TermsKindName } from '@assay/modules/parameters/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { TermChanges } from '../../ui/term-changes.tsx';
import { usePublicationColumns } from './publication.tsx';

const FRESH_MS = 60_000;
/** The terms of each kind of market. */
export const TERM_SPECS: Readonly<Record<TermsKindName, TermSpecs>> = {
  contract: CONTRACT_TERMS,
  option: OPTION_TERMS,
};

/** What was changed of the terms of contracts and options, and what is announced. */
export function TermsChanges() {
  const { t } = useTranslation();
  const title = t(($) => $.terms.title);
  const { data, isError, refetch } = useQuery({
    queryKey: ['termsChanges'],
    queryFn: ({ signal }) => api.call('getTermsChanges', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={useColumns(data?.at ?? 0)}
        rows={data?.changes}
        keyOf={({ versionId }) => String(versionId)}
        state={useTableState('terms')}
        file="terms"
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.terms.none)} />}
      />
    </Panel>
  );
}

function useColumns(now: number): readonly Column<TermsChangeView>[] {
  const { t } = useTranslation();
  const published = usePublicationColumns(now);
  return [
    {
      name: 'market',
      head: t(($) => $.content.changes.market),
      cell: ({ subject }) => <Ltr>{subject}</Ltr>,
      csv: ({ subject }) => subject,
    },
    {
      name: 'changes',
      head: t(($) => $.content.changes.what),
      cell: ({ kind, changes }) => <TermChanges specs={TERM_SPECS[kind]} changes={changes} />,
      csv: ({ changes }) =>
        changes.map(({ field, before, after }) => `${field} ${before} ${after}`).join(', '),
      wraps: true,
    },
    ...published,
  ];
}
