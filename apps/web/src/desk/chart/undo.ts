/** Steps back and forth through values. Plain: it knows nothing of charts. */
export interface Undo<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
}

/** Steps that are kept; older ones are forgotten. */
export const STEPS_MAX = 50;

export const NO_STEPS = { past: [], future: [] } as const;

/** After a change: `before` can be gone back to, and nothing can be gone forward to. */
export function recorded<T>(steps: Undo<T>, before: T): Undo<T> {
  return { past: [...steps.past, before].slice(-STEPS_MAX), future: [] };
}

/** One step back from `now`; null at the beginning. */
export function stepBack<T>(steps: Undo<T>, now: T): { steps: Undo<T>; value: T } | null {
  const value = steps.past.at(-1);
  if (value === undefined) return null;
  return { value, steps: { past: steps.past.slice(0, -1), future: [now, ...steps.future] } };
}

/** One step forward from `now`; null at the end. */
export function stepForward<T>(steps: Undo<T>, now: T): { steps: Undo<T>; value: T } | null {
  const [value, ...future] = steps.future;
  if (value === undefined) return null;
  return { value, steps: { past: [...steps.past, now], future } };
}
