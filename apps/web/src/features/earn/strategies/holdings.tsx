import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Own, OwnAmount } from '../../../desk/account/own-amount.tsx';
import { serverNow } from '../../../lib/data/clock.ts';
import { keepReceipt } from '../../../lib/data/receipts.ts';
import { api } from '../../../lib/data/services.ts';
import { useRealm } from '../../../lib/data/session.ts';
import { useConnected } from '../../../lib/stream/use-stream-status.ts';
import {
  type EndedHolding,
  HOLDING_STATES,
  type Holding,
  renewStrategies,
  useHoldings,
} from './use-strategies.ts';

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** What was got and what there is, less what was put in: below zero for a loss. */
function gainOf({ amount, paid, worth }: Pick<Holding, 'amount' | 'paid' | 'worth'>): string {
  const gain = unitsOf(paid) + unitsOf(worth === '' ? '0' : worth) - unitsOf(amount);
  return gain < 0n ? `-${formatDecimal(-gain, SCALE)}` : formatDecimal(gain, SCALE);
}

/** The part of /profit_wdtg about units of strategies: what is held, and what has ended. */
export function Holdings() {
  const { t } = useTranslation();
  const query = useHoldings();
  const [asked, ask] = useState<Holding | null>(null);
  const ended = query.data?.ended ?? [];
  const failed = { failed: query.isError, onRetry: () => void query.refetch() };
  return (
    <>
      <Panel title={t(($) => $.strategies.mine)}>
        <DataTable<Holding>
          {...failed}
          caption={t(($) => $.strategies.mine)}
          columns={useOpenColumns(ask)}
          rows={query.data?.open}
          keyOf={({ id }) => `${id}`}
          state={useTableState('units')}
          file="units"
          empty={
            <EmptyState
              compact
              title={t(($) => $.strategies.none)}
              text={t(($) => $.strategies.noneText)}
              action={<TextLink to="/profit_index">{t(($) => $.strategies.all)}</TextLink>}
            />
          }
        />
      </Panel>
      {ended.length === 0 ? null : <Ended rows={ended} />}
      {asked === null ? null : <Redeem holding={asked} close={() => ask(null)} />}
    </>
  );
}

function Ended({ rows }: { rows: readonly EndedHolding[] }) {
  const { t } = useTranslation();
  const columns = useEndedColumns();
  return (
    <Panel title={t(($) => $.strategies.ended)}>
      <DataTable<EndedHolding>
        caption={t(($) => $.strategies.ended)}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => `${id}`}
        state={useTableState('endedUnits')}
        empty={<EmptyState compact title={t(($) => $.strategies.noEnded)} />}
      />
    </Panel>
  );
}

/** The columns that a holding has before and after its end. */
function useSharedColumns<Row extends EndedHolding>() {
  const { t } = useTranslation();
  const product: Column<Row> = {
    ...{ name: 'product', head: t(($) => $.strategies.title), card: 'title' },
    cell: (row) => (
      <TextLink to={`/profit_buy?strategy=${row.product}`}>
        <bdi>{row.product}</bdi>
      </TextLink>
    ),
    csv: (row) => row.product,
  };
  const paid: Column<Row> = {
    ...{ name: 'amount', head: t(($) => $.strategies.head.paid), figure: true },
    cell: ({ amount, asset }) => <OwnAmount named value={amount} asset={asset} />,
    csv: ({ amount }) => amount,
  };
  const back: Column<Row> = {
    ...{ name: 'back', head: t(($) => $.strategies.head.back), figure: true },
    cell: (row) => <OwnAmount named value={row.paid} asset={row.asset} />,
    csv: (row) => row.paid,
  };
  const state: Column<Row> = {
    ...{ name: 'state', head: t(($) => $.strategies.head.state) },
    cell: (row) => <StatusBadge map={HOLDING_STATES} state={row.state} />,
    csv: (row) => row.state,
  };
  return { product, paid, back, state };
}

function useOpenColumns(ask: (holding: Holding) => void): readonly Column<Holding>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { product, paid, back, state } = useSharedColumns<Holding>();
  return [
    product,
    paid,
    {
      ...{ name: 'units', head: t(($) => $.strategies.head.units), figure: true },
      cell: ({ units }) => (
        <Own>
          <bdi>{format.plain(units)}</bdi>
        </Own>
      ),
      csv: ({ units }) => units,
    },
    {
      ...{ name: 'worth', head: t(($) => $.strategies.head.worth), figure: true, card: 'value' },
      cell: ({ worth, asset }) =>
        worth === '' ? '—' : <OwnAmount named value={worth} asset={asset} />,
      csv: ({ worth }) => worth,
    },
    {
      ...{ name: 'gain', head: t(($) => $.strategies.head.gain), figure: true },
      cell: (row) =>
        row.worth === '' ? '—' : <OwnAmount named value={gainOf(row)} asset={row.asset} />,
      csv: (row) => (row.worth === '' ? '' : gainOf(row)),
    },
    back,
    state,
    {
      ...{ name: 'redeem', head: t(($) => $.strategies.head.redeem), actions: true },
      cell: (row) =>
        row.state === 'held' ? (
          <Button variant="default" onClick={() => ask(row)}>
            {t(($) => $.strategies.redeem)}
          </Button>
        ) : null,
    },
  ];
}

function useEndedColumns(): readonly Column<EndedHolding>[] {
  const { t } = useTranslation();
  const { product, paid, back, state } = useSharedColumns<EndedHolding>();
  return [
    product,
    paid,
    back,
    state,
    {
      ...{ name: 'at', head: t(($) => $.strategies.head.at) },
      cell: ({ endedAt }) => <Instant at={endedAt} />,
      csv: ({ endedAt }) => isoOf(endedAt),
    },
  ];
}

function Redeem({ holding, close }: { holding: Holding; close(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const online = useConnected();
  const realm = useRealm();
  const run = async () => {
    try {
      const { receipt } = await api.call('sellStrategy', { holdingId: holding.id });
      keepReceipt(realm, receipt);
      toastSuccess(t(($) => $.strategies.asked));
    } catch {
      // A toast has said why; the page shows how it stands.
    }
    renewStrategies();
  };
  const midnight = (Math.floor(serverNow() / DAY) + 1) * DAY;
  const worth = holding.worth === '' ? undefined : holding.worth;
  return (
    <Confirm
      title={t(($) => $.strategies.redeem)}
      action={online ? t(($) => $.strategies.redeem) : t(($) => $.strategies.offline)}
      close={close}
      run={run}
    >
      <Stack>
        <p>{t(($) => $.strategies.redeemText)}</p>
        <FigureLines
          lines={[
            {
              label: t(($) => $.strategies.units),
              value: <bdi>{format.plain(holding.units)}</bdi>,
            },
            {
              label: t(($) => $.strategies.worthLast),
              value: <Amount named value={worth} asset={holding.asset} />,
              strong: true,
            },
            { label: t(($) => $.strategies.paidAt), value: <Instant at={midnight} /> },
          ]}
        />
      </Stack>
    </Confirm>
  );
}
