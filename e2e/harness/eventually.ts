import { expect } from 'vitest';

const PATIENCE_MS = 30_000;

/** `expect` on what `read` returns, again and again until it holds. */
export function eventually<T>(read: () => T | Promise<T>, message = '') {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 50, message });
}
