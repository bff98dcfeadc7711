import { BUY, SELL, type Side } from '@assay/core/order/side';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDesk } from '../context.tsx';
import { useStale } from '../header/use-stale.ts';
import { useDeskPreferences } from '../layout/preferences.ts';
import { useFigureRows } from '../layout/use-figure-rows.ts';
import { BookHead, ColumnHeads } from './book-head.tsx';
import { BookPainter } from './book-painter.ts';
import { BookSide } from './book-side.tsx';
import { groupTicks, rowsOf } from './book-view.ts';
import { DepthHint } from './depth-hint.tsx';
import { Middle, RatioBar } from './middle.tsx';
import css from './order-book.module.css';
import type { Painters, Pointed } from './pointed.ts';
import { type OwnTick, useOwnTicks } from './use-own-ticks.ts';

const MIDDLE_HEIGHT = 34;

/**
 * The order book: as many rows as fit, rendered once and then written to directly, ten times a
 * second at most. Asks stand above the last price with the best one next to it, bids below.
 */
export function OrderBook() {
  const view = useDeskPreferences((preferences) => preferences.bookView);
  const stale = useStale(useDesk().market.market);
  const body = useRef<HTMLDivElement>(null);
  const rows = useFigureRows(body, MIDDLE_HEIGHT);
  const count = Math.floor(rows / (view === 'both' ? 2 : 1));
  return (
    <div className={css.book} data-stale={stale || undefined}>
      <BookHead />
      <ColumnHeads />
      <div ref={body} className={css.body}>
        {count > 0 ? <Sides key={`${count} ${view}`} count={count} view={view} /> : null}
      </div>
      <RatioBar />
    </div>
  );
}

function Sides({ count, view }: { count: number; view: 'both' | 'bids' | 'asks' }) {
  const slots = { asks: useRef<HTMLDivElement>(null), bids: useRef<HTMLDivElement>(null) };
  const painters = usePainters(slots.asks, slots.bids, count);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const shared = { count, painters, onPoint: setPointed };
  return (
    <>
      {view === 'bids' ? null : <BookSide side={SELL} slots={slots.asks} {...shared} />}
      <Middle />
      {view === 'asks' ? null : <BookSide side={BUY} slots={slots.bids} {...shared} />}
      {pointed === null ? null : <DepthHint pointed={pointed} painters={painters} />}
    </>
  );
}

/** Connects the feed to the slots. Language, grouping and own orders repaint at once. */
function usePainters(
  asks: RefObject<HTMLDivElement | null>,
  bids: RefObject<HTMLDivElement | null>,
  count: number,
): Painters {
  const { book, rules, market } = useDesk();
  const format = useFormat();
  const sumIn = useDeskPreferences((preferences) => preferences.sumIn);
  const group = useDeskPreferences((preferences) => preferences.grouping[market.market] ?? 1);
  const own = useOwnTicks();
  const painters: Painters = useRef([null, null]);
  useEffect(() => {
    painters.current = [
      bids.current ? new BookPainter(bids.current) : null,
      asks.current ? new BookPainter(asks.current) : null,
    ];
    const how = { format, rules, group, sumIn };
    const mine = [ownIn(own, BUY, group), ownIn(own, SELL, group)] as const;
    const paint = () => {
      const rows = [
        rowsOf(BUY, book.levels(BUY), group, count),
        rowsOf(SELL, book.levels(SELL), group, count),
      ] as const;
      const most = Math.max(rows[BUY].at(-1)?.sumLots ?? 0, rows[SELL].at(-1)?.sumLots ?? 0);
      for (const side of [BUY, SELL] as const) {
        painters.current[side]?.paint(rows[side], most, mine[side], how);
      }
    };
    paint();
    return book.subscribe(paint);
  }, [asks, bids, book, count, format, group, own, rules, sumIn]);
  return painters;
}

/** Prices of the rows in which own orders of a side stand. */
function ownIn(own: readonly OwnTick[], side: Side, group: number): Set<number> {
  const ticks = own.filter((each) => each.side === side).map((each) => each.ticks);
  return new Set(ticks.map((each) => groupTicks(side, each, group)));
}
