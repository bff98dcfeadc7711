import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { MarketView, stopCalls } from '@assay/modules/markets/schema';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { StopForm, type StopKind } from './stop-form.tsx';

type Stop = CallOutput<(typeof stopCalls)['getMarketStops']>['stops'][number];
type Row = MarketView & { readonly stop: Stop | undefined };

const POLL_MS = 5_000;

/** All markets: their rules, and halts by staff. */
export function Markets() {
  const { t } = useTranslation();
  const state = useTableState();
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const [asked, ask] = useState<{ kind: StopKind; market: string } | null>(null);
  const markets = useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) => call('getmarketList', {}, signal),
    refetchInterval: POLL_MS,
  });
  const stops = useQuery({
    queryKey: ['stops', realm],
    queryFn: ({ signal }) => call('getMarketStops', { realm }, signal),
    refetchInterval: POLL_MS,
  });
  const found = stops.data?.stops;
  const rows = markets.data?.markets.map((market) => ({
    ...market,
    stop: found?.find((stop) => stop.market === market.market),
  }));
  const columns = useColumns((kind, market) => ask({ kind, market }));
  const done = () => {
    ask(null);
    void stops.refetch();
  };
  const title = t(($) => $.markets.title);
  return (
    <Page>
      <PageHead title={title} lead={t(($) => $.markets.lead)} />
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
      {asked === null ? null : (
        <StopForm kind={asked.kind} market={asked.market} realm={realm} close={done} />
      )}
    </Page>
  );
}

function useColumns(ask: (kind: StopKind, market: string) => void): readonly Column<Row>[] {
  const { t } = useTranslation();
  const { may } = useOperator();
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
      cell: ({ makerFeePpm }) => <Plain value={makerFeePpm} />,
      csv: ({ makerFeePpm }) => String(makerFeePpm),
    },
    {
      ...{ name: 'taker', head: t(($) => $.markets.takerFee), figure: true },
      cell: ({ takerFeePpm }) => <Plain value={takerFeePpm} />,
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
        if (stop !== undefined) {
          return (
            <>
              <Badge tone="bad">{t(($) => $.markets.stopped)}</Badge> {stop.reason},{' '}
              {t(($) => $.markets.until)} <Instant at={stop.until} />
            </>
          );
        }
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
        <>
          {stop === undefined && may('markets.stop') ? (
            <Button size="xs" variant="default" onClick={() => ask('stop', market)}>
              {t(($) => $.markets.stop)}
            </Button>
          ) : null}
          {stop !== undefined && may('markets.prepare') ? (
            <Button size="xs" variant="default" onClick={() => ask('extend', market)}>
              {t(($) => $.markets.extend)}
            </Button>
          ) : null}{' '}
          {stop !== undefined && may('markets.stop') ? (
            <Button size="xs" variant="default" onClick={() => ask('reopen', market)}>
              {t(($) => $.markets.reopen)}
            </Button>
          ) : null}
        </>
      ),
      actions: true,
    },
  ];
}
