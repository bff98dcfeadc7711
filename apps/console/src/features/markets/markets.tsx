import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { marketSubject, WITHDRAWALS } from '@assay/modules/emergency/rules';
import type { MarketView } from '@assay/modules/markets/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { type Asked, type Stop, StopActions, StopState, Withdrawals } from './stop.tsx';
import { StopForm } from './stop-form.tsx';

type Row = MarketView & { readonly stop: Stop | undefined };

const POLL_MS = 5_000;

/** All markets with their rules, withdrawals, and what staff stop of them in an emergency. */
export function Markets() {
  const { t } = useTranslation();
  const state = useTableState();
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const [asked, ask] = useState<Asked | null>(null);
  const markets = useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) => call('getmarketList', {}, signal),
    refetchInterval: POLL_MS,
  });
  const stops = useQuery({
    queryKey: ['stops', realm],
    queryFn: ({ signal }) => call('getEmergencyStops', { realm }, signal),
    refetchInterval: POLL_MS,
  });
  const found = stops.data?.stops;
  const rows = markets.data?.markets.map((market) => ({
    ...market,
    stop: found?.find((stop) => stop.subject === marketSubject(market.market)),
  }));
  const columns = useColumns(ask);
  const done = () => {
    ask(null);
    void stops.refetch();
  };
  const title = t(($) => $.markets.title);
  return (
    <Page>
      <PageHead title={title} lead={t(($) => $.markets.lead)} />
      <Stack>
        {found === undefined ? null : <Withdrawals stops={found} ask={ask} />}
        <Panel>
          <DataTable
            dense
            caption={title}
            columns={columns}
            rows={rows}
            keyOf={({ market }) => market}
            state={state}
            file="markets"
            failed={markets.isError}
            onRetry={() => void markets.refetch()}
            filters={
              <Segments
                label={t(($) => $.house.realm)}
                options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
                value={realm}
                onChange={(value) => state.setFilter('realm', value)}
              />
            }
            empty={<EmptyState compact title={t(($) => $.none)} />}
          />
        </Panel>
      </Stack>
      {asked === null ? null : (
        <StopForm {...asked} realm={asked.subject === WITHDRAWALS ? 'real' : realm} close={done} />
      )}
    </Page>
  );
}

function useColumns(ask: (wanted: Asked) => void): readonly Column<Row>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      name: 'market',
      head: t(($) => $.markets.market),
      cell: ({ market }) => <Ltr>{market}</Ltr>,
      sort: ({ market }) => market,
      csv: ({ market }) => market,
    },
    {
      ...{ name: 'maker', head: t(($) => $.markets.makerFee), figure: true },
      cell: ({ makerFeePpm }) => format.ppm(makerFeePpm),
      csv: ({ makerFeePpm }) => String(makerFeePpm),
    },
    {
      ...{ name: 'taker', head: t(($) => $.markets.takerFee), figure: true },
      cell: ({ takerFeePpm }) => format.ppm(takerFeePpm),
      csv: ({ takerFeePpm }) => String(takerFeePpm),
    },
    {
      ...{ name: 'least', head: t(($) => $.markets.minNotional), figure: true },
      cell: ({ minNotional }) => <Plain value={minNotional} />,
      csv: ({ minNotional }) => minNotional,
    },
    {
      name: 'status',
      head: t(($) => $.markets.status),
      cell: ({ stop, status }) => {
        if (stop !== undefined) return <StopState stop={stop} />;
        return status === 'trading' ? (
          <Badge tone="good">{t(($) => $.markets.trading)}</Badge>
        ) : (
          <Badge tone="warning">{t(($) => $.markets.halted)}</Badge>
        );
      },
      csv: ({ status }) => status,
      wraps: true,
    },
    {
      name: 'actions',
      head: t(($) => $.staff.actions),
      cell: ({ market, stop }) => (
        <StopActions subject={marketSubject(market)} stop={stop} ask={ask} />
      ),
      actions: true,
    },
  ];
}
