import { SELL, type Side } from '@assay/core/order/side';
import { memo, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import css from './order-book.module.css';
import type { Painters, Pointed } from './pointed.ts';

interface BookSideProps {
  side: Side;
  count: number;
  slots: RefObject<HTMLDivElement | null>;
  painters: Painters;
  onPoint(pointed: Pointed | null): void;
}

/**
 * One side as a list box, best row first: a click or Enter takes the price over, a click on a size
 * or Shift+Enter everything up to it. Arrow keys move as the rows stand on the screen.
 */
export function BookSide({ side, count, slots, painters, onPoint }: BookSideProps) {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const ready = useReady();
  const [active, setActive] = useState(-1);
  const id = side === SELL ? 'ask' : 'bid';
  const pick = (slot: number, depth: boolean) => {
    const row = painters.current[side]?.rowAt(slot);
    if (row === undefined) return;
    if (depth) ticket.getState().pickDepth({ side, ticks: row.ticks, sumLots: row.sumLots });
    else ticket.getState().pickPrice(row.ticks);
  };
  const move = (by: number) =>
    setActive((slot) => Math.max(0, Math.min(count - 1, slot === -1 ? 0 : slot + by)));
  const point = (event: PointerEvent) => {
    const slot = slotAt(event.target);
    const row = slot === null ? undefined : painters.current[side]?.rowAt(slot);
    if (slot === null || row === undefined) onPoint(null);
    else onPoint({ side, slot, top: topOf(event.target as HTMLElement) });
  };
  return (
    <div
      ref={slots}
      role="listbox"
      tabIndex={0}
      aria-label={side === SELL ? t(($) => $.desk.book.asks) : t(($) => $.desk.book.bids)}
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      className={css.side}
      data-side={id}
      onKeyDown={(event) => {
        const upwards = side === SELL ? 1 : -1;
        if (event.key === 'ArrowUp') move(upwards);
        else if (event.key === 'ArrowDown') move(-upwards);
        else if (event.key === 'Enter' && active >= 0) pick(active, event.shiftKey);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={() => setActive(-1)}
      onPointerMove={point}
      onPointerLeave={() => onPoint(null)}
      onClick={(event) => {
        const slot = slotAt(event.target);
        if (slot !== null) pick(slot, (event.target as HTMLElement).dataset.cell !== 'price');
      }}
    >
      {Array.from({ length: count }, (_, slot) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place; rows pass through it
        <Slot key={slot} id={`${id}-${slot}`} active={slot === active} ready={ready} />
      ))}
    </div>
  );
}

/** Whether the server has said what the book is. */
function useReady(): boolean {
  const { book } = useDesk();
  const [ready, setReady] = useState(book.ready);
  useEffect(() => (ready ? undefined : book.subscribe(() => setReady(true))), [book, ready]);
  return ready;
}

/** Rendered once; its texts, its bar and its marks belong to the painter. */
const Slot = memo(function Slot(props: { id: string; active: boolean; ready: boolean }) {
  const { id, active, ready } = props;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-hidden="true"
      data-empty=""
      className={css.row}
    >
      <span className={css.bar} aria-hidden="true" />
      <bdi dir="ltr" className={css.price} data-cell="price" />
      <bdi dir="ltr" className={css.cell} />
      <bdi dir="ltr" className={css.cell} />
      {ready ? null : <span className={css.skeleton} />}
    </div>
  );
});

function slotAt(target: EventTarget): number | null {
  const row = (target as HTMLElement).closest<HTMLElement>('[role="option"]');
  const slot = row?.id.split('-')[1];
  return slot === undefined ? null : Number(slot);
}

/** Top of the pointed row within the book's body. */
function topOf(target: HTMLElement): number {
  const row = target.closest<HTMLElement>('[role="option"]');
  const body = row?.closest<HTMLElement>(`.${css.body}`);
  return (row?.getBoundingClientRect().top ?? 0) - (body?.getBoundingClientRect().top ?? 0);
}
