import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { marketSubject, WITHDRAWALS } from '@assay/modules/emergency/rules';
import type { MarketView } from '@assay/modules/markets/schema';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { AssetTable } from './assets.tsx';
import { ListAsset } from './list-asset.tsx';
import { ListMarket } from './list-market.tsx';
import { StageActions, StageState } from './stage.tsx';
import { StageForm } from './stage-form.tsx';
import { type Asked, type Stop, StopActions, StopState, Withdrawals } from './stop.tsx';
import { StopForm } from './stop-form.tsx';

type Row = MarketView & { readonly stop: Stop | undefined };

/** What markets are listed for; their rules differ, and forty contracts would hide what is new. */
const PRODUCTS = ['spot', 'cfd'] as const;

/** The markets of a product are on one page: what was listed last is to be opened. */
const MOST = 100;
const POLL_MS = 5_000;

/** All markets with their rules, withdrawals, and what staff stop of them in an emergency. */
export function Markets() {
  const { t } = useTranslation();
  const state = useTableState();
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const product = PRODUCTS.find((name) => name === state.filter('product')) ?? 'spot';
  const [asked, ask] = useState<Asked | null>(null);
  const [wanted, want] = useState<Wanted | null>(null);
  const { may } = useOperator();
  const assets = useQuery({
    queryKey: ['assets'],
    queryFn: ({ signal }) => call('getCurrencyAll', {}, signal),
    refetchInterval: POLL_MS,
  });
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
  const rows = markets.data?.markets
    .filter((market) => market.product === product)
    .map((market) => ({
      ...market,
      stop: found?.find((stop) => stop.subject === marketSubject(market.market)),
    }));
  const columns = useColumns(ask, want);
  const done = () => {
    ask(null);
    void stops.refetch();
  };
  const title = t(($) => $.markets.title);
  return (
    <Page>
      <PageHead
        title={title}
        lead={t(($) => $.markets.lead)}
        actions={
          may('parameters.prepare')
            ? (['asset', 'market'] as const).map((kind) => (
                <Button key={kind} variant="default" onClick={() => want(kind)}>
                  {t(($) => $.markets.listing[kind])}
                </Button>
              ))
            : null
        }
      />
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
            pageRows={MOST}
            file="markets"
            failed={markets.isError}
            onRetry={() => void markets.refetch()}
            filters={<Filters state={state} product={product} realm={realm} />}
            empty={<EmptyState compact title={t(($) => $.none)} />}
          />
        </Panel>
        <AssetTable query={assets} />
      </Stack>
      {asked === null ? null : (
        <StopForm {...asked} realm={asked.subject === WITHDRAWALS ? 'real' : realm} close={done} />
      )}
      <Forms
        wanted={wanted}
        assets={assets.data?.assets.map(({ asset }) => asset) ?? []}
        close={() => want(null)}
      />
    </Page>
  );
}

interface FiltersProps {
  state: TableState;
  product: (typeof PRODUCTS)[number];
  realm: Realm;
}

function Filters({ state, product, realm }: FiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <Segments
        label={t(($) => $.markets.product)}
        options={PRODUCTS.map((value) => ({ value, text: t(($) => $.markets.products[value]) }))}
        value={product}
        onChange={(value) => state.setFilter('product', value)}
      />
      <Segments
        label={t(($) => $.house.realm)}
        options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
        value={realm}
        onChange={(value) => state.setFilter('realm', value)}
      />
    </>
  );
}

/** What somebody is about to propose: a listing, or another stage of a market. */
type Wanted =
  | 'asset'
  | 'market'
  | { readonly market: MarketView; readonly to: 'open' | 'delisted' };

interface FormsProps {
  wanted: Wanted | null;
  assets: readonly string[];
  close(): void;
}

function Forms({ wanted, assets, close }: FormsProps) {
  if (wanted === null) return null;
  if (wanted === 'asset') return <ListAsset close={close} />;
  if (wanted === 'market') return <ListMarket assets={assets} close={close} />;
  return <StageForm {...wanted} close={close} />;
}

function useColumns(
  ask: (wanted: Asked) => void,
  want: (wanted: Wanted) => void,
): readonly Column<Row>[] {
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
      cell: ({ stop, ...market }) =>
        stop === undefined ? <StageState market={market} /> : <StopState stop={stop} />,
      csv: ({ stage, status }) => (stage === 'open' ? status : stage),
      wraps: true,
    },
    {
      name: 'actions',
      head: t(($) => $.staff.actions),
      cell: ({ stop, ...market }) => (
        <Buttons>
          {market.stage === 'open' ? (
            <StopActions subject={marketSubject(market.market)} stop={stop} ask={ask} />
          ) : null}
          <StageActions market={market} ask={(to) => want({ market, to })} />
        </Buttons>
      ),
      actions: true,
    },
  ];
}
