/** The database did not answer in time. What it did is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Parts of a wait. */
const PARTS = 10;

/**
 * Waits for an answer of the database at most this long. A connection that was dropped silently or
 * whose backend hangs, gives no error of its own for minutes. While this process was busy, an
 * answer may have come that it has not read: whatever held it up counts as one part of the wait,
 * and after the last part what has arrived is still read.
 * @throws NoAnswer
 */
export async function withDeadline<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    let left = PARTS;
    timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      setImmediate(() => reject(new NoAnswer(`no answer in ${ms / 1000} s`)));
    }, ms / PARTS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearInterval(timer);
  }
}
