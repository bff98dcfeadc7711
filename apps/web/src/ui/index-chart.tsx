import { type ChartLevel, type ChartMark, LineChart } from '@assay/kit/display/line-chart.tsx';
import { Failure } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useTickHeads } from '../lib/data/tick-heads.ts';
import { type Tick, useIndexFacts, useTicks } from '../lib/data/ticks.ts';
import css from './index-chart.module.css';

interface IndexChartProps {
  index: string;
  label: string;
  /** Prices at which something of the person's stands. */
  levels: readonly ChartLevel[];
  /** What happened to it in the minutes that are drawn. */
  marks?: readonly ChartMark[];
  /** What stands above instead of the last tick; its price is decimal text. */
  now?: { readonly label: string; readonly price: string | undefined };
}

/** The last minutes of an index, tick by tick, as high as its place. */
export function IndexChart({ index, label, levels, marks = [], now }: IndexChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { quote, decimals } = useIndexFacts(index);
  const { data, isError, refetch } = useTicks(index);
  useTickHeads(index);
  const price = now === undefined ? data?.at(-1)?.price : now.price;
  if (isError && data === undefined) return <Failure compact onRetry={() => void refetch()} />;
  return (
    <div className={css.whole} data-live="">
      <p className={css.now}>
        <span className={css.nowLabel}>{now?.label ?? t(($) => $.ui.indexNow)}</span>
        <bdi dir="ltr" className={css.nowFigure}>
          {price === undefined ? '\u00a0' : format.fixed(price, decimals)}
        </bdi>
      </p>
      <LineChart
        label={label}
        points={data?.filter(isPrice).map(({ at, price }) => ({ at, value: price }))}
        unit={quote}
        height="all"
        fine={decimals}
        levels={levels}
        marks={marks}
      />
    </div>
  );
}

const isPrice = ({ price }: Tick) => price !== '';
