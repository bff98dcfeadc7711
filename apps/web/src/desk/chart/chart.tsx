import { readTokens } from '@assay/kit/look/use-tokens.ts';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MarketView, OrderView } from '../../lib/api/wire.ts';
import type { DrawingName } from './catalogue.ts';
import css from './chart.module.css';
import { ChartDialogs, type OpenDialog } from './chart-dialogs.tsx';
import { ChartStage } from './chart-stage.tsx';
import { type ChartStore, createChartStore } from './chart-store.ts';
import { paneTops } from './chart-view.ts';
import { DrawingBar } from './drawing-bar.tsx';
import { savePicture } from './picture.ts';
import { Toolbar } from './toolbar.tsx';
import { useEditKeys } from './use-chart-keys.ts';
import { type ChartHandle, useChartView } from './use-chart-view.ts';
import { useLarge } from './use-large.ts';
import { type Fill, type OwnLine, putBack, useOwnMarks } from './use-own-marks.ts';
import { wholeTicks } from './whole-ticks.ts';

/** All that the chart knows of its page. */
interface ChartProps {
  market: MarketView;
  /** Shown at the start of the chart's toolbar. */
  leading: ReactNode;
  /** Whether there are trades in the market itself; else its candles are those of its index. */
  traded?: boolean;
  /** The user's open orders and recent fills in this market. */
  orders?: readonly OrderView[];
  fills: readonly Fill[];
  /** Further prices at which something of the user's stands. */
  lines?: readonly OwnLine[];
  /** The user chose a price at which to buy or sell, as decimal text in whole ticks. */
  onPrice(price: string, side: OrderView['side']): void;
  onCancel?(order: OrderView): void;
  /** The user dragged an order's line; resolves to false if the order kept its price. */
  onMove?(order: OrderView, price: string): Promise<boolean>;
}

const NO_ORDERS: readonly OrderView[] = [];
const NO_LINES: readonly OwnLine[] = [];

/** The candle chart of one market with indicators, drawings and the user's orders. */
export default function Chart(props: ChartProps) {
  const { market, leading, traded = true, fills, onPrice, onCancel, onMove } = props;
  const [store] = useState(() => createChartStore(market.market));
  const whole = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useEditKeys(whole, store);
  const [tops, setTops] = useState<ReadonlyMap<string, number>>(new Map());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const large = useLarge();
  const latest = useRef<ChartHandle | null>(null);
  // The panes get their positions only after the chart has finished the change that moved them.
  const measure = useCallback(
    () => requestAnimationFrame(() => latest.current && setTops(paneTops(latest.current.view))),
    [],
  );
  const handle = useChartView(host, store, market, measure);
  latest.current = handle;
  useOwnMarks(handle?.view ?? null, {
    orders: props.orders ?? NO_ORDERS,
    fills,
    lines: props.lines ?? NO_LINES,
    onCancel: (order) => onCancel?.(order),
    onDrop: (order, price) => void move(order, wholeTicks(price, market.tickSize)),
  });
  const move = async (order: OrderView, price: string) => {
    const moved = await onMove?.(order, price);
    if (moved !== true && handle) putBack(handle.view, order);
  };
  const draw = (name: DrawingName, text?: string) => {
    const needsText = name === 'simpleAnnotation' || name === 'simpleTag';
    if (needsText && text === undefined) return setDialog({ note: name });
    setDialog(null);
    handle?.view.draw(name, text ?? '');
  };
  return (
    <div ref={whole} className={css.chart} data-large={large.on || undefined}>
      <Toolbar
        store={store}
        leading={leading}
        large={large.on}
        onIndicators={() => setDialog({ indicators: true })}
        onPicture={usePicture(handle, store, market)}
        onLarge={large.flip}
      />
      <div className={css.main}>
        <Drawings store={store} onDraw={draw} />
        <ChartStage
          host={host}
          handle={handle}
          store={store}
          market={market}
          traded={traded}
          tops={tops}
          onPrice={onPrice}
          onEdit={(indicator) => setDialog({ edit: indicator })}
        />
      </div>
      <ChartDialogs open={dialog} store={store} close={() => setDialog(null)} onNote={draw} />
    </div>
  );
}

function Drawings(props: { store: ChartStore; onDraw(name: DrawingName): void }) {
  const shown = useStore(props.store, (state) => state.habits.drawingBar);
  return shown ? <DrawingBar {...props} /> : null;
}

/** Saves the chart as an image, with a line that names the market and the source of its prices. */
function usePicture(handle: ChartHandle | null, store: ChartStore, market: MarketView) {
  const { t } = useTranslation();
  return () => {
    if (handle === null) return;
    const tokens = readTokens();
    const { interval } = store.getState();
    const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
    const heading = {
      title: `${market.base}/${market.quote} · ${interval}`,
      note: `${time} UTC · ${t(($) => $.chart.source[market.source])}`,
    };
    const url = handle.view.chart.getConvertPictureUrl(true, 'png', tokens.surface);
    void savePicture(url, `${market.market}-${interval}.png`, heading, tokens);
  };
}
