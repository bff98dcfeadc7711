import { endTestRun, makeTestRun, runFolderVariable, sweepTestRuns } from './database.ts';

/** Vitest's global setup: sets the folder of the shared test database and removes it at the end. */
export async function setup(): Promise<() => Promise<void>> {
  await sweepTestRuns();
  const folder = makeTestRun();
  process.env[runFolderVariable] = folder;
  return () => endTestRun(folder);
}
