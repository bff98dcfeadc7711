import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderBook } from '../book/order-book.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { TradesList } from '../trades/trades-list.tsx';
import { PanelBoundary } from './panel-boundary.tsx';

type View = 'chart' | 'depth' | 'book' | 'trades';

/** Chart, depth, book and trades one at a time, where there is no room for them side by side. */
export function MarketViews() {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('chart');
  return (
    <Tabs<View>
      dense
      label={t(($) => $.panels.market)}
      tabs={[
        { name: 'chart', text: t(($) => $.panels.chart) },
        { name: 'depth', text: t(($) => $.desk.panel.depth) },
        { name: 'book', text: t(($) => $.desk.panel.book) },
        { name: 'trades', text: t(($) => $.desk.trades.title) },
      ]}
      value={view}
      onChange={setView}
    >
      <PanelBoundary key={view}>
        {view === 'chart' || view === 'depth' ? <ChartPanel only={view} /> : null}
        {view === 'book' ? <OrderBook /> : null}
        {view === 'trades' ? <TradesList /> : null}
      </PanelBoundary>
    </Tabs>
  );
}
