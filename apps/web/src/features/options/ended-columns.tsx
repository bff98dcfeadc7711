import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { PriceAt, useCommonColumns } from './cells.tsx';
import css from './options.module.css';
import type { EndedOption } from './use-options.ts';
import { RESULTS } from './words.ts';

function Result({ option }: { option: EndedOption }) {
  const { t } = useTranslation();
  const { result, reason, madeGood, asset } = option;
  if (result === '') return null;
  const why = reason === '' ? undefined : t(($) => $.options.reasons[reason]);
  return (
    <span title={why}>
      <StatusBadge map={RESULTS} state={result} />
      {madeGood === '' ? null : (
        <div>
          <Sentence parts={{ amount: <Amount value={madeGood} asset={asset} named /> }}>
            {(put) => t(($) => $.options.madeGoodBy, put)}
          </Sentence>
        </div>
      )}
    </span>
  );
}

/** What ended: by which price, with what result, and the way to compute it again. */
export function useEndedColumns(): readonly Column<EndedOption>[] {
  const { t } = useTranslation();
  const realm = useRealm();
  return [
    ...useCommonColumns(),
    {
      ...{ name: 'settledAt', head: t(($) => $.options.head.settledAt), fileOnly: true },
      cell: () => null,
      csv: ({ endedAt }) => isoOf(endedAt),
    },
    {
      ...{ name: 'exit', head: t(($) => $.options.head.exit), figure: true },
      cell: ({ index, exitPrice, endedAt }) => (
        <PriceAt index={index} value={exitPrice} at={endedAt} />
      ),
      csv: ({ exitPrice }) => exitPrice,
    },
    {
      ...{ name: 'result', head: t(($) => $.options.head.result) },
      cell: (option) => <Result option={option} />,
      csv: ({ result, reason }) => `${result} ${reason}`.trim(),
    },
    {
      ...{ name: 'madeGood', head: t(($) => $.options.madeGood), fileOnly: true },
      cell: () => null,
      csv: ({ madeGood }) => madeGood,
    },
    {
      ...{ name: 'income', head: t(($) => $.options.head.income), figure: true, card: 'value' },
      cell: ({ income, asset }) => (
        <Amount
          named
          value={income}
          asset={asset}
          className={income.startsWith('-') ? css.loss : css.gain}
        />
      ),
      csv: ({ income }) => income,
    },
    {
      ...{ name: 'receipt', head: t(($) => $.options.head.receipt), actions: true },
      cell: ({ id }) => (
        <Link className={css.verify} to={`/verify?realm=${realm}&option=${id}`}>
          {t(($) => $.options.verify)}
        </Link>
      ),
    },
  ];
}
