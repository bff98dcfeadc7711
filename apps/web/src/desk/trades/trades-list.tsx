import { EmptyState, Skeleton } from '@assay/kit/feedback/states.tsx';
import type { Format } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TradeView } from '../../lib/api/wire.ts';
import { useDesk } from '../context.tsx';
import { useFigureRows } from '../layout/use-figure-rows.ts';
import { ticksOf } from '../ticket/form.ts';
import { bigFrom } from './trades-feed.ts';
import css from './trades-list.module.css';

/** As in the book: a column of quantities must not be wider than it can be read. */
const QUANTITY_DECIMALS_MAX = 5;

/**
 * The last trades, newest on top: fixed rows that are written to, five times a second at most. A
 * press on one takes its price into the ticket.
 */
export function TradesList() {
  const { t } = useTranslation();
  const { market, rules, ticket } = useDesk();
  const body = useRef<HTMLTableSectionElement>(null);
  const box = useRef<HTMLDivElement>(null);
  // The heads take one row.
  const count = Math.max(0, Math.floor(useFigureRows(box)) - 1);
  const { state, shown } = usePainted(body, count);
  const take = (event: MouseEvent) => {
    const row = (event.target as HTMLElement).closest('tr');
    const trade = shown.current[row?.sectionRowIndex ?? -1];
    const ticks = trade === undefined ? null : ticksOf(rules, trade.price);
    if (ticks !== null) ticket.getState().pickPrice(ticks);
  };
  return (
    <div className={css.trades} ref={box}>
      <table className={css.table} aria-label={t(($) => $.desk.trades.title)}>
        <thead>
          <tr className={css.heads}>
            <th scope="col">{t(($) => $.desk.book.price, { unit: market.quote })}</th>
            <th scope="col" className={css.end}>
              {t(($) => $.desk.book.quantity, { unit: market.base })}
            </th>
            <th scope="col" className={css.end}>
              {t(($) => $.desk.trades.time)}
            </th>
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the pointer only; keys have the book */}
        <tbody ref={body} title={t(($) => $.desk.book.takePrice)} onClick={take}>
          {Array.from({ length: count }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place for trades
            <tr key={i} className={css.row} data-empty="">
              <td className={css.price} />
              <td className={css.cell} />
              <td className={css.cell} />
            </tr>
          ))}
        </tbody>
      </table>
      {state === 'waiting' ? <TradesSkeleton count={Math.min(count, 8)} /> : null}
      {state === 'none' ? (
        <div className={css.none}>
          <EmptyState compact title={t(($) => $.desk.trades.none)} />
        </div>
      ) : null}
    </div>
  );
}

function TradesSkeleton({ count }: { count: number }) {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={i} height="0.5rem" />
      ))}
    </div>
  );
}

/** Writes the trades into the rows; only the cells whose text differs are touched. */
function usePainted(body: React.RefObject<HTMLTableSectionElement | null>, count: number) {
  const { trades: feed, market } = useDesk();
  const format = useFormat();
  const [state, setState] = useState<'waiting' | 'none' | 'some'>('waiting');
  const shown = useRef<readonly TradeView[]>([]);
  useEffect(() => {
    const rows = Array.from(body.current?.rows ?? []).slice(0, count);
    const decimals = {
      price: market.priceDecimals,
      quantity: Math.min(market.quantityDecimals, QUANTITY_DECIMALS_MAX),
    };
    const paint = () => {
      const trades = feed.trades();
      shown.current = trades;
      const big = bigFrom(trades);
      for (const [i, row] of rows.entries()) write(row, trades[i], format, decimals, big);
      setState(trades.length > 0 ? 'some' : feed.ready ? 'none' : 'waiting');
    };
    paint();
    return feed.subscribe(paint);
  }, [body, count, feed, format, market]);
  return { state, shown };
}

function write(
  row: HTMLTableRowElement,
  trade: TradeView | undefined,
  format: Format,
  decimals: { price: number; quantity: number },
  big: number,
): void {
  row.toggleAttribute('data-empty', trade === undefined);
  const texts =
    trade === undefined
      ? ['', '', '']
      : [
          format.fixed(trade.price, decimals.price),
          format.fixed(trade.quantity, decimals.quantity),
          format.time(trade.at),
        ];
  for (const [i, text] of texts.entries()) {
    const cell = row.cells[i];
    if (cell && cell.textContent !== text) cell.textContent = text;
  }
  const side = trade?.takerSide ?? '';
  if (row.dataset.side !== side) row.dataset.side = side;
  row.toggleAttribute('data-big', trade !== undefined && Number(trade.quantity) >= big);
}
