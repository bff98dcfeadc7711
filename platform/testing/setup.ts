import { endTestRun, makeTestRun, runFolderVariable, sweepTestRuns } from './database.ts';

/** Vitest's global set-up: names the folder of the shared test database, and clears it away. */
export async function setup(): Promise<() => Promise<void>> {
  await sweepTestRuns();
  const folder = makeTestRun();
  process.env[runFolderVariable] = folder;
  return () => endTestRun(folder);
}
