/** Undo and redo for any value; independent of charts. */
export interface Undo<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
}

/** The number of steps kept; older ones are dropped. */
export const STEPS_MAX = 50;

export const NO_STEPS = { past: [], future: [] } as const;

/** Records a change: undo leads back to `before`, and there is nothing to redo. */
export function recorded<T>(steps: Undo<T>, before: T): Undo<T> {
  return { past: [...steps.past, before].slice(-STEPS_MAX), future: [] };
}

/** One step back from `now`; null if there is nothing to undo. */
export function stepBack<T>(steps: Undo<T>, now: T): { steps: Undo<T>; value: T } | null {
  const value = steps.past.at(-1);
  if (value === undefined) return null;
  return { value, steps: { past: steps.past.slice(0, -1), future: [now, ...steps.future] } };
}

/** One step forward from `now`; null if there is nothing to redo. */
export function stepForward<T>(steps: Undo<T>, now: T): { steps: Undo<T>; value: T } | null {
  const [value, ...future] = steps.future;
  if (value === undefined) return null;
  return { value, steps: { past: [...steps.past, now], future } };
}
