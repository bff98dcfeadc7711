/**
 * Throws on a broken invariant, also in production: a wrong book must halt before anything is
 * written.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** A separate function, so that assert is small enough for the compiler to inline it. */
function fail(message: string): never {
  throw new Error(`book: ${message}`);
}

/** A whole number above zero that a double holds exactly. */
export function isCount(value: number): boolean {
  return value > 0 && Number.isSafeInteger(value);
}
