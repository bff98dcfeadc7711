import { expect } from 'vitest';

const PATIENCE_MS = 60_000;

/** Repeats `read` and the expectation on its result until the expectation holds. */
export function eventually<T>(read: () => T | Promise<T>, message = '') {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 50, message });
}
