import { CallError } from '../../lib/api/errors.ts';

/** What the server said of a message that it did not take; empty when it was not reached. */
export function wordsOf(failure: unknown): string {
  return failure instanceof CallError && failure.kind !== 'network' ? failure.message : '';
}
