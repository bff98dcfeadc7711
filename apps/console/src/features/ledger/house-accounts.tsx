import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import type { calls } from '@assay/modules/ledger/schema';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { FundForm } from './fund-form.tsx';

type House = CallOutput<(typeof calls)['getHouseAccounts']>;

const POLL_MS = 5000;
const CASH = 'USDT';

/** The realm is a filter of the table, so it is in the address. */
function useHouse(state: TableState) {
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const query = useQuery({
    queryKey: ['house', realm],
    queryFn: ({ signal }) => call('getHouseAccounts', { realm }, signal),
    refetchInterval: POLL_MS,
  });
  return { realm, query };
}

/** That all accounts of an asset sum to zero. */
export function Sums() {
  const { t } = useTranslation();
  const state = useTableState('sums');
  const { realm, query } = useHouse(state);
  const figure = (name: 'house' | 'outside' | 'customers', head: string) => ({
    ...{ name, head, figure: true },
    cell: (row: House['sums'][number]) => <Plain value={row[name]} />,
    sort: (row: House['sums'][number]) => row[name],
  });
  const columns: readonly Column<House['sums'][number]>[] = [
    { name: 'asset', head: t(($) => $.house.asset), cell: ({ asset }) => asset },
    figure(
      'house',
      t(($) => $.house.house),
    ),
    figure(
      'outside',
      t(($) => $.house.outside),
    ),
    figure(
      'customers',
      t(($) => $.house.customers),
    ),
    {
      ...{ name: 'sum', head: t(($) => $.house.sum), figure: true, card: 'value' as const },
      cell: ({ sum }) => (
        <Badge tone={sum === '0' ? 'good' : 'bad'}>
          <Plain value={sum} />
        </Badge>
      ),
    },
  ];
  return (
    <DataTable
      dense
      caption={t(($) => $.house.sumsTitle)}
      columns={columns}
      rows={query.data?.sums}
      keyOf={({ asset }) => asset}
      state={state}
      failed={query.isError}
      onRetry={() => void query.refetch()}
      filters={
        <>
          <RealmChoice realm={realm} state={state} />
          <span>{t(($) => $.house.note)}</span>
        </>
      }
      empty={<EmptyState compact title={t(($) => $.house.empty)} />}
    />
  );
}

/** The house's accounts in one realm. */
export function Accounts() {
  const { t } = useTranslation();
  const state = useTableState('accounts');
  const { realm, query } = useHouse(state);
  const text = state.filter('q');
  const columns: readonly Column<House['accounts'][number]>[] = [
    {
      name: 'owner',
      head: t(($) => $.house.account),
      cell: ({ owner }) => <Ltr>{owner}</Ltr>,
      sort: ({ owner }) => owner,
      csv: ({ owner }) => owner,
    },
    {
      name: 'asset',
      head: t(($) => $.house.asset),
      cell: ({ asset }) => asset,
      sort: ({ asset }) => asset,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'available', head: t(($) => $.house.available), figure: true },
      card: 'value',
      cell: ({ available, asset }) => <Amount value={available} asset={asset} />,
      sort: ({ available }) => available,
      csv: ({ available }) => available,
    },
    {
      ...{ name: 'held', head: t(($) => $.house.held), figure: true },
      cell: ({ held, asset }) => <Amount value={held} asset={asset} />,
      sort: ({ held }) => held,
      csv: ({ held }) => held,
    },
  ];
  const { may } = useOperator();
  const [isAsked, ask] = useState(false);
  // USDT first: most of what the house pays is in it.
  const assets = (query.data?.sums ?? []).map(({ asset }) => asset);
  assets.sort((a, b) => Number(b === CASH) - Number(a === CASH) || a.localeCompare(b));
  const table = (
    <DataTable
      dense
      caption={t(($) => $.house.title)}
      columns={columns}
      rows={query.data?.accounts.filter(({ owner, asset }) => `${owner} ${asset}`.includes(text))}
      keyOf={({ owner, asset }) => `${owner} ${asset}`}
      state={state}
      file={`house-accounts-${realm}`}
      failed={query.isError}
      onRetry={() => void query.refetch()}
      filters={
        <>
          <RealmChoice realm={realm} state={state} />
          <SearchField
            label={t(($) => $.house.search)}
            value={text}
            onChange={(value) => state.setFilter('q', value)}
          />
          {may('house.prepare') ? (
            <Button variant="default" onClick={() => ask(true)}>
              {t(($) => $.house.fund)}
            </Button>
          ) : null}
        </>
      }
      empty={<EmptyState compact title={t(($) => $.house.empty)} />}
    />
  );
  return (
    <>
      {table}
      {isAsked ? <FundForm realm={realm} assets={assets} close={() => ask(false)} /> : null}
    </>
  );
}

function RealmChoice({ realm, state }: { realm: Realm; state: TableState }) {
  const { t } = useTranslation();
  return (
    <Segments
      label={t(($) => $.house.realm)}
      options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
      value={realm}
      onChange={(value) => state.setFilter('realm', value === 'real' ? '' : value)}
    />
  );
}
