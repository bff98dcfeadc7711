import { useTranslation } from 'react-i18next';
import { IndexChart } from '../../ui/index-chart.tsx';
import { marksOf } from './marks.ts';
import { useOptions } from './use-options.ts';

/**
 * The last minutes of the index with the purchase prices of what runs on it, and both ends of what
 * began and ended in them.
 */
export function OptionChart({ index }: { index: string }) {
  const { t } = useTranslation();
  const { open = [], ended = [] } = useOptions().data ?? {};
  const seen = [...open.map(({ option }) => option), ...ended];
  return (
    <IndexChart
      index={index}
      label={t(($) => $.options.chart)}
      levels={open
        .filter(({ option }) => option.index === index && option.entryPrice !== '')
        .map(({ option: { id, entryPrice, direction } }) => ({
          ...{ key: id, value: entryPrice, text: t(($) => $.options.directions[direction]) },
          mark: direction === 'up' ? '↑' : '↓',
        }))}
      marks={marksOf(index, seen, {
        entry: t(($) => $.options.head.entry),
        exit: t(($) => $.options.head.exit),
      })}
    />
  );
}
