import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { chooseRunner } from '@assay/platform/db/binaries';
import { prepareLocation } from '@assay/platform/db/location';
import { runningPostmaster } from '@assay/platform/db/postmaster';

/** What a bench has started and created, explicitly listed: nothing else is stopped or removed. */
export interface Leftovers {
  /** Removed at the end. */
  readonly folder: string;
  /** The data folder of PostgreSQL: `folder` or a folder in it. */
  readonly database: string;
  /** A server that runs this PostgreSQL and stops it on SIGTERM. */
  readonly server?: ChildProcess;
}

const TIMEOUT_MS = 20_000;
const POLL_EVERY_MS = 50;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Cleans up however this process ends: normally, by an uncaught error, or by a signal. PostgreSQL
 * runs in a session of its own, so no signal from a terminal reaches it. After an orderly stop
 * there is nothing left to do.
 */
export function cleanAtExit(left: Leftovers): void {
  process.once('exit', () => clean(left));
  for (const signal of SIGNALS) {
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
  }
}

/** Cleans up synchronously, because the event loop no longer runs when the process exits. */
function clean({ folder, database, server }: Leftovers): void {
  const serverRuns = server !== undefined && server.exitCode === null && server.signalCode === null;
  if (serverRuns) server.kill('SIGTERM');
  if (!fs.existsSync(folder)) return;
  const postmaster = () =>
    fs.existsSync(database)
      ? runningPostmaster(prepareLocation(database, chooseRunner()).data)
      : null;
  const running = postmaster();
  if (running !== null && !serverRuns) process.kill(running, 'SIGINT');
  const deadline = Date.now() + TIMEOUT_MS;
  while (postmaster() !== null && Date.now() < deadline) pause();
  const remaining = postmaster();
  if (remaining !== null) process.kill(remaining, 'SIGQUIT');
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_EVERY_MS);
}
