/**
 * Limits how often the screen follows the stream. Publishing every frame costs four times the
 * main-thread time of publishing at 10 Hz with no visible gain (measured). So each store publishes
 * through a publisher: at most once per `everyMs`, aligned to a frame, and not while the page is
 * hidden.
 */
export interface Publisher {
  /** Records that something changed; `flush` will run soon. */
  mark(): void;
  stop(): void;
}

export interface Page {
  readonly hidden: boolean;
  now(): number;
  /** Runs once before the next paint, at the earliest in `delayMs`. Returns a cancel function. */
  schedule(delayMs: number, run: () => void): () => void;
  onVisible(run: () => void): () => void;
}

export function createPublisher(everyMs: number, flush: () => void, page = browserPage): Publisher {
  let dirty = false;
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const run = () => {
    cancel = null;
    if (!dirty || page.hidden) return;
    dirty = false;
    last = page.now();
    flush();
  };
  const mark = () => {
    dirty = true;
    if (cancel || page.hidden) return;
    cancel = page.schedule(Math.max(0, last + everyMs - page.now()), run);
  };
  const forget = page.onVisible(() => {
    if (dirty) mark();
  });
  return {
    mark,
    stop() {
      forget();
      cancel?.();
      cancel = null;
      dirty = false;
    },
  };
}

const browserPage: Page = {
  get hidden() {
    return document.hidden;
  },
  now: () => performance.now(),
  schedule(delayMs, run) {
    let frame = 0;
    const timer = setTimeout(() => {
      frame = requestAnimationFrame(run);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  },
  onVisible(run) {
    const listener = () => {
      if (!document.hidden) run();
    };
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
