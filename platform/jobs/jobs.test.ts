import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settableClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createJobs, type Jobs } from './jobs.ts';

let jobs: Jobs;
let metrics: ReturnType<typeof createMetrics>;
beforeEach(() => {
  vi.useFakeTimers();
  metrics = createMetrics();
  jobs = createJobs({ log: silentLog, clock: settableClock(5), metrics });
});
afterEach(() => {
  vi.useRealTimers();
});

test('OPSX-050 a job runs every interval, counted from the end of the last run', async () => {
  let active = 0;
  let most = 0;
  const startedAt: number[] = [];
  const zero = Date.now();
  const job = async () => {
    startedAt.push(Date.now() - zero);
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 250));
    active -= 1;
  };
  jobs.add({ name: 'slow', everyMs: 100, run: job });
  jobs.start();
  jobs.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(startedAt).toEqual([100, 450, 800]);
  expect(most).toBe(1);
});

test('OPSX-050 a run started by hand waits for the one in progress', async () => {
  const order: string[] = [];
  jobs.add({
    name: 'both',
    everyMs: 1e6,
    run: async () => {
      order.push('begin');
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('end');
    },
  });
  const two = Promise.all([jobs.runNow('both'), jobs.runNow('both')]);
  await vi.advanceTimersByTimeAsync(200);
  await two;
  expect(order).toEqual(['begin', 'end', 'begin', 'end']);
  await expect(jobs.runNow('other')).rejects.toThrow(/no job other/);
});

test('OPSX-050 a failing run is counted and the job goes on', async () => {
  let runs = 0;
  jobs.add({
    name: 'shaky',
    everyMs: 10,
    atStart: true,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('once');
    },
  });
  jobs.start();
  await vi.advanceTimersByTimeAsync(5);
  expect(jobs.state()[0]).toMatchObject({ runs: 1, failures: 1, lastError: 'once' });
  await vi.advanceTimersByTimeAsync(20);
  expect(jobs.state()[0]).toMatchObject({ failures: 1, lastError: null, lastStartedAt: 5 });
  expect(await metrics.registry.metrics()).toContain(
    'assay_job_runs_total{job="shaky",result="failed"} 1',
  );
});

test('OPER-108 a job knows its next run, and its last failure after a run that went well', async () => {
  let runs = 0;
  const clock = settableClock(1_000);
  const own = createJobs({ log: silentLog, clock, metrics: createMetrics() });
  own.add({
    name: 'shaky',
    everyMs: 10,
    run: async () => {
      runs += 1;
      expect(own.state()[0]).toMatchObject({ nextAt: null });
      if (runs === 1) throw new Error('once');
    },
  });
  expect(own.state()[0]).toMatchObject({ runs: 0, nextAt: null, lastFailure: null });
  own.start();
  expect(own.state()[0]).toMatchObject({ nextAt: 1_010, lastEndedAt: null });
  clock.advance(10);
  await vi.advanceTimersByTimeAsync(10);
  const failure = { at: 1_010, error: 'once' };
  expect(own.state()[0]).toMatchObject({ lastError: 'once', lastFailure: failure, nextAt: 1_020 });
  clock.advance(10);
  await vi.advanceTimersByTimeAsync(10);
  const good = { failures: 1, lastError: null, lastFailure: failure, lastEndedAt: 1_020 };
  expect(own.state()[0]).toMatchObject({ ...good, nextAt: 1_030 });
  await own.stop();
});

test('OPSX-051 stop signals the current run and waits for it, and nothing runs after', async () => {
  const seen: string[] = [];
  jobs.add({
    name: 'long',
    everyMs: 10,
    atStart: true,
    run: async (_at, signal) => {
      seen.push('begin');
      await new Promise((resolve) => setTimeout(resolve, 100));
      seen.push(signal.aborted ? 'aborted' : 'not aborted');
    },
  });
  jobs.start();
  await vi.advanceTimersByTimeAsync(20);
  let stopped = false;
  const stop = jobs.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(50);
  expect(stopped).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  await stop;
  expect(seen).toEqual(['begin', 'aborted']);
});

test('OPSX-050 two jobs cannot have one name', () => {
  const job = { name: 'twin', everyMs: 1, run: async () => undefined };
  jobs.add(job);
  expect(() => jobs.add(job)).toThrow(/Two jobs/);
});
