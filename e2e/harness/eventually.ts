import { expect } from 'vitest';

const PATIENCE_MS = 60_000;

/** Repeats `read` and the expectation on its result until the expectation holds. */
export function eventually<T>(read: () => T | Promise<T>, message = '') {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 50, message });
}

const LOOKS = 4;
const BETWEEN_MS = 500;

/**
 * What is wrong with a page, and still is a moment later. While a page changes its parts may stand
 * where they will not stay, or a text may be half faded in; what is wrong for good is found all the
 * same.
 */
export async function lasting<T>(
  read: () => Promise<T>,
  isFine: (found: T) => boolean,
): Promise<T> {
  let found = await read();
  for (let look = 1; look < LOOKS && !isFine(found); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    found = await read();
  }
  return found;
}

/** For lists of what is wrong. */
export const isNone = (faults: readonly unknown[]): boolean => faults.length === 0;

/**
 * For what is waited for before it is caused, and awaited afterwards. Where the journey fails in
 * between nobody awaits it any more: that it then rejects, too, would fail the whole run, whatever
 * a second try brings.
 */
export function coming<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
