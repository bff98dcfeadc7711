import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge, type Tone } from '@assay/kit/display/badge.tsx';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { ContractName, Gain, PriceAt, SideWord } from './cells.tsx';
import css from './cfd.module.css';
import { ConvertedAt } from './converted.tsx';
import { CASH, type CfdReceipt, useReceipts } from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

/** What of the past is listed. */
export type ReceiptFilter = (receipt: CfdReceipt) => boolean;

const ALL: ReceiptFilter = ({ kind }) => kind !== 'opened';

/** What happened, the newest first. */
export function ReceiptsTable({ filter = ALL }: { filter?: ReceiptFilter }) {
  const { t } = useTranslation();
  const query = useReceipts();
  const rows = query.data?.pages.flatMap(({ receipts }) => receipts).filter(filter);
  const isConverted = rows?.some(({ conversionTick }) => conversionTick !== undefined) ?? false;
  return (
    <>
      <DataTable<CfdReceipt>
        caption={t(($) => $.cfd.history)}
        columns={useReceiptColumns(isConverted)}
        rows={rows}
        keyOf={({ seq, n }) => `${seq} ${n}`}
        state={useTableState('past')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        dense
        file="contracts"
        empty={
          <EmptyState
            compact
            title={t(($) => $.cfd.noHistory)}
            text={t(($) => $.cfd.noHistoryText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.cfd.more)}</OlderRows>
    </>
  );
}

/** @param isConverted whether one of them became USDT by another price */
function useReceiptColumns(isConverted: boolean): readonly Column<CfdReceipt>[] {
  const { t } = useTranslation();
  const converted: readonly Column<CfdReceipt>[] = [
    {
      ...{ name: 'converted', head: t(($) => $.cfd.head.converted), figure: true, optional: true },
      cell: ({ contract, conversionPrice, conversionTick }) => (
        <ConvertedAt contract={contract} price={conversionPrice} tick={conversionTick} />
      ),
      csv: ({ conversionPrice = '' }) => conversionPrice,
    },
    {
      ...{ name: 'convertedTick', head: t(($) => $.cfd.head.convertedTick), fileOnly: true },
      cell: () => null,
      csv: ({ conversionTick = '' }) => `${conversionTick}`,
    },
  ];
  return [
    {
      ...{ name: 'contract', head: t(($) => $.cfd.head.contract), card: 'title' },
      cell: ({ contract }) => <ContractName symbol={contract} />,
      csv: ({ contract }) => contract,
    },
    {
      ...{ name: 'type', head: t(($) => $.cfd.head.type) },
      cell: (receipt) => <SideWord {...receipt} />,
      csv: ({ side, leverage }) => `${side} ${leverage}`,
    },
    {
      ...{ name: 'what', head: t(($) => $.cfd.head.what) },
      cell: (receipt) => <What receipt={receipt} />,
      csv: ({ kind, why }) => `${kind} ${why}`,
    },
    {
      ...{ name: 'lots', head: t(($) => $.cfd.head.lots), figure: true },
      cell: ({ lots }) => <Plain value={lots} />,
      csv: ({ lots }) => lots,
    },
    {
      ...{ name: 'entry', head: t(($) => $.cfd.head.entry), figure: true },
      cell: ({ contract, entry, startedAt }) =>
        entry === '' ? NO_VALUE : <PriceAt symbol={contract} value={entry} at={startedAt} />,
      csv: ({ entry }) => entry,
    },
    {
      ...{ name: 'close', head: t(($) => $.cfd.head.close), figure: true },
      cell: ({ contract, price, at }) => <PriceAt symbol={contract} value={price} at={at} />,
      csv: ({ price }) => price,
    },
    ...(isConverted ? converted : []),
    {
      ...{ name: 'margin', head: t(($) => $.cfd.head.margin), figure: true, optional: true },
      cell: ({ margin }) => <Amount value={margin} asset={CASH} />,
      csv: ({ margin }) => margin,
    },
    {
      ...{ name: 'fee', head: t(($) => $.cfd.head.fee), figure: true, optional: true },
      cell: ({ premium }) => <Amount value={premium} asset={CASH} />,
      csv: ({ premium }) => premium,
    },
    {
      ...{ name: 'profit', head: t(($) => $.cfd.head.profit), figure: true, card: 'value' },
      cell: ({ kind, amount }) => (kind === 'ended' ? NO_VALUE : <Gain value={amount} />),
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'openedAt', head: t(($) => $.cfd.head.openedAt), fileOnly: true },
      cell: () => null,
      csv: ({ startedAt }) => isoOf(startedAt),
    },
    {
      ...{ name: 'closedAt', head: t(($) => $.cfd.head.closedAt), fileOnly: true },
      cell: () => null,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'verify', head: t(($) => $.cfd.head.receipt), actions: true },
      cell: (receipt) => <Verify receipt={receipt} />,
    },
  ];
}

/** The way to where the browser computes it again. */
function Verify({ receipt: { seq, n } }: { receipt: CfdReceipt }) {
  const { t } = useTranslation();
  const realm = useRealm();
  const { voucherId } = useTrial();
  const trial = voucherId === undefined ? '' : `&trial=${voucherId}`;
  return (
    <Link className={css.name} to={`/verify?realm=${realm}&contract=${seq}-${n}${trial}`}>
      {t(($) => $.cfd.verify)}
    </Link>
  );
}

const TONES: Readonly<Partial<Record<CfdReceipt['why'], Tone>>> = {
  ...{ closeOut: 'bad', stopLoss: 'warning', trailingStop: 'warning', guaranteedStop: 'warning' },
  ...{ takeProfit: 'good', insufficientBalance: 'warning', worsePrice: 'warning' },
};

/** Closed, liquidated, a night, or why an order ended. */
function What({ receipt: { kind, why } }: { receipt: CfdReceipt }) {
  const { t } = useTranslation();
  return (
    <Badge tone={TONES[why] ?? 'neutral'}>
      {t(($) => $.cfd.whys[kind === 'opened' ? 'opened' : why])}
    </Badge>
  );
}
