import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../account/account-store.ts';
import { worstOfChange } from '../amend.ts';
import { useDesk } from '../context.tsx';
import { DepthChart } from '../depth/depth-chart.tsx';
import { useStale } from '../header/use-stale.ts';
import { focusTicket } from '../layout/hotkeys.tsx';
import { markNow } from '../prices.ts';
import { useChartFills } from '../tables/past.ts';
import { useOrderActions } from '../tables/use-order-actions.ts';
import { ticksOf } from '../ticket/form.ts';
import { WorstNote } from '../ticket/worst-note.tsx';
import css from './chart-panel.module.css';
import { drawnPrice } from './drawn-price.ts';

/** The charting library is the largest part of the page: it comes on its own, after the rest. */
const Chart = lazy(() => import('./chart.tsx'));

/** The chart, or the depth of the book in its place. */
export function ChartPanel() {
  const { t } = useTranslation();
  const desk = useDesk();
  const { market, rules, ticket } = desk;
  const stale = useStale(market.market);
  const [view, setView] = useState<'chart' | 'depth'>('chart');
  const orders = useAccount((account) => account.orders);
  const fills = useChartFills(market.market);
  const { cancel, amend } = useOrderActions();
  const own = useMemo(
    () => orders.filter((order) => order.market === market.market),
    [orders, market.market],
  );
  const choice = (
    <fieldset className={css.views}>
      <legend className="seen-by-ear">{t(($) => $.desk.panel.view)}</legend>
      {(['chart', 'depth'] as const).map((name) => (
        <button
          key={name}
          type="button"
          className={css.view}
          aria-pressed={view === name}
          onClick={() => setView(name)}
        >
          {name === 'chart' ? t(($) => $.desk.panel.chart) : t(($) => $.desk.panel.depth)}
        </button>
      ))}
    </fieldset>
  );
  if (view === 'depth') {
    return (
      <div className={css.prices} data-stale={stale || undefined}>
        <div className={css.bar}>{choice}</div>
        <DepthChart />
      </div>
    );
  }
  return (
    <div className={css.prices} data-stale={stale || undefined}>
      <Suspense fallback={<div className={css.bar}>{choice}</div>}>
        <Chart
          market={market}
          leading={choice}
          orders={own}
          fills={fills}
          onPrice={(price, side) => {
            ticket.getState().setSide(side);
            ticket.getState().pickPrice(ticksOf(rules, price) ?? 0);
            focusTicket();
          }}
          onCancel={(order) => void cancel(order)}
          onMove={(order, price) => amend(order, { [drawnPrice(order)]: price })}
          warningOf={(order, price) => {
            const worst = worstOfChange(
              rules,
              order,
              { [drawnPrice(order)]: price },
              markNow(desk),
            );
            if (worst === null) return null;
            return (
              <WorstNote {...{ worst, market: order.market, side: order.side }} byAmount={false} />
            );
          }}
        />
      </Suspense>
    </div>
  );
}
