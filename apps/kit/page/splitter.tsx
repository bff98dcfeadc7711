import type { KeyboardEvent, PointerEvent } from 'react';
import css from './splitter.module.css';

/** By which an arrow key moves the line, in px. */
const KEY_STEP = 16;

interface SplitterProps {
  label: string;
  /** The edge of the panel that this line is: which way the panel grows. */
  edge: 'start' | 'end' | 'top';
  /** The size of the panel and its bounds, in px. */
  value: number;
  least: number;
  most: number;
  /** The size that Home and a double click bring back. */
  usual: number;
  /** While the line is dragged. */
  onMove(value: number): void;
  /** Once it is let go. */
  onChange(value: number): void;
}

/** The line between two panels: dragged, or moved with the arrow keys. */
export function Splitter(props: SplitterProps) {
  const { label, edge, value, least, most, usual, onMove, onChange } = props;
  const vertical = edge !== 'top';
  const bounded = (size: number) => Math.round(Math.min(most, Math.max(least, size)));
  const drag = (start: PointerEvent<HTMLElement>) => {
    const line = start.currentTarget;
    const from = vertical ? start.clientX : start.clientY;
    const grows = growth(edge, getComputedStyle(line).direction);
    let now = value;
    line.setPointerCapture(start.pointerId);
    const move = (event: globalThis.PointerEvent) => {
      const at = vertical ? event.clientX : event.clientY;
      now = bounded(value + (at - from) * grows);
      onMove(now);
    };
    line.addEventListener('pointermove', move);
    const end = () => {
      line.removeEventListener('pointermove', move);
      onChange(now);
    };
    line.addEventListener('lostpointercapture', end, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = keyStep(event.key, edge, getComputedStyle(event.currentTarget).direction);
    if (step === 0 && event.key !== 'Home') return;
    event.preventDefault();
    onChange(step === 0 ? usual : bounded(value + step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is not an hr
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      className={css.splitter}
      data-edge={edge}
      onPointerDown={drag}
      onDoubleClick={() => onChange(usual)}
      onKeyDown={onKeyDown}
    />
  );
}

/** +1 when the panel grows with rising coordinates, -1 when it shrinks. */
function growth(edge: SplitterProps['edge'], direction: string): 1 | -1 {
  if (edge === 'top') return -1;
  return (edge === 'end') === (direction === 'ltr') ? 1 : -1;
}

function keyStep(key: string, edge: SplitterProps['edge'], direction: string): number {
  const keys: Record<string, number> =
    edge === 'top' ? { ArrowUp: -1, ArrowDown: 1 } : { ArrowLeft: -1, ArrowRight: 1 };
  return (keys[key] ?? 0) * growth(edge, direction) * KEY_STEP;
}
