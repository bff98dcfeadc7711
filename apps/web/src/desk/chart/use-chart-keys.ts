import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { isTyping } from '../../lib/typing.ts';
import type { ChartStore } from './chart-store.ts';
import type { ChartView } from './chart-view.ts';

const SCROLL_BARS = 5;
const ZOOM = 1.15;

/** The keys of the focused canvas: scroll, zoom, end a drawing. */
export function useCanvasKeys(view: ChartView | null) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (view === null || event.target !== event.currentTarget || isCommand(event)) return;
    const { chart } = view;
    const keys: Record<string, () => unknown> = {
      arrowleft: () => chart.scrollByDistance(chart.getBarSpace().bar * SCROLL_BARS),
      arrowright: () => chart.scrollByDistance(-chart.getBarSpace().bar * SCROLL_BARS),
      '+': () => chart.zoomAtCoordinate(ZOOM),
      '=': () => chart.zoomAtCoordinate(ZOOM),
      '-': () => chart.zoomAtCoordinate(1 / ZOOM),
      home: () => view.showLatest(),
      escape: () => view.stopDrawing(),
    };
    const run = keys[event.key.toLowerCase()];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}

/**
 * Undo, redo and the removal of the selected drawing, wherever in the chart the focus is, and for a
 * pointer above the chart while nobody types. A browser would otherwise undo in the form in which
 * somebody typed last: the ticket.
 */
export function useEditKeys(chart: RefObject<HTMLElement | null>, store: ChartStore): void {
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const element = chart.current;
      if (element === null || isTyping(target)) return;
      if (!element.contains(target) && !element.matches(':hover')) return;
      const run = actionOf(event, store);
      if (run === null) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [chart, store]);
}

function actionOf(event: globalThis.KeyboardEvent, store: ChartStore): (() => void) | null {
  const { undo, redo, selected, removeDrawing } = store.getState();
  const key = event.key.toLowerCase();
  if (isCommand(event)) {
    if (key === 'z') return event.shiftKey ? redo : undo;
    return key === 'y' ? redo : null;
  }
  const removes = (key === 'delete' || key === 'backspace') && selected !== null;
  return removes ? () => removeDrawing(selected) : null;
}

function isCommand({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }): boolean {
  return ctrlKey || metaKey;
}
