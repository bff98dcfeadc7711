import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Failure } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import css from './options.module.css';
import { type Tick, useIndexFacts, useOptions, useTicks } from './use-options.ts';

const HEIGHT = 300;

/** The last minutes of the index with the purchase prices of what runs on it. */
export function IndexChart({ index }: { index: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { quote, decimals } = useIndexFacts(index);
  const { data, isError, refetch } = useTicks(index);
  const open = useOptions().data?.open ?? [];
  const last = data?.at(-1);
  if (isError && data === undefined) return <Failure compact onRetry={() => void refetch()} />;
  return (
    <>
      <p className={css.now}>
        <span className={css.nowLabel}>{t(($) => $.options.price)}</span>
        <bdi dir="ltr" className={css.nowFigure}>
          {last === undefined ? '\u00a0' : format.fixed(last.price, decimals)}
        </bdi>
      </p>
      <LineChart
        label={t(($) => $.options.chart)}
        points={data?.filter(isPrice).map(({ at, price }) => ({ at, value: price }))}
        unit={quote}
        height={HEIGHT}
        fine={decimals}
        levels={open
          .filter(({ option }) => option.index === index && option.entryPrice !== '')
          .map(({ option: { id, entryPrice, direction } }) => ({
            ...{ key: id, value: entryPrice, text: t(($) => $.options.directions[direction]) },
            mark: direction === 'up' ? '↑' : '↓',
          }))}
      />
    </>
  );
}

const isPrice = ({ price }: Tick) => price !== '';
