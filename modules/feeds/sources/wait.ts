/** Sleeps for `ms`, or until the signal ends it; never keeps the process alive. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done);
  });
}

/** No answer in time. The work may still go on; its result is ignored. */
class Timeout extends Error {
  override readonly name = 'Timeout';
}

/** The promise's answer, or Timeout after `ms`, or an error as soon as the signal is aborted. */
export function inTime<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Timeout(`no answer in ${ms} ms`)), ms);
    const stopped = () => reject(new Error('stopped'));
    signal.addEventListener('abort', stopped, { once: true });
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stopped);
    });
  });
}
