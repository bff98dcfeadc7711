import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContractName, Gain, GainNow, Price, PriceNow, SideWord, Stop } from './cells.tsx';
import css from './cfd.module.css';
import { ConvertedAt } from './converted.tsx';
import { CASH, type CfdPosition, useCfdAccount } from './use-cfd.ts';

const CloseDialog = lazy(() => import('./close-dialog.tsx'));
const ProtectDialog = lazy(() => import('./protect-dialog.tsx'));

/** A person has two hundred at most. */
const MOST_OPEN = 200;

/** Open positions with what they gain now; each can be closed, in part, and protected. */
export function PositionsTable() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useCfdAccount();
  const isConverted =
    data?.positions.some(({ conversionEntry }) => conversionEntry !== undefined) ?? false;
  return (
    <DataTable<CfdPosition>
      caption={t(($) => $.cfd.positions)}
      columns={usePositionColumns(isConverted)}
      rows={data?.positions}
      keyOf={({ id }) => String(id)}
      state={useTableState('positions')}
      failed={isError}
      onRetry={() => void refetch()}
      pageRows={MOST_OPEN}
      dense
      empty={
        <EmptyState
          compact
          title={t(($) => $.cfd.noPositions)}
          text={t(($) => $.cfd.noPositionsText)}
        />
      }
    />
  );
}

/** @param isConverted whether the margin of one of them became USDT by another price */
function usePositionColumns(isConverted: boolean): readonly Column<CfdPosition>[] {
  const { t } = useTranslation();
  const converted: Column<CfdPosition> = {
    ...{ name: 'converted', head: t(($) => $.cfd.head.converted), figure: true, optional: true },
    cell: ({ contract, conversionEntry }) => (
      <ConvertedAt contract={contract} price={conversionEntry} />
    ),
  };
  return [
    {
      ...{ name: 'contract', head: t(($) => $.cfd.head.contract), card: 'title' },
      cell: ({ contract }) => <ContractName symbol={contract} />,
      sort: ({ contract }) => contract,
    },
    {
      ...{ name: 'type', head: t(($) => $.cfd.head.type) },
      cell: (position) => <SideWord {...position} />,
    },
    {
      ...{ name: 'lots', head: t(($) => $.cfd.head.lots), figure: true },
      cell: ({ lots }) => <Plain value={lots} />,
    },
    {
      ...{ name: 'entry', head: t(($) => $.cfd.head.entry), figure: true },
      cell: ({ contract, entry }) => <Price symbol={contract} value={entry} />,
    },
    {
      ...{ name: 'now', head: t(($) => $.cfd.head.now), figure: true },
      cell: (position) => <PriceNow position={position} />,
    },
    {
      ...{ name: 'profit', head: t(($) => $.cfd.head.profit), figure: true, card: 'value' },
      cell: (position) => <GainNow position={position} />,
    },
    {
      ...{ name: 'margin', head: t(($) => $.cfd.head.margin), figure: true },
      cell: ({ margin }) => <Amount value={margin} asset={CASH} />,
    },
    ...(isConverted ? [converted] : []),
    {
      ...{ name: 'takeProfit', head: t(($) => $.cfd.takeProfit), figure: true, optional: true },
      cell: ({ contract, takeProfit }) => <Price symbol={contract} value={takeProfit} />,
    },
    {
      ...{ name: 'stopLoss', head: t(($) => $.cfd.stopLoss), figure: true, optional: true },
      cell: (position) => <Stop of={position} />,
    },
    {
      ...{ name: 'fee', head: t(($) => $.cfd.head.fee), figure: true, optional: true },
      cell: ({ premium }) => <Amount value={premium} asset={CASH} />,
    },
    {
      ...{ name: 'nights', head: t(($) => $.cfd.head.nights), figure: true, optional: true },
      cell: ({ financing }) => <Gain value={financing} named={false} />,
    },
    {
      ...{ name: 'openedAt', head: t(($) => $.cfd.head.openedAt), optional: true },
      cell: ({ openedAt }) => <OpenedAt at={openedAt} />,
    },
    {
      ...{ name: 'do', head: t(($) => $.cfd.head.actions), actions: true },
      cell: (position) => <Actions position={position} />,
    },
  ];
}

/** Day and time below each other: a wide table has no room for them side by side. */
function OpenedAt({ at }: { at: number }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)} className={css.priceAt}>
      <bdi dir="ltr">{format.date(at)}</bdi>
      <bdi dir="ltr" className={css.at}>
        {format.time(at)}
      </bdi>
    </time>
  );
}

function Actions({ position }: { position: CfdPosition }) {
  const { t } = useTranslation();
  const [asked, ask] = useState<'close' | 'protect' | null>(null);
  const close = () => ask(null);
  if (position.closing !== '0') return <Badge tone="accent">{t(($) => $.cfd.closing)}</Badge>;
  return (
    <span className={css.actions}>
      <Button size="xs" variant="default" onClick={() => ask('protect')}>
        {t(($) => $.cfd.protect.open)}
      </Button>
      <Button size="xs" variant="default" onClick={() => ask('close')}>
        {t(($) => $.cfd.close.one)}
      </Button>
      <Suspense>
        {asked === 'close' ? <CloseDialog position={position} close={close} /> : null}
        {asked === 'protect' ? <ProtectDialog position={position} close={close} /> : null}
      </Suspense>
    </span>
  );
}
