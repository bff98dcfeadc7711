/** Why the server cannot start, in a sentence for who started it; no trace is shown with it. */
export class StartError extends Error {
  override name = 'StartError';
}
