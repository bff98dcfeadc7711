import { priceText, quantityText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTokens } from '@assay/kit/look/use-tokens.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPublisher } from '../../lib/stream/publisher.ts';
import { useDesk } from '../context.tsx';
import css from './depth-chart.module.css';
import { type Depth, depthOf, stepAt } from './depth-curve.ts';
import { drawDepth } from './draw-depth.ts';

/** Twice a second: the shape of the book is slower than its digits. */
const DRAW_EVERY_MS = 500;

/**
 * All that stands in the book on both sides, as two curves; a press takes the price below it into
 * the ticket. A picture: the book itself has the digits, and the keys.
 */
export default function DepthChart() {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointer, setPointer] = useState<number | null>(null);
  const depth = useDrawn(canvas, pointer);
  const { ticket } = useDesk();
  const width = () => canvas.current?.clientWidth ?? 1;
  return (
    <div className={css.depth} dir="ltr">
      <canvas
        ref={canvas}
        className={css.canvas}
        role="img"
        aria-label={t(($) => $.desk.depth.label)}
        onPointerMove={(event) => setPointer(event.nativeEvent.offsetX)}
        onPointerLeave={() => setPointer(null)}
        onClick={({ nativeEvent: { offsetX } }) => {
          if (depth === null) return;
          ticket.getState().pickPrice(Math.round(ticksAt(depth, offsetX, width())));
        }}
      />
      {depth === null ? (
        <div className={css.empty}>
          <EmptyState compact title={t(($) => $.desk.depth.none)} />
        </div>
      ) : null}
      {depth !== null && pointer !== null ? (
        <Hint depth={depth} x={pointer} width={width()} />
      ) : null}
    </div>
  );
}

/** Draws at its own pace, and again when the size, the theme or the pointer changes. */
function useDrawn(canvas: RefObject<HTMLCanvasElement | null>, pointer: number | null) {
  const { book, rules } = useDesk();
  const format = useFormat();
  const tokens = useTokens();
  const [depth, setDepth] = useState<Depth | null>(null);
  const x = useRef(pointer);
  x.current = pointer;
  useEffect(() => {
    const draw = () => {
      const element = canvas.current;
      if (!element) return;
      const next = depthOf(book.levels(BUY), book.levels(SELL));
      setDepth(next);
      drawDepth(element, next, x.current, tokens, {
        price: (ticks) => format.fixed(priceText(rules, Math.round(ticks)), rules.priceDecimals),
        quantity: (lots) => format.compact(quantityText(rules, Math.round(lots))),
      });
    };
    const publisher = createPublisher(DRAW_EVERY_MS, draw);
    const leave = book.subscribe(publisher.mark);
    const observer = new ResizeObserver(draw);
    if (canvas.current) observer.observe(canvas.current);
    return () => {
      leave();
      publisher.stop();
      observer.disconnect();
    };
  }, [canvas, book, rules, format, tokens]);
  return depth;
}

function ticksAt(depth: Depth, x: number, width: number): number {
  return depth.fromTicks + (x / width) * (depth.toTicks - depth.fromTicks);
}

function Hint({ depth, x, width }: { depth: Depth; x: number; width: number }) {
  const { t } = useTranslation();
  const { rules, market, book } = useDesk();
  const format = useFormat();
  const ticks = ticksAt(depth, x, width);
  const step = stepAt(depth, ticks);
  if (step === null) return null;
  const middle = (book.best(BUY) + book.best(SELL)) / 2;
  const distance = format.change(((ticks - middle) / middle) * 100);
  return (
    <dl
      className={css.hint}
      data-side={step.side}
      data-flip={x > width / 2 || undefined}
      style={{ left: x }}
    >
      <dt>{t(($) => $.desk.book.price, { unit: market.quote })}</dt>
      <dd>
        <Ltr>{format.fixed(priceText(rules, Math.round(ticks)), rules.priceDecimals)}</Ltr>
      </dd>
      <dt>{t(($) => $.desk.depth.distance)}</dt>
      <dd>
        <Ltr>{distance}</Ltr>
      </dd>
      <dt>{t(($) => $.desk.book.sum, { unit: market.base })}</dt>
      <dd>
        <Ltr>{format.plain(quantityText(rules, step.sumLots), rules.quantityDecimals)}</Ltr>
      </dd>
    </dl>
  );
}
