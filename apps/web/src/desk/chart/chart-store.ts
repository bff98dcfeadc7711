import { createStore, type StoreApi } from 'zustand';
import type { DrawingName, IndicatorName } from './catalogue.ts';
import type { LineStyle } from './line-style.ts';
import {
  type ChartHabits,
  type ChartLayout,
  type ChartSettings,
  INDICATORS_MAX,
  readHabits,
  readSettings,
  type SavedDrawing,
  type SavedIndicator,
  withLooks,
  writeHabits,
  writeSettings,
} from './settings.ts';
import { NO_STEPS, recorded, stepBack, stepForward, type Undo } from './undo.ts';

export interface ChartState extends ChartSettings {
  readonly habits: ChartHabits;
  readonly steps: Undo<ChartLayout>;
  /** Whether drawings are hidden or locked at present; not stored. */
  readonly hideDrawings: boolean;
  readonly lockDrawings: boolean;
  /** The id of the drawing that was clicked last. */
  readonly selected: string | null;
  change(change: Partial<Pick<ChartSettings, 'interval' | 'type' | 'scale'>>): void;
  setHabits(change: Partial<ChartHabits>): void;
  addIndicator(name: IndicatorName, params: readonly number[]): void;
  editIndicator(id: string, change: Partial<Omit<SavedIndicator, 'id' | 'name'>>): void;
  removeIndicator(id: string): void;
  /** Adds a drawing or replaces the one with the same id. */
  putDrawing(drawing: SavedDrawing): void;
  /** Changes the style of a drawing, which the next one then has from the start. */
  styleDrawing(id: string, style: LineStyle): void;
  removeDrawing(id: string): void;
  clearDrawings(): void;
  select(id: string | null): void;
  flip(flag: 'hideDrawings' | 'lockDrawings'): void;
  undo(): void;
  redo(): void;
}

export type ChartStore = StoreApi<ChartState>;

/** The settings of one pair's chart. Every change is stored; layout changes can be undone. */
export function createChartStore(market: string): ChartStore {
  return createStore<ChartState>((set, get) => {
    const save = () => {
      const { interval, type, scale, indicators, drawings } = get();
      writeSettings(market, { interval, type, scale, indicators, drawings });
    };
    const layout = (): ChartLayout => {
      const { indicators, drawings } = get();
      return { indicators, drawings };
    };
    const setLayout = (next: Partial<ChartLayout>) => {
      set({ ...next, steps: recorded(get().steps, layout()) });
      save();
    };
    const restore = (step: { steps: Undo<ChartLayout>; value: ChartLayout } | null) => {
      if (step === null) return;
      const { selected } = get();
      const isThere = step.value.drawings.some(({ id }) => id === selected);
      set({ ...step.value, steps: step.steps, selected: isThere ? selected : null });
      save();
    };
    return {
      ...readSettings(market),
      habits: readHabits(),
      steps: NO_STEPS,
      hideDrawings: false,
      lockDrawings: false,
      selected: null,
      change(change) {
        set(change);
        save();
      },
      setHabits(change) {
        set({ habits: { ...get().habits, ...change } });
        writeHabits(get().habits);
      },
      addIndicator(name, params) {
        const { indicators } = get();
        if (indicators.length >= INDICATORS_MAX) return;
        const id = freeId(name, indicators);
        setLayout({ indicators: withLooks([...indicators, { id, name, params, visible: true }]) });
      },
      editIndicator(id, change) {
        const edit = (each: SavedIndicator) => (each.id === id ? { ...each, ...change } : each);
        setLayout({ indicators: get().indicators.map(edit) });
      },
      removeIndicator(id) {
        setLayout({ indicators: get().indicators.filter((each) => each.id !== id) });
      },
      putDrawing(drawing) {
        const others = get().drawings.filter((each) => each.id !== drawing.id);
        setLayout({ drawings: [...others, drawing] });
      },
      styleDrawing(id, style) {
        const edit = (each: SavedDrawing) => (each.id === id ? { ...each, style } : each);
        setLayout({ drawings: get().drawings.map(edit) });
        get().setHabits({ drawingStyle: style });
      },
      removeDrawing(id) {
        setLayout({ drawings: get().drawings.filter((each) => each.id !== id) });
        set({ selected: null });
      },
      clearDrawings() {
        if (get().drawings.length > 0) setLayout({ drawings: [] });
        set({ selected: null });
      },
      select: (selected) => set({ selected }),
      flip: (flag) => set({ [flag]: !get()[flag] }),
      undo: () => restore(stepBack(get().steps, layout())),
      redo: () => restore(stepForward(get().steps, layout())),
    };
  });
}

function freeId(name: string, taken: readonly { id: string }[]): string {
  let n = 1;
  while (taken.some(({ id }) => id === `${name}-${n}`)) n += 1;
  return `${name}-${n}`;
}

/** An id for a new drawing. */
export function drawingId(name: DrawingName): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}`;
}
