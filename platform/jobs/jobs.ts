import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

export interface Job {
  /** camelCase, unique; shown in the log and as a label of the figures. */
  name: string;
  /** From the end of one run to the start of the next: runs of one job never overlap. */
  everyMs: number;
  /** Also run once at the start, before the first interval. */
  atStart?: boolean;
  /** Must work in steps that can be repeated: a crash may interrupt a run at any point. */
  run(at: number, signal: AbortSignal): Promise<void>;
}

export interface JobState {
  name: string;
  runs: number;
  failures: number;
  lastStartedAt: number | null;
  lastEndedAt: number | null;
  /** Of the last run; null when it went well. */
  lastError: string | null;
  /** The last run that failed, whatever came after it. */
  lastFailure: { readonly at: number; readonly error: string } | null;
  /** Null while it runs, and before the server has started its jobs. */
  nextAt: number | null;
}

export interface Jobs {
  add(job: Job): void;
  start(): void;
  /** Starts no more runs, aborts the signal of the current ones, and waits for them. */
  stop(): Promise<void>;
  /** Runs one job now (after its current run), for tests and the console. */
  runNow(name: string): Promise<void>;
  state(): JobState[];
}

/** Between the first runs: all at once they would take every connection from who asks first. */
const APART_MS = 20;

interface Entry {
  job: Job;
  state: JobState;
  timer: NodeJS.Timeout | null;
  running: Promise<void> | null;
}

/** Periodic work. A failing run is logged and counted, and the job goes on. */
export function createJobs(deps: { log: Log; clock: Clock; metrics: Metrics }): Jobs {
  const { log, clock } = deps;
  const runs = deps.metrics.counter('assay_job_runs_total', 'Runs of jobs', ['job', 'result']);
  const entries = new Map<string, Entry>();
  const stopped = new AbortController();
  let started = false;

  async function runOnce(entry: Entry): Promise<void> {
    const { job, state } = entry;
    state.runs += 1;
    state.lastStartedAt = clock.now();
    state.nextAt = null;
    try {
      await job.run(state.lastStartedAt, stopped.signal);
      state.lastError = null;
      runs.inc({ job: job.name, result: 'ok' });
    } catch (err) {
      if (stopped.signal.aborted) return;
      state.failures += 1;
      state.lastError = err instanceof Error ? err.message : String(err);
      state.lastFailure = { at: clock.now(), error: state.lastError };
      runs.inc({ job: job.name, result: 'failed' });
      log.error({ err, job: job.name }, 'a job failed');
    } finally {
      state.lastEndedAt = clock.now();
    }
  }

  function runAlone(entry: Entry): Promise<void> {
    const before = entry.running ?? Promise.resolve();
    const running = before
      .then(() => runOnce(entry))
      .finally(() => {
        if (entry.running === running) entry.running = null;
      });
    entry.running = running;
    return running;
  }

  function schedule(entry: Entry, delayMs: number): void {
    if (stopped.signal.aborted) return;
    entry.state.nextAt = clock.now() + delayMs;
    entry.timer = setTimeout(async () => {
      await runAlone(entry);
      schedule(entry, entry.job.everyMs);
    }, delayMs);
    // Waiting for the next run is no reason to keep the process alive.
    entry.timer.unref();
  }

  const begin = (entry: Entry, waitMs = 0) =>
    schedule(entry, entry.job.atStart ? waitMs : entry.job.everyMs);

  return {
    add(job) {
      if (entries.has(job.name)) throw new Error(`Two jobs are called ${job.name}.`);
      const never = { lastStartedAt: null, lastEndedAt: null, lastError: null, lastFailure: null };
      const state = { name: job.name, runs: 0, failures: 0, ...never, nextAt: null };
      const entry: Entry = { job, state, timer: null, running: null };
      entries.set(job.name, entry);
      if (started) begin(entry);
    },
    start() {
      if (started) return;
      started = true;
      let waitMs = 0;
      for (const entry of entries.values()) {
        begin(entry, waitMs);
        if (entry.job.atStart) waitMs += APART_MS;
      }
    },
    async stop() {
      stopped.abort();
      for (const entry of entries.values()) if (entry.timer) clearTimeout(entry.timer);
      await Promise.all([...entries.values()].map((entry) => entry.running));
    },
    async runNow(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`There is no job ${name}.`);
      await runAlone(entry);
    },
    state: () => [...entries.values()].map((entry) => ({ ...entry.state })),
  };
}
