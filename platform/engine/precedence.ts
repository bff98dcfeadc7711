import { EngineUnavailable } from './status.ts';

/**
 * Who goes first where two engines of one process have commands: both use one thread and one
 * database (decision 0027). The first never waits. The second works in short batches, and rests
 * after each beside which the first had commands.
 */

/** The most commands in a batch of the second engine. */
export const SHORT_BATCH = 64;
/** Once so long was spent on deciding a batch, it takes no further command. */
export const SHORT_BATCH_MS = 4;
/** A rest is so many times as long as its batch took: the second has a fifth of the time. */
export const REST_TIMES = 4;
/** No rest is longer, so that one commit that hung does not keep the second engine waiting. */
export const REST_LIMIT_MS = 100;
/** Commands that may wait for their turn; what the second decides in a second of such turns. */
export const QUEUE_LIMIT = 2_000;

/** What is known of an engine's commands. */
export interface Load {
  /** Commands that are decided and not durable yet. */
  readonly waiting: number;
  /** Those of them that are not in a batch yet. */
  readonly open: number;
  /** Batches that are durable. */
  readonly batches: number;
  /** How long the last of them took to commit. */
  readonly lastCommitMs: number;
}

/** The way into an engine. */
export interface Admission {
  /** Commands that wait for their turn, undecided. */
  readonly queued: number;
  /** Runs what submits a command: at once, or when its turn comes, in the order of the calls. */
  take<T>(submit: () => Promise<T>): Promise<T>;
  /** A batch of the engine is durable, or its waiting commands were dropped. */
  moved(): void;
}

export type Admit = (load: Load) => Admission;

/** Of an engine that waits for nobody. */
export const openAdmission: Admit = () => ({
  queued: 0,
  take: (submit) => submit(),
  moved: () => undefined,
});

/** Time as the admission uses it, which decides only when a command is decided. */
export interface Pace {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Runs it after so long, and never at once: what is ready runs first. */
  later(run: () => void, ms: number): void;
}

const processPace: Pace = {
  now: () => performance.now(),
  later: (run, ms) => void (ms > 0 ? setTimeout(run, ms).unref() : setImmediate(run)),
};

/** For two engines: `first` is the admission of one of them, `second` that of the other. */
export class Precedence {
  readonly #pace: Pace;
  #first: Load | null = null;

  constructor(pace = processPace) {
    this.#pace = pace;
  }

  readonly first: Admit = (load) => {
    this.#first = load;
    return openAdmission(load);
  };

  readonly second: Admit = (load) => new SecondAdmission(load, () => this.#first, this.#pace);
}

class SecondAdmission implements Admission {
  readonly #load: Load;
  readonly #first: () => Load | null;
  readonly #pace: Pace;
  #queue: (() => void)[] = [];
  /** Place in the queue of the next to go; those before it are gone. */
  #next = 0;
  /** Time spent on deciding the open batch. */
  #spentMs = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** The first engine's batches when the last batch of this one was durable. */
  #firstBatches = 0;
  #isPlanned = false;

  constructor(load: Load, first: () => Load | null, pace: Pace) {
    this.#load = load;
    this.#first = first;
    this.#pace = pace;
  }

  get queued(): number {
    return this.#queue.length - this.#next;
  }

  take<T>(submit: () => Promise<T>): Promise<T> {
    if (this.queued === 0 && this.#mayGo()) return this.#go(submit);
    if (this.queued >= QUEUE_LIMIT) {
      return Promise.reject(new EngineUnavailable('too many commands are waiting'));
    }
    return new Promise((resolve) => {
      this.#queue.push(() => resolve(this.#go(submit)));
      this.#plan();
    });
  }

  moved(): void {
    const { waiting = 0, batches = 0 } = this.#first() ?? {};
    if (waiting > 0 || batches > this.#firstBatches) {
      const tookMs = this.#spentMs + this.#load.lastCommitMs;
      this.#restsUntil = this.#pace.now() + Math.min(REST_TIMES * tookMs, REST_LIMIT_MS);
    }
    this.#firstBatches = batches;
    this.#plan();
  }

  /** While the first engine has commands, no batch is begun before the last one is durable. */
  #mayGo(): boolean {
    const { open, waiting } = this.#load;
    if (open > 0) return open < SHORT_BATCH && this.#spentMs < SHORT_BATCH_MS;
    const isAlone = (this.#first()?.waiting ?? 0) === 0;
    return (isAlone || waiting === 0) && this.#pace.now() >= this.#restsUntil;
  }

  #go<T>(submit: () => Promise<T>): Promise<T> {
    if (this.#load.open === 0) this.#spentMs = 0;
    const began = this.#pace.now();
    const reply = submit();
    this.#spentMs += this.#pace.now() - began;
    return reply;
  }

  /** Sees to it that the queue goes on: now, after the rest, or when a batch is durable. */
  #plan(): void {
    if (this.queued === 0 || this.#isPlanned) return;
    const restMs = this.#restsUntil - this.#pace.now();
    if (restMs <= 0 && !this.#mayGo()) return;
    this.#isPlanned = true;
    this.#pace.later(() => {
      this.#isPlanned = false;
      this.#goOn();
    }, restMs);
  }

  /** One short batch at most, even of commands that need no deciding: repeated ids. */
  #goOn(): void {
    for (let n = 0; n < SHORT_BATCH && this.queued > 0 && this.#mayGo(); n += 1) {
      const go = this.#queue[this.#next] as () => void;
      this.#next += 1;
      go();
    }
    if (this.#next > this.#queue.length / 2) {
      this.#queue.splice(0, this.#next);
      this.#next = 0;
    }
    this.#plan();
  }
}
