/** The database did not answer in time. What it did is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Waits for an answer of the database at most this long. A connection that was dropped silently, or
 * whose backend hangs, gives no error of its own for minutes.
 * @throws NoAnswer
 */
export async function withDeadline<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer in ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
