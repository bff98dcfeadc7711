import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Fixed, Instant } from '@assay/kit/display/figures.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';
import { useIndexFacts, useTicks } from '../../lib/data/ticks.ts';
import { PairName } from '../../ui/pair-name.tsx';
import { DirectionWord } from './direction.tsx';
import css from './options.module.css';
import type { AnyOption } from './use-options.ts';
import { useTermWords } from './words.ts';

export function Pair({ option: { index, termMs, voucherId } }: { option: AnyOption }) {
  const { t } = useTranslation();
  const { base, quote } = useIndexFacts(index);
  const termWords = useTermWords();
  return (
    <span className={css.pair}>
      <PairName base={base} quote={quote} />
      <bdi className={css.termOf}>{termWords(termMs)}</bdi>
      {voucherId === 0 ? null : <Badge tone="accent">{t(($) => $.options.trial)}</Badge>}
    </span>
  );
}

/** A price of the index as its market writes it; nothing where there is none. */
export function IndexPrice({ index, value }: { index: string; value: string | undefined }) {
  const { decimals } = useIndexFacts(index);
  if (value === undefined || value === '') return NO_VALUE;
  return <Fixed value={value} decimals={decimals} />;
}

/** A price with the time of it below. */
export function PriceAt(props: { index: string; value: string; at: number }) {
  const { index, value, at } = props;
  return (
    <span className={css.priceAt}>
      <IndexPrice index={index} value={value} />
      {at === 0 ? null : <Instant className={css.at} at={at} />}
    </span>
  );
}

export function PriceNow({ index }: { index: string }) {
  return (
    <span data-live="">
      <IndexPrice index={index} value={useTicks(index).data?.at(-1)?.price} />
    </span>
  );
}

/** What a running option and one that ended have in common. */
export function useCommonColumns(): readonly Column<AnyOption>[] {
  const { t } = useTranslation();
  const head = {
    pair: t(($) => $.options.head.pair),
    direction: t(($) => $.options.head.direction),
    stake: t(($) => $.options.head.stake),
    fee: t(($) => $.options.head.fee),
    voucher: t(($) => $.options.trial),
    boughtAt: t(($) => $.options.head.boughtAt),
    expiresAt: t(($) => $.options.head.expiresAt),
    entry: t(($) => $.options.head.entry),
  };
  return [
    {
      ...{ name: 'pair', head: head.pair, card: 'title' },
      cell: (option) => <Pair option={option} />,
      csv: ({ market }) => market,
    },
    {
      ...{ name: 'direction', head: head.direction },
      cell: ({ direction }) => <DirectionWord direction={direction} />,
      csv: ({ direction }) => direction,
    },
    {
      ...{ name: 'stake', head: head.stake, figure: true },
      cell: ({ stake, asset }) => <Amount value={stake} asset={asset} />,
      csv: ({ stake }) => stake,
    },
    {
      ...{ name: 'fee', head: head.fee, figure: true, optional: true },
      cell: ({ fee, asset }) => <Amount value={fee} asset={asset} />,
      csv: ({ fee }) => fee,
    },
    {
      ...{ name: 'voucher', head: head.voucher, fileOnly: true },
      cell: () => null,
      csv: ({ voucherId }) => (voucherId === 0 ? '' : String(voucherId)),
    },
    {
      ...{ name: 'boughtAt', head: head.boughtAt, fileOnly: true },
      cell: () => null,
      csv: ({ acceptedAt }) => isoOf(acceptedAt),
    },
    {
      ...{ name: 'expiresAt', head: head.expiresAt, optional: true },
      cell: ({ expiresAt }) => <Instant at={expiresAt} />,
      csv: ({ expiresAt }) => isoOf(expiresAt),
    },
    {
      ...{ name: 'entry', head: head.entry, figure: true },
      cell: ({ index, entryPrice, acceptedAt }) => (
        <PriceAt index={index} value={entryPrice} at={acceptedAt} />
      ),
      csv: ({ entryPrice }) => entryPrice,
    },
  ];
}
