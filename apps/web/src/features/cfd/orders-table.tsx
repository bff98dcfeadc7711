import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { quantityOf, shareOf } from '@assay/core/position/value';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant, Plain } from '@assay/kit/display/figures.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, queries } from '../../lib/data/services.ts';
import { ContractName, Price, SideWord, Stop } from './cells.tsx';
import { useQuotes } from './quotes.ts';
import {
  CASH,
  type CfdOrder,
  CHANGING,
  type Contract,
  unitsOf,
  useCfdAccount,
  useContract,
  useConversion,
} from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

/** A person has two hundred at most. */
const MOST = 200;

/** Orders that wait, with the price now and what they hold. */
export function OrdersTable() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useCfdAccount();
  return (
    <DataTable<CfdOrder>
      caption={t(($) => $.cfd.pending)}
      columns={useOrderColumns()}
      rows={data?.orders}
      keyOf={({ id }) => String(id)}
      state={useTableState('orders')}
      failed={isError}
      onRetry={() => void refetch()}
      pageRows={MOST}
      dense
      empty={
        <EmptyState compact title={t(($) => $.cfd.noOrders)} text={t(($) => $.cfd.noOrdersText)} />
      }
    />
  );
}

function useOrderColumns(): readonly Column<CfdOrder>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'contract', head: t(($) => $.cfd.head.contract), card: 'title' },
      cell: ({ contract }) => <ContractName symbol={contract} />,
    },
    {
      ...{ name: 'type', head: t(($) => $.cfd.head.type) },
      cell: (order) => <SideWord {...order} />,
    },
    {
      ...{ name: 'kind', head: t(($) => $.cfd.kind) },
      cell: ({ kind }) => t(($) => $.cfd.kinds[kind]),
    },
    {
      ...{ name: 'lots', head: t(($) => $.cfd.head.lots), figure: true },
      cell: ({ lots }) => <Plain value={lots} />,
    },
    {
      ...{ name: 'price', head: t(($) => $.cfd.price), figure: true, card: 'value' },
      cell: ({ contract, price }) => <Price symbol={contract} value={price} />,
    },
    {
      ...{ name: 'now', head: t(($) => $.cfd.head.now), figure: true },
      cell: ({ contract, side }) => <Now symbol={contract} side={side} />,
    },
    {
      ...{ name: 'margin', head: t(($) => $.cfd.held), figure: true },
      cell: ({ held }) => <Amount value={held} asset={CASH} />,
    },
    {
      ...{ name: 'fee', head: t(($) => $.cfd.head.fee), figure: true, optional: true },
      cell: (order) => <Fee order={order} />,
    },
    {
      ...{ name: 'takeProfit', head: t(($) => $.cfd.takeProfit), figure: true, optional: true },
      cell: ({ contract, takeProfit }) => <Price symbol={contract} value={takeProfit} />,
    },
    {
      ...{ name: 'stopLoss', head: t(($) => $.cfd.stopLoss), figure: true, optional: true },
      cell: (order) => <Stop of={order} />,
    },
    {
      ...{ name: 'acceptedAt', head: t(($) => $.cfd.head.placedAt), optional: true },
      cell: ({ acceptedAt }) => <Instant at={acceptedAt} />,
    },
    {
      ...{ name: 'expiresAt', head: t(($) => $.cfd.expiry), optional: true },
      cell: ({ expiresAt }) => (expiresAt === 0 ? NO_VALUE : <Instant at={expiresAt} />),
    },
    {
      ...{ name: 'do', head: t(($) => $.cfd.head.actions), actions: true },
      cell: (order) => <Cancel order={order} />,
    },
  ];
}

/** What a guaranteed stop will cost at the order's price; there is no other fee. */
function Fee({ order }: { order: CfdOrder }) {
  const contract = useContract(order.contract);
  if (contract === undefined || order.price === '') return NO_VALUE;
  return <FeeOf order={order} contract={contract} />;
}

function FeeOf({ order, contract }: { order: CfdOrder; contract: Contract }) {
  const { contractSize, premiumPpm } = contract.terms;
  const { rate } = useConversion(contract);
  if (rate === null) return NO_VALUE;
  const quantity = quantityOf(unitsOf(order.lots), contractSize);
  const price = Number(unitsOf(order.price));
  const fee = order.guaranteed ? shareOf(price, quantity, premiumPpm, rate) : 0n;
  return <Amount value={formatDecimal(fee, SCALE)} asset={CASH} />;
}

/** The price at which the order would be filled now. */
function Now({ symbol, side }: { symbol: string; side: 'buy' | 'sell' }) {
  const quote = useQuotes().get(symbol);
  return <Price symbol={symbol} value={(side === 'buy' ? quote?.ask : quote?.bid) ?? ''} />;
}

function Cancel({ order }: { order: CfdOrder }) {
  const { t } = useTranslation();
  const trial = useTrial();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await api.call('cancelCfdOrder', { orderId: order.id, ...trial });
    } catch {
      // The API client has already shown why the call failed.
    }
    for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
    setBusy(false);
  };
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void cancel()}>
      {t(($) => $.cfd.cancel)}
    </Button>
  );
}
