import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { chooseRunner } from '@assay/platform/db/binaries';
import { prepareLocation } from '@assay/platform/db/location';
import { runningPostmaster } from '@assay/platform/db/postmaster';

/** What a bench has started and made, all of it by name: nothing else is ended. */
export interface Leftovers {
  /** Removed at the end. */
  readonly folder: string;
  /** The folder of the PostgreSQL, in `folder` or `folder` itself. */
  readonly database: string;
  /** A server that runs that PostgreSQL and stops it when it is told to end. */
  readonly server?: ChildProcess;
}

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 50;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Leaves nothing behind however this process ends: by itself, by an error that nobody caught, or
 * by a signal. PostgreSQL has a session of its own, so no signal from a terminal reaches it. After
 * an orderly stop there is nothing left to do.
 */
export function cleanAtExit(left: Leftovers): void {
  process.once('exit', () => clean(left));
  for (const signal of SIGNALS) {
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
  }
}

/** Waits without an event loop: on the way out there is none. */
function clean({ folder, database, server }: Leftovers): void {
  const serves = server !== undefined && server.exitCode === null && server.signalCode === null;
  if (serves) server.kill('SIGTERM');
  if (!fs.existsSync(folder)) return;
  const postmaster = () =>
    fs.existsSync(database)
      ? runningPostmaster(prepareLocation(database, chooseRunner()).data)
      : null;
  const asked = postmaster();
  if (asked !== null && !serves) process.kill(asked, 'SIGINT');
  const deadline = Date.now() + PATIENCE_MS;
  while (postmaster() !== null && Date.now() < deadline) pause();
  const stubborn = postmaster();
  if (stubborn !== null) process.kill(stubborn, 'SIGQUIT');
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
}
