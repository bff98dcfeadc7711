/**
 * Stops on a broken invariant. It stays on in production: a book that is wrong must halt before
 * anything is written, because halt beats wrong.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`book: ${message}`);
}
