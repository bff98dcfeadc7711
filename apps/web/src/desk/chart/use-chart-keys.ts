import type { KeyboardEvent } from 'react';
import type { ChartStore } from './chart-store.ts';
import type { ChartView } from './chart-view.ts';

const SCROLL_BARS = 5;
const ZOOM = 1.15;

/** The keys of the focused chart: scroll, zoom, undo, delete the selected drawing. */
export function useChartKeys(view: ChartView | null, store: ChartStore) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (view === null || event.target !== event.currentTarget) return;
    const { chart } = view;
    const act = store.getState();
    const command = event.ctrlKey || event.metaKey;
    const undo = () => (event.shiftKey ? act.redo() : act.undo());
    const remove = () => act.selected !== null && act.removeDrawing(act.selected);
    const keys: Record<string, () => unknown> = command
      ? { z: undo, y: act.redo }
      : {
          arrowleft: () => chart.scrollByDistance(chart.getBarSpace().bar * SCROLL_BARS),
          arrowright: () => chart.scrollByDistance(-chart.getBarSpace().bar * SCROLL_BARS),
          '+': () => chart.zoomAtCoordinate(ZOOM),
          '=': () => chart.zoomAtCoordinate(ZOOM),
          '-': () => chart.zoomAtCoordinate(1 / ZOOM),
          home: () => view.showLatest(),
          delete: remove,
          backspace: remove,
          escape: () => view.stopDrawing(),
        };
    const run = keys[event.key.toLowerCase()];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}
