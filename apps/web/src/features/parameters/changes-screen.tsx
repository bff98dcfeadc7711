import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { ListingView } from '@assay/modules/markets/schema';
import { STAGES } from '@assay/modules/parameters/rules';
import type { ChangeView } from '@assay/modules/parameters/schema';
import { TURNOVER_MODES } from '@assay/modules/wallet/rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { ListedTerms } from '../../ui/term-changes.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CalendarChanges } from './calendar-changes.tsx';
import { usePublicationColumns } from './publication.tsx';
import { TERM_SPECS, TermsChanges } from './terms-changes.tsx';
import { TextChanges } from './text-changes.tsx';

const FRESH_MS = 60_000;

/** Minutes of the day as a clock shows them; the end of a day is 24:00. */
const clockText = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** /changes: what the house has changed and announced, with what it was before, for everybody. */
export default function ChangesScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.content.changes.title);
  const lead = t(($) => $.content.changes.lead);
  useTitle(title, lead);
  const { data, isError, refetch } = useQuery({
    queryKey: ['changes'],
    queryFn: ({ signal }) => api.call('getParameterChanges', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
  return (
    <Page width="page">
      <PageHead title={title} lead={lead} />
      <Panel>
        <DataTable
          caption={title}
          columns={useColumns(data?.at ?? 0)}
          rows={data?.changes}
          keyOf={({ versionId }) => String(versionId)}
          state={useTableState()}
          file="changes"
          failed={isError}
          onRetry={() => void refetch()}
          empty={
            <EmptyState
              compact
              title={t(($) => $.content.changes.empty)}
              text={t(($) => $.content.changes.emptyText)}
            />
          }
        />
      </Panel>
      <TermsChanges />
      <CalendarChanges />
      <TextChanges />
      <Listed />
    </Page>
  );
}

/** What was listed since the platform began. */
function Listed() {
  const { t } = useTranslation();
  const title = t(($) => $.content.changes.listed);
  const { data, isError, refetch } = useQuery({
    queryKey: ['listings'],
    queryFn: ({ signal }) => api.call('getListings', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={useListedColumns()}
        rows={data?.listings}
        keyOf={({ listingId }) => String(listingId)}
        state={useTableState('listed')}
        file="listings"
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.content.changes.nothingListed)} />}
      />
    </Panel>
  );
}

function symbolOf({ listed }: ListingView): string {
  if (listed.kind === 'asset') return listed.asset.symbol;
  if (listed.kind === 'market') return listed.market.symbol;
  return listed.kind === 'contract' ? listed.contract.symbol : listed.option.symbol;
}

/** All that a contract or a market of options was listed with. */
function Terms({ listing: { listed } }: { listing: ListingView }) {
  if (listed.kind === 'asset' || listed.kind === 'market') return null;
  const { terms } = listed.kind === 'contract' ? listed.contract : listed.option;
  return <ListedTerms specs={TERM_SPECS[listed.kind]} terms={terms} />;
}

function useListedColumns(): readonly Column<ListingView>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'listed',
      head: t(($) => $.content.changes.what),
      cell: (listing) => (
        <>
          {t(($) => $.content.changes[listing.listed.kind])} <Ltr>{symbolOf(listing)}</Ltr>
          <Terms listing={listing} />
        </>
      ),
      csv: symbolOf,
      wraps: true,
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
      cell: ({ reason }) => reason,
      csv: ({ reason }) => reason,
      wraps: true,
    },
  ];
}

function useColumns(now: number): readonly Column<ChangeView>[] {
  const { t } = useTranslation();
  const published = usePublicationColumns(now);
  const format = useFormat();
  const valueText = (value: number, unit: ChangeView['unit']) => {
    if (unit === 'ppm') return format.ppm(value);
    const stage = unit === 'stage' ? STAGES[value] : undefined;
    if (stage !== undefined) return t(($) => $.content.changes.stages[stage]);
    if (unit === 'hours') return t(($) => $.content.changes.units.hours, { value });
    if (unit === 'days') return t(($) => $.content.changes.units.days, { value });
    if (unit === 'minutes') return clockText(value);
    if (unit === 'mode') {
      return t(($) => $.content.changes.units.modes[TURNOVER_MODES[value] ?? 'off']);
    }
    if (unit === 'times') return t(($) => $.content.changes.units.times, { value });
    if (unit === 'switch') {
      return t(($) => $.content.changes.units[value === 1 ? 'offered' : 'notOffered']);
    }
    return format.plain(unit === 'quote' ? formatSafe(value, SCALE) : value);
  };
  return [
    {
      name: 'what',
      head: t(($) => $.content.changes.what),
      cell: ({ parameter, subject }) => (
        <>
          {t(($) => $.content.changes.names[parameter])}{' '}
          {subject === '' ? null : <Ltr>{subject}</Ltr>}
        </>
      ),
      csv: ({ parameter, subject }) => `${parameter} ${subject}`.trim(),
    },
    {
      ...{ name: 'before', head: t(($) => $.content.changes.before), figure: true },
      cell: ({ before, unit }) => valueText(before, unit),
      csv: ({ before }) => String(before),
    },
    {
      ...{ name: 'after', head: t(($) => $.content.changes.after), figure: true },
      cell: ({ value, unit }) => valueText(value, unit),
      csv: ({ value }) => String(value),
    },
    ...published,
  ];
}
