import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTokens } from '@assay/kit/look/use-tokens.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FillView, OrderView } from '../../lib/api/wire.ts';
import { placeInList } from '../account/account-store.ts';
import type { ChartView } from './chart-view.ts';
import { drawnPrice } from './drawn-price.ts';
import { FILLS, type FillMark, LINES, ORDERS, type OrderMark } from './own-marks.ts';

/** What the chart shows of a fill. */
export type Fill = Pick<FillView, 'id' | 'side' | 'price' | 'at'>;

/** A price at which something of the user's stands, as decimal text. */
export interface OwnLine {
  readonly key: string;
  readonly price: string;
  readonly text: string;
  readonly side: OrderView['side'];
}

interface OwnMarks {
  orders: readonly OrderView[];
  fills: readonly Fill[];
  lines: readonly OwnLine[];
  onCancel(order: OrderView): void;
  /** The user dropped an order's line at another price. */
  onDrop(order: OrderView, price: number): void;
}

/** Draws the user's orders as lines and fills as marks on the chart. */
export function useOwnMarks(view: ChartView | null, marks: OwnMarks): void {
  const { orders, fills, lines } = marks;
  const { t } = useTranslation();
  const format = useFormat();
  const tokens = useTokens();
  const latest = useRef(marks);
  const drag = useRef(escapableDrag());
  useEffect(() => {
    latest.current = marks;
  });
  useEffect(() => {
    if (view === null) return;
    const { chart } = view;
    const labels = {
      buy: t(($) => $.chart.own.buy),
      sell: t(($) => $.chart.own.sell),
      stop: t(($) => $.chart.own.stop),
      waits: t(($) => $.chart.own.waits),
    };
    chart.removeOverlay({ groupId: ORDERS });
    const drawn = orders.filter((order) => order[drawnPrice(order)] !== '');
    for (const order of drawn) {
      const price = order[drawnPrice(order)];
      const stop = drawnPrice(order) === 'triggerPrice' ? `${labels.stop} ` : '';
      const place = placeInList(order, orders);
      const waits = place === 'waits' ? `${labels.waits} ` : '';
      const size = order.quantity === '' ? order.quoteAmount : order.quantity;
      const mark: OrderMark = {
        text: `${waits}${stop}${labels[order.side]} ${format.plain(size)}`,
        color: order.side === 'buy' ? tokens.buy : tokens.sell,
        ink: tokens.surface,
        movable: true,
      };
      chart.createOverlay({
        id: `order-${order.id}`,
        name: 'ownOrder',
        groupId: ORDERS,
        points: [{ value: Number(price) }],
        extendData: mark,
        // An order of a list is not moved while another one of it is open.
        lock: place !== 'alone',
        zLevel: 10,
        onClick: ({ figure }) => {
          if (figure?.key === 'cancel') latest.current.onCancel(order);
        },
        onPressedMoveStart: () => drag.current.begin(),
        onPressedMoveEnd: ({ overlay }) => {
          const value = overlay.points[0]?.value;
          if (drag.current.end()) queueMicrotask(() => putBack(view, order));
          else if (value !== undefined && value !== Number(price))
            latest.current.onDrop(order, value);
        },
        onRightClick: (event) => event.preventDefault?.(),
      });
    }
  }, [view, orders, format, tokens, t]);
  useFills(view, fills);
  useLines(view, lines);
}

function useFills(view: ChartView | null, fills: readonly Fill[]): void {
  const tokens = useTokens();
  useEffect(() => {
    if (view === null) return;
    view.chart.removeOverlay({ groupId: FILLS });
    for (const fill of fills) {
      const mark: FillMark = {
        side: fill.side,
        color: fill.side === 'buy' ? tokens.buy : tokens.sell,
      };
      view.chart.createOverlay({
        id: `fill-${fill.id}-${fill.side}`,
        name: 'ownFill',
        groupId: FILLS,
        points: [{ timestamp: fill.at, value: Number(fill.price) }],
        extendData: mark,
        lock: true,
        zLevel: 9,
      });
    }
  }, [view, fills, tokens]);
}

function useLines(view: ChartView | null, lines: readonly OwnLine[]): void {
  const tokens = useTokens();
  useEffect(() => {
    if (view === null) return;
    view.chart.removeOverlay({ groupId: LINES });
    for (const { key, price, text, side } of lines) {
      const color = side === 'buy' ? tokens.buy : tokens.sell;
      const mark: OrderMark = { text, color, ink: tokens.surface, movable: false };
      view.chart.createOverlay({
        id: `line-${key}`,
        name: 'ownOrder',
        groupId: LINES,
        points: [{ value: Number(price) }],
        extendData: mark,
        lock: true,
        zLevel: 8,
      });
    }
  }, [view, lines, tokens]);
}

/** A drag that Escape takes back; `end` says whether it did. */
function escapableDrag() {
  let escaped = false;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') escaped = true;
  };
  return {
    begin() {
      escaped = false;
      document.addEventListener('keydown', onKeyDown);
    },
    end(): boolean {
      document.removeEventListener('keydown', onKeyDown);
      return escaped;
    },
  };
}

/** Moves an order's line back to the order's actual price. */
export function putBack(view: ChartView, order: OrderView): void {
  view.chart.overrideOverlay({
    id: `order-${order.id}`,
    points: [{ value: Number(order[drawnPrice(order)]) }],
  });
}
