import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { BUY, SELL } from '@assay/core/order/side';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { groupings } from './book-view.ts';
import css from './order-book.module.css';

const VIEWS = ['both', 'bids', 'asks'] as const;
type View = (typeof VIEWS)[number];

/** Rows in the colours of the sides that a view shows. */
function SidesIcon({ view }: { view: View }) {
  const rows = view === 'both' ? ['sell', 'sell', 'buy', 'buy'] : Array(4).fill(sideOf(view));
  return (
    <svg className={css.sidesIcon} viewBox="0 0 16 14" aria-hidden="true">
      {rows.map((side, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a row of a picture
          key={i}
          x="1"
          y={1 + i * 3.4}
          width={14 - (side === 'sell' ? i : 3 - i) * 1.5}
          height="1.8"
          fill={`var(--${side})`}
        />
      ))}
    </svg>
  );
}

function sideOf(view: View): 'buy' | 'sell' {
  return view === 'bids' ? 'buy' : 'sell';
}

/** Which sides are shown, and how finely. */
export function BookHead() {
  const { t } = useTranslation();
  const view = useDeskPreferences((preferences) => preferences.bookView);
  const change = useDeskPreferences((preferences) => preferences.change);
  const names = {
    both: t(($) => $.desk.book.both),
    bids: t(($) => $.desk.book.bidsOnly),
    asks: t(($) => $.desk.book.asksOnly),
  };
  return (
    <div className={css.head}>
      <Segments
        look="tools"
        label={t(($) => $.desk.book.view)}
        options={VIEWS.map((value) => ({
          value,
          title: names[value],
          text: (
            <>
              <SidesIcon view={value} />
              <span className="seen-by-ear">{names[value]}</span>
            </>
          ),
        }))}
        value={view}
        onChange={(bookView) => change({ bookView })}
      />
      <Grouping />
    </div>
  );
}

function Grouping() {
  const { t } = useTranslation();
  const format = useFormat();
  const { book, rules, market } = useDesk();
  const grouping = useDeskPreferences((preferences) => preferences.grouping);
  const change = useDeskPreferences((preferences) => preferences.change);
  const current = grouping[market.market] ?? 1;
  const ticks = book.best(BUY) || book.best(SELL) || lastTicks(market.last, rules.quotePerTick);
  const sizes = groupings(ticks);
  if (!sizes.includes(current)) sizes.push(current);
  return (
    <Select
      bare
      dir="ltr"
      label={t(($) => $.desk.book.grouping)}
      options={sizes.map((size) => ({
        value: String(size),
        text: format.plain(formatSafe(rules.quotePerTick * size, SCALE)),
      }))}
      value={String(current)}
      onChange={(size) => change({ grouping: { ...grouping, [market.market]: Number(size) } })}
    />
  );
}

/** Roughly how many ticks a price is; for choosing groupings before the book is there. */
function lastTicks(last: string, quotePerTick: number): number {
  return Math.round((Number(last) * 10 ** SCALE) / quotePerTick);
}

/** Names of the columns; the running sum changes its unit at a click. */
export function ColumnHeads() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const sumIn = useDeskPreferences((preferences) => preferences.sumIn);
  const change = useDeskPreferences((preferences) => preferences.change);
  const unit = sumIn === 'base' ? market.base : market.quote;
  return (
    <div className={css.heads}>
      <span>{t(($) => $.desk.book.price, { unit: market.quote })}</span>
      <span className={css.end}>{t(($) => $.desk.book.quantity, { unit: market.base })}</span>
      <button
        type="button"
        className={css.sumHead}
        title={t(($) => $.desk.book.sumHint)}
        onClick={() => change({ sumIn: sumIn === 'base' ? 'quote' : 'base' })}
      >
        {t(($) => $.desk.book.sum, { unit })}
      </button>
    </div>
  );
}
