import { stream } from './services.ts';

const EVERY_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The server's clock. */
export function serverNow(): number {
  return Date.now() + stream.status.skewMs;
}

/** For what ages by itself: calls back once a second, all listeners by one timer. */
export function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
