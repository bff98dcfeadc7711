import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

/** Something that will happen at a moment of virtual time. */
export interface Event {
  readonly at: number;
  readonly run: () => void;
  canceled: boolean;
}

const nextTurn = globalThis.setImmediate;

/**
 * Virtual time. Events run one after the other in the order of their moments, equals in the order
 * in which they were planned; after each, everything that it set off (promises, immediates) is done
 * before the next. So a run depends on nothing but its seed, and an hour takes a millisecond.
 */
export class Loop {
  /** Milliseconds since the run began. */
  now = 0;
  #events: Event[] = [];

  after(delayMs: number, run: () => void): Event {
    const event: Event = { at: this.now + Math.max(0, delayMs), run, canceled: false };
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Latest first, so that the next one is taken off the end; among equals the oldest is last.
      if ((this.#events[middle] as Event).at > event.at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
    return event;
  }

  /** Runs events until `done` or until the time is up; answers whether it was done. */
  async run(done: () => boolean, limitMs: number): Promise<boolean> {
    const end = this.now + limitMs;
    while (!done()) {
      const event = this.#events.pop();
      if (event === undefined || event.at > end) {
        if (event !== undefined) this.#events.push(event);
        this.now = end;
        return false;
      }
      if (event.canceled) continue;
      this.now = event.at;
      event.run();
      await settled();
    }
    return true;
  }
}

/** Two turns: what an event plans for the next turn may plan once more. */
async function settled(): Promise<void> {
  await new Promise((resolve) => nextTurn(resolve));
  await new Promise((resolve) => nextTurn(resolve));
}

/** Clock and dice of the process, which nothing in the engine may use on its own. */
const banned: [object, string][] = [
  [Date, 'now'],
  [Math, 'random'],
];

/**
 * Puts timers of the process on virtual time, and makes its wall clock and its dice throw, until
 * the returned function takes it back. Immediates stay: they only order what is to happen now.
 */
export function takeOverTime(loop: Loop): () => void {
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: string, value: unknown) => {
    const before = Reflect.get(owner, name);
    Reflect.set(owner, name, value);
    undo.push(() => Reflect.set(owner, name, before));
  };
  const clear = (timer?: { cancel(): void }) => timer?.cancel();
  replace(globalThis, 'setTimeout', (run: () => void, delayMs = 0) => once(loop, run, delayMs));
  replace(globalThis, 'setInterval', (run: () => void, everyMs: number) =>
    again(loop, run, everyMs),
  );
  replace(globalThis, 'clearTimeout', clear);
  replace(globalThis, 'clearInterval', clear);
  replace(timersPromises, 'setTimeout', (delayMs: number, value: unknown, options = {}) =>
    sleep(loop, delayMs, value, options),
  );
  for (const [owner, name] of banned) {
    replace(owner, name, () => {
      throw new Error(`${name}() was asked for inside a simulation`);
    });
  }
  syncBuiltinESMExports();
  return () => {
    for (const back of undo.reverse()) back();
    syncBuiltinESMExports();
  };
}

function once(loop: Loop, run: () => void, delayMs: number) {
  const event = loop.after(delayMs, run);
  return timer(() => {
    event.canceled = true;
  });
}

function again(loop: Loop, run: () => void, everyMs: number) {
  let event = loop.after(everyMs, tick);
  function tick(): void {
    event = loop.after(everyMs, tick);
    run();
  }
  return timer(() => {
    event.canceled = true;
  });
}

function timer(cancel: () => void) {
  const it = { cancel, ref: () => it, unref: () => it };
  return it;
}

function sleep(
  loop: Loop,
  delayMs: number,
  value: unknown,
  { signal }: { signal?: AbortSignal },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      event.canceled = true;
      reject(signal?.reason);
    };
    const event = loop.after(delayMs, () => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
