/** Why the server cannot start: a sentence for the person who started it, shown without a trace. */
export class StartError extends Error {
  override name = 'StartError';
}

/** PostgreSQL's code of a statement that found no room, and the system's of a file that did not. */
const NO_SPACE: readonly unknown[] = ['53100', 'ENOSPC'];

/** Whether something could not be written because the disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  return NO_SPACE.includes((error as { readonly code?: unknown } | null)?.code);
}
