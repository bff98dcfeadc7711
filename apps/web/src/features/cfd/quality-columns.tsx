import type { Column } from '@assay/kit/data/columns.ts';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type quality from '../../app/locales/en/quality.json';
import type { CallOutput } from '../../lib/api/tables.ts';

export type QualityRow = CallOutput<'getExecutionQuality'>['rows'][number];

/** Amounts are of this asset in every contract. */
const ASSET = 'USDT';
const SECOND_MS = 1_000;
const PPM = 1_000_000;

export const shareOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part * PPM) / whole / 100) * 100;

/** Milliseconds as seconds with two digits. */
export function useSeconds() {
  const { t } = useTranslation();
  const format = useFormat();
  return (ms: number) => t(($) => $.quality.seconds, { value: format.fixed(ms / SECOND_MS, 2) });
}

function useOf(): readonly Column<QualityRow>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'month', head: t(($) => $.quality.month) },
      cell: ({ month }) => <Ltr>{month}</Ltr>,
      sort: ({ month }) => month,
      csv: ({ month }) => month,
    },
    {
      ...{ name: 'contract', head: t(($) => $.quality.contract), card: 'title' },
      cell: ({ contract }) => <Ltr>{contract}</Ltr>,
      sort: ({ contract }) => contract,
      csv: ({ contract }) => contract,
    },
  ];
}

function useReason(head: string): Column<QualityRow> {
  const { t } = useTranslation();
  const text = (reason: string) =>
    t(($) => $.quality.reasons[reason as keyof typeof quality.reasons], { defaultValue: reason });
  return {
    ...{ name: 'reason', head },
    cell: ({ reason }) => text(reason),
    sort: ({ reason }) => text(reason),
    csv: ({ reason }) => reason,
  };
}

function useCount(name: 'count' | 'better' | 'worse', head: string): Column<QualityRow> {
  const format = useFormat();
  return {
    ...{ name, head, figure: true },
    cell: (row) => format.integer(row[name]),
    sort: (row) => row[name],
    csv: (row) => String(row[name]),
  };
}

/** What was executed: prices both ways, and times. */
export function useFillColumns(): readonly Column<QualityRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = useSeconds();
  const amount = (name: 'betterBy' | 'worseBy'): Column<QualityRow> => ({
    ...{ name, head: t(($) => $.quality[name]), figure: true },
    cell: (row) => <Amount value={row[name]} asset={ASSET} named />,
    sort: (row) => row[name],
    csv: (row) => row[name],
  });
  const time = (name: 'averageMs' | 'longestMs', head: string): Column<QualityRow> => ({
    ...{ name, head, figure: true },
    cell: (row) => (row.timed === 0 ? NO_VALUE : seconds(row[name])),
    sort: (row) => row[name],
    csv: (row) => (row.timed === 0 ? '' : String(row[name])),
  });
  return [
    ...useOf(),
    useReason(t(($) => $.quality.by)),
    useCount(
      'count',
      t(($) => $.quality.count),
    ),
    useCount(
      'better',
      t(($) => $.quality.better),
    ),
    amount('betterBy'),
    useCount(
      'worse',
      t(($) => $.quality.worse),
    ),
    amount('worseBy'),
    time(
      'averageMs',
      t(($) => $.quality.time),
    ),
    time(
      'longestMs',
      t(($) => $.quality.longest),
    ),
    {
      ...{ name: 'within', head: t(($) => $.quality.within), figure: true },
      cell: ({ within1s, timed }) =>
        timed === 0 ? NO_VALUE : format.ppm(shareOf(within1s, timed)),
      sort: ({ within1s, timed }) => shareOf(within1s, timed),
      csv: ({ within1s }) => String(within1s),
    },
  ];
}

/** What was not: before an order was accepted, and after. */
export function useRejectionColumns(): readonly Column<QualityRow>[] {
  const { t } = useTranslation();
  return [
    ...useOf(),
    {
      ...{ name: 'when', head: t(($) => $.quality.when) },
      cell: ({ ending }) =>
        ending === 'ended' ? t(($) => $.quality.whens.ended) : t(($) => $.quality.whens.refused),
      sort: ({ ending }) => ending,
      csv: ({ ending }) => ending,
    },
    useReason(t(($) => $.quality.reason)),
    useCount(
      'count',
      t(($) => $.quality.count),
    ),
  ];
}
