import { useTranslation } from 'react-i18next';
import { IndexChart } from '../../ui/index-chart.tsx';
import { useOptions } from './use-options.ts';

/** The last minutes of the index with the purchase prices of what runs on it. */
export function OptionChart({ index }: { index: string }) {
  const { t } = useTranslation();
  const open = useOptions().data?.open ?? [];
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
    />
  );
}
