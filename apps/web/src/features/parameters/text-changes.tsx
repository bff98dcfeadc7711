import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../lib/api/tables.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';

const FRESH_MS = 60_000;

type TextChange = CallOutput<'getTextChanges'>['changes'][number];

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
        rows={data?.changes}
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
    {
      name: 'effect',
      head: t(($) => $.content.changes.effect),
      cell: ({ takesEffectAt: at, withdrawnAt }) => (
        <>
          <Instant at={at} /> <State at={at} now={now} withdrawn={withdrawnAt !== null} />
        </>
      ),
      csv: ({ takesEffectAt, withdrawnAt }) =>
        withdrawnAt === null ? new Date(takesEffectAt).toISOString() : '',
    },
    {
      name: 'published',
      head: t(($) => $.content.changes.published),
      cell: ({ publishedAt }) => <Instant at={publishedAt} />,
      csv: ({ publishedAt }) => new Date(publishedAt).toISOString(),
    },
    {
      name: 'reason',
      head: t(($) => $.content.changes.reason),
      cell: ({ reason, withdrawnAt, withdrawnWhy }) => (
        <>
          <bdi>{reason}</bdi>
          {withdrawnAt === null ? null : (
            <div>{t(($) => $.content.changes.withdrawnBecause, { reason: withdrawnWhy })}</div>
          )}
        </>
      ),
      csv: ({ reason, withdrawnWhy }) => [reason, withdrawnWhy].filter(Boolean).join(' / '),
      wraps: true,
    },
  ];
}

function State({ at, now, withdrawn }: { at: number; now: number; withdrawn: boolean }) {
  const { t } = useTranslation();
  if (withdrawn) return <Badge>{t(($) => $.content.changes.withdrawn)}</Badge>;
  return at > now ? (
    <Badge tone="warning">{t(($) => $.content.changes.announced)}</Badge>
  ) : (
    <Badge tone="good">{t(($) => $.content.changes.inEffect)}</Badge>
  );
}
