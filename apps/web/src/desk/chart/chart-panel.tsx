import { Segments } from '@assay/kit/input/segments.tsx';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../lib/api/wire.ts';
import { useAccount } from '../account/account-store.ts';
import { worstOfChange } from '../amend.ts';
import { useDesk } from '../context.tsx';
import { useStale } from '../header/use-stale.ts';
import { focusTicket } from '../layout/hotkeys.tsx';
import { PanelBoundary } from '../layout/panel-boundary.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { markNow } from '../prices.ts';
import { useChartFills } from '../tables/past.ts';
import { useOrderActions } from '../tables/use-order-actions.ts';
import { ticksOf } from '../ticket/form.ts';
import css from './chart-panel.module.css';
import { drawnPrice } from './drawn-price.ts';
import { LazyChart } from './lazy-chart.tsx';
import type { Move } from './move-question.tsx';
import { ViewBar } from './view-bar.tsx';
import { Waiting } from './waiting.tsx';

const loadDepth = () => import('../depth/depth-chart.tsx');
const DepthChart = lazy(loadDepth);
const MoveQuestion = lazy(() =>
  import('./move-question.tsx').then((loaded) => ({ default: loaded.MoveQuestion })),
);

type View = 'chart' | 'depth';

/** The chart, or the depth of the book in its place. `only`: which of them is chosen elsewhere. */
export function ChartPanel({ only }: { only?: View }) {
  const desk = useDesk();
  const { market, rules, ticket } = desk;
  const stale = useStale(market.market);
  const [chosen, setView] = useState<View>('chart');
  const view = only ?? chosen;
  const orders = useAccount((account) => account.orders);
  const fills = useChartFills(market.market);
  const { cancel, amend } = useOrderActions();
  const [onMove, question] = useMoves(amend);
  const own = useMemo(
    () => orders.filter((order) => order.market === market.market),
    [orders, market.market],
  );
  const choice = only === undefined ? <Choice view={view} onChange={setView} /> : null;
  return (
    <div className={css.prices} data-stale={stale || undefined}>
      {view === 'depth' ? (
        <>
          {choice === null ? null : <ViewBar leading={choice} />}
          <PanelBoundary>
            <Suspense fallback={<Waiting />}>
              <DepthChart />
            </Suspense>
          </PanelBoundary>
        </>
      ) : (
        <LazyChart
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
          onMove={onMove}
        />
      )}
      {question}
    </div>
  );
}

function Choice({ view, onChange }: { view: View; onChange(view: View): void }) {
  const { t } = useTranslation();
  const soon = () => void loadDepth().catch(() => undefined);
  return (
    <Segments
      look="lines"
      label={t(($) => $.desk.panel.view)}
      options={[
        { value: 'chart', text: t(($) => $.panels.chart) },
        { value: 'depth', text: t(($) => $.desk.panel.depth) },
      ]}
      value={view}
      onChange={onChange}
      onNear={soon}
    />
  );
}

type Amend = ReturnType<typeof useOrderActions>['amend'];

/** Moves orders whose lines were dropped, once asked about; false for one that stays. */
function useMoves(amend: Amend) {
  const desk = useDesk();
  const unasked = useDeskPreferences((preferences) => preferences.moveAtOnce);
  const [asked, setAsked] = useState<(Move & { settle(moved: boolean): void }) | null>(null);
  const move = (order: OrderView, price: string) => amend(order, { [drawnPrice(order)]: price });
  const onMove = (order: OrderView, price: string): Promise<boolean> => {
    const change = { [drawnPrice(order)]: price };
    const worst = worstOfChange(desk.rules, order, change, markNow(desk));
    if (unasked && worst === null) return move(order, price);
    return new Promise((settle) => setAsked({ order, price, worst, settle }));
  };
  const question =
    asked === null ? null : (
      <Suspense fallback={null}>
        <MoveQuestion
          {...asked}
          go={async () => asked.settle(await move(asked.order, asked.price))}
          close={() => {
            asked.settle(false);
            setAsked(null);
          }}
        />
      </Suspense>
    );
  return [onMove, question] as const;
}
