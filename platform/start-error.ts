/** Why the server cannot start: a sentence for the person who started it, shown without a trace. */
export class StartError extends Error {
  override name = 'StartError';
}
