import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { quantityText } from '@assay/core/order/market';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import css from './order-book.module.css';
import type { Painters, Pointed } from './pointed.ts';

/** What taking everything up to the pointed row would mean: average price and both sums. */
export function DepthHint({ pointed, painters }: { pointed: Pointed; painters: Painters }) {
  const { t } = useTranslation();
  const { book, rules, market } = useDesk();
  const format = useFormat();
  useSyncExternalStore(book.subscribe, () => book.version);
  const row = painters.current[pointed.side]?.rowAt(pointed.slot);
  if (row === undefined) return null;
  const average = (row.sumTickLots / row.sumLots) * rules.quotePerTick;
  const value = row.sumTickLots * rules.quotePerTickLot;
  const lines = [
    [t(($) => $.desk.book.average), format.fixed(average / 10 ** SCALE, rules.priceDecimals)],
    [
      t(($) => $.desk.book.sum, { unit: market.base }),
      format.plain(quantityText(rules, row.sumLots), rules.quantityDecimals),
    ],
    [
      t(($) => $.desk.book.sum, { unit: market.quote }),
      Number.isSafeInteger(value)
        ? format.plain(formatSafe(value, SCALE), 2)
        : format.compact(value / 10 ** SCALE),
    ],
    [t(($) => $.desk.book.ofHouse), `${Math.round((row.sumHouse / row.sumLots) * 100)}%`],
  ] as const;
  return (
    <dl className={css.hint} style={{ insetBlockStart: pointed.top }}>
      {lines.map(([name, figure]) => (
        <div key={name} className={css.hintLine}>
          <dt>{name}</dt>
          <dd>
            <Ltr>{figure}</Ltr>
          </dd>
        </div>
      ))}
    </dl>
  );
}
