/**
 * Stops on a broken invariant. It stays on in production: a book that is wrong must halt before
 * anything is written, because halt beats wrong.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Apart, so that assert itself is small enough for the compiler to inline it everywhere. */
function fail(message: string): never {
  throw new Error(`book: ${message}`);
}

/** A whole number above zero that a double holds exactly. */
export function isCount(value: number): boolean {
  return value > 0 && Number.isSafeInteger(value);
}
