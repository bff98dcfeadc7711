import type { ChartMark } from '@assay/kit/display/line-chart.tsx';
import type { AnyOption } from './use-options.ts';

/** What is marked of an option. */
type Marked = Pick<
  AnyOption,
  'id' | 'index' | 'direction' | 'entryPrice' | 'entryAt' | 'exitPrice' | 'expiresAt'
> &
  Pick<AnyOption, 'endedAt' | 'result'>;

/**
 * The two ends of each option on an index: the tick with which it began, and the price that settled
 * it at the end of its window, or at the tick of an early sale.
 */
export function marksOf(
  index: string,
  options: readonly Marked[],
  words: { readonly entry: string; readonly exit: string },
): ChartMark[] {
  return options
    .filter((option) => option.index === index)
    .flatMap(({ id, direction, entryPrice, entryAt, exitPrice, expiresAt, endedAt, result }) => {
      const mark = direction === 'up' ? '↑' : '↓';
      const entry = { key: 2 * id, at: entryAt, value: entryPrice, text: words.entry, mark };
      const exitAt = result === 'sold' ? endedAt : expiresAt;
      const exit = { key: 2 * id + 1, at: exitAt, value: exitPrice, text: words.exit, mark: '•' };
      return [entry, exit].filter(({ value }) => value !== '');
    });
}
