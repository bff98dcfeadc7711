import type { KeyboardEvent, PointerEvent } from 'react';
import { BOUNDS, bounded, type Size } from './bounds.ts';
import css from './desk.module.css';
import { useDeskPreferences } from './preferences.ts';

const KEY_STEP = 16;

interface SplitterProps {
  size: Size;
  label: string;
  /** The edge of the panel that this line is: which way the panel grows. */
  edge: 'start' | 'end' | 'top';
}

/**
 * The line between two panels. While it is dragged only a style variable of the desk moves; the
 * size is kept when the pointer is let go. Arrow keys move it too, Home and a double click reset.
 */
export function Splitter({ size, label, edge }: SplitterProps) {
  const value = useDeskPreferences((preferences) => preferences[size]);
  const change = useDeskPreferences((preferences) => preferences.change);
  const vertical = edge !== 'top';
  const [least, most] = BOUNDS[size];
  const drag = (start: PointerEvent<HTMLElement>) => {
    const line = start.currentTarget;
    const desk = line.closest<HTMLElement>('[data-desk]');
    const from = vertical ? start.clientX : start.clientY;
    const grows = growth(edge, getComputedStyle(line).direction);
    let now = value;
    line.setPointerCapture(start.pointerId);
    const move = (event: globalThis.PointerEvent) => {
      const at = vertical ? event.clientX : event.clientY;
      now = bounded(size, value + (at - from) * grows);
      desk?.style.setProperty(`--${size}`, `${now}px`);
    };
    line.addEventListener('pointermove', move);
    const end = () => {
      line.removeEventListener('pointermove', move);
      change({ [size]: now });
    };
    line.addEventListener('lostpointercapture', end, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = keyStep(event.key, edge, getComputedStyle(event.currentTarget).direction);
    if (step === 0) return;
    event.preventDefault();
    change({ [size]: bounded(size, value + step) });
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
