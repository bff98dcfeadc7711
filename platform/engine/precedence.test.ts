import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Admission,
  type Load,
  type Pace,
  Precedence,
  QUEUE_LIMIT,
  REST_LIMIT_MS,
  REST_TIMES,
  SHORT_BATCH,
  SHORT_BATCH_MS,
} from './precedence.ts';
import { EngineUnavailable } from './status.ts';

/** Time that passes only when a test says so, with what is planned on it. */
class PlannedPace implements Pace {
  at = 0;
  readonly #plans: { at: number; run: () => void }[] = [];

  now = () => this.at;
  later = (run: () => void, ms: number) => {
    this.#plans.push({ at: this.at + ms, run });
  };

  /** Runs what is due then, and what that plans for the same time. */
  pass(ms: number): void {
    this.at += ms;
    for (;;) {
      const due = this.#plans.findIndex(({ at }) => at <= this.at);
      if (due < 0) return;
      this.#plans.splice(due, 1)[0]?.run();
    }
  }
}

/** Set by a test. */
type SettableLoad = { -readonly [K in keyof Load]: Load[K] };

const COMMIT_MS = 5;
const REST_MS = REST_TIMES * COMMIT_MS;

let pace: PlannedPace;
let real: SettableLoad;
let demo: SettableLoad;
let first: Admission;
let second: Admission;
let decided: number[];

beforeEach(() => {
  pace = new PlannedPace();
  real = { waiting: 0, open: 0, batches: 0, lastCommitMs: 0 };
  demo = { waiting: 0, open: 0, batches: 0, lastCommitMs: COMMIT_MS };
  const precedence = new Precedence(pace);
  first = precedence.first(real);
  second = precedence.second(demo);
  decided = [];
});

/** Submits so many commands of the second engine, each of which takes so long to decide. */
function send(count: number, takesMs = 0): void {
  const from = decided.length + second.queued;
  for (let n = from; n < from + count; n += 1) {
    void second.take(async () => {
      decided.push(n);
      demo.open += 1;
      demo.waiting += 1;
      pace.at += takesMs;
    });
  }
}

/** All that the second engine has decided becomes durable. */
function commit(): void {
  Object.assign(demo, { open: 0, waiting: 0, batches: demo.batches + 1 });
  second.moved();
  pace.pass(0);
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('one engine goes before another', () => {
  it('ENGN-280 alone, the second decides its commands as they come, a short batch at a time', async () => {
    send(2);
    expect(decided).toEqual([0, 1]);
    send(3 * SHORT_BATCH);
    expect([decided.length, second.queued]).toEqual([SHORT_BATCH, 2 * SHORT_BATCH + 2]);
    // As in any engine, the next batch is decided while one commits.
    demo.open = 0;
    send(1);
    pace.pass(0);
    expect(decided).toEqual(numbers(2 * SHORT_BATCH));
    commit();
    commit();
    expect([decided.length, second.queued]).toEqual([3 * SHORT_BATCH + 3, 0]);
    real.waiting = 1;
    expect(await first.take(async () => 'at once')).toBe('at once');
  });

  it('ENGN-281 beside commands of the first it decides one batch, and rests four times as long', () => {
    real.waiting = 1;
    send(4 * SHORT_BATCH);
    expect(decided).toHaveLength(SHORT_BATCH);
    commit();
    pace.pass(REST_MS - 1);
    expect(decided).toHaveLength(SHORT_BATCH);
    pace.pass(1);
    expect(decided).toHaveLength(2 * SHORT_BATCH);
    // What the first had meanwhile counts too, when it is durable already.
    Object.assign(real, { waiting: 0, batches: 1 });
    commit();
    expect(decided).toHaveLength(2 * SHORT_BATCH);
    pace.pass(REST_MS);
    expect(decided).toHaveLength(3 * SHORT_BATCH);
    commit();
    expect(decided).toHaveLength(4 * SHORT_BATCH);
    real.waiting = 1;
    demo.lastCommitMs = 10_000;
    commit();
    send(1);
    pace.pass(REST_LIMIT_MS);
    expect(decided).toEqual(numbers(4 * SHORT_BATCH + 1));
  });

  it('ENGN-282 a batch takes no command once enough time was spent on it', () => {
    send(9, SHORT_BATCH_MS / 2 - 0.5);
    expect(decided).toHaveLength(3);
    commit();
    expect(decided).toHaveLength(6);
    real.waiting = 1;
    commit();
    // What was spent on deciding makes the rest longer.
    pace.pass(REST_MS + REST_TIMES * SHORT_BATCH_MS);
    expect(decided).toHaveLength(6);
    pace.pass(REST_TIMES);
    expect(decided).toHaveLength(9);
  });

  it('ENGN-283 what waits goes in order, and a full queue turns further commands away', async () => {
    send(SHORT_BATCH + QUEUE_LIMIT);
    await expect(second.take(async () => decided.push(-1))).rejects.toThrow(EngineUnavailable);
    while (second.queued > 0) commit();
    expect(decided).toEqual(numbers(SHORT_BATCH + QUEUE_LIMIT));
  });
});
