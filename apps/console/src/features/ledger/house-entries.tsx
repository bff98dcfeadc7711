import { HOUSE_NAMES } from '@assay/core/ledger/owners';
import { PURPOSE, type PurposeName } from '@assay/core/ledger/purpose';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { DateRange } from '@assay/kit/data/date-range.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, type CallRequestOf, call } from '../../lib/call.ts';

type Line = CallOutputOf<'getHouseEntries'>['lines'][number];
type Asked = CallRequestOf<'getHouseEntries'>;

const LINES = 100;
const DAY_MS = 86_400_000;
const OWNERS = [...HOUSE_NAMES.keys()];
const PURPOSES = Object.keys(PURPOSE) as PurposeName[];
const USUAL = 'house:fees';

/** What the address asks for. Days are those of UTC. */
function askedOf(state: TableState): Asked & { realm: Realm; owner: string } {
  const [first = '', last = ''] = state.filter('range').split('..');
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const asset = state.filter('asset').toUpperCase();
  const purpose = PURPOSES.find((one) => one === state.filter('purpose'));
  return {
    realm: REALMS.find((one) => one === state.filter('realm')) ?? 'real',
    owner: OWNERS.find((one) => one === state.filter('owner')) ?? USUAL,
    ...(/^[A-Z0-9]{1,16}$/.test(asset) && { asset }),
    ...(purpose !== undefined && { purpose }),
    ...(!Number.isNaN(from) && { from }),
    ...(!Number.isNaN(to) && { to: to + DAY_MS - 1 }),
  };
}

/** The journal lines of one account of the house or the outside, with what caused them. */
export function HouseEntries() {
  const { t } = useTranslation();
  const state = useTableState('entries');
  const asked = askedOf(state);
  const query = useInfiniteQuery({
    queryKey: ['houseEntries', asked],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === '' ? {} : { before: pageParam };
      return call('getHouseEntries', { ...asked, limit: LINES, ...before }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const pages = query.data?.pages;
  const title = t(($) => $.house.entries);
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={useColumns()}
        rows={pages?.flatMap((page) => page.lines.map((line, i) => ({ ...line, i })))}
        keyOf={(line) => `${line.seq} ${line.asset} ${line.amount} ${line.purpose} ${line.i}`}
        state={state}
        file={`entries-${asked.realm}-${asked.owner.replace(':', '-')}`}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        filters={<Filters asked={asked} state={state} />}
        empty={<EmptyState compact title={t(($) => $.house.noEntries)} />}
      />
      <Earlier
        busy={query.isFetchingNextPage}
        searchedTo={pages?.at(-1)?.searchedTo}
        more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      />
    </Panel>
  );
}

interface EarlierProps {
  busy: boolean;
  searchedTo: number | undefined;
  more: (() => void) | undefined;
}

/** How far back was looked, and the button to look further. */
function Earlier({ busy, searchedTo, more }: EarlierProps) {
  const { t } = useTranslation();
  if (searchedTo === undefined || more === undefined) return null;
  return (
    <Button fullWidth variant="subtle" loading={busy} onClick={more}>
      {t(($) => $.house.earlier, { seq: searchedTo })}
    </Button>
  );
}

function Filters({ asked, state }: { asked: ReturnType<typeof askedOf>; state: TableState }) {
  const { t } = useTranslation();
  const [from = '', to = ''] = state.filter('range').split('..');
  return (
    <>
      <Segments
        label={t(($) => $.house.realm)}
        options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
        value={asked.realm}
        onChange={(value) => state.setFilter('realm', value === 'real' ? '' : value)}
      />
      <Select
        dir="ltr"
        label={t(($) => $.house.account)}
        options={OWNERS.map((value) => ({ value, text: value }))}
        value={asked.owner}
        onChange={(value) => state.setFilter('owner', value === USUAL ? '' : value)}
      />
      <Select
        label={t(($) => $.house.purpose)}
        options={[
          { value: '', text: t(($) => $.house.anyPurpose) },
          ...PURPOSES.map((value) => ({ value, text: value })),
        ]}
        value={state.filter('purpose')}
        onChange={(value) => state.setFilter('purpose', value)}
      />
      <SearchField
        label={t(($) => $.house.asset)}
        value={state.filter('asset')}
        onChange={(value) => state.setFilter('asset', value)}
      />
      <DateRange
        value={{ from, to }}
        today={new Date().toISOString().slice(0, 10)}
        onChange={(days) =>
          state.setFilter('range', days.from + days.to === '' ? '' : `${days.from}..${days.to}`)
        }
      />
    </>
  );
}

function useColumns(): readonly Column<Line & { readonly i: number }>[] {
  const { t } = useTranslation();
  const text = (name: 'purpose' | 'counterpart' | 'command' | 'actor', head: string) => ({
    ...{ name, head },
    cell: (line: Line) => <Ltr>{line[name]}</Ltr>,
    csv: (line: Line) => line[name],
  });
  return [
    {
      name: 'at',
      head: t(($) => $.outbox.at),
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'seq', head: t(($) => $.house.number), figure: true },
      cell: ({ seq }) => <Plain value={seq} />,
      csv: ({ seq }) => String(seq),
    },
    {
      name: 'asset',
      head: t(($) => $.house.asset),
      cell: ({ asset }) => asset,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'amount', head: t(($) => $.house.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} />,
      csv: ({ amount }) => amount,
    },
    text(
      'purpose',
      t(($) => $.house.purpose),
    ),
    text(
      'counterpart',
      t(($) => $.house.counterpart),
    ),
    text(
      'command',
      t(($) => $.house.command),
    ),
    text(
      'actor',
      t(($) => $.house.actor),
    ),
  ];
}
