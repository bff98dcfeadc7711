import { afterAll, beforeAll, vi } from 'vitest';
import { stage } from './stage.ts';

/** For a machine with much else to do; alone a journey takes a few seconds. */
const JOURNEY_MAX_MS = 180_000;

/** Plays journeys one after the other on a stage of their own: one server and one browser. */
export function play(...journeys: readonly (() => void)[]): void {
  vi.setConfig({ testTimeout: JOURNEY_MAX_MS });
  beforeAll(() => stage.open(), 120_000);
  afterAll(() => stage.close(), 60_000);
  for (const journey of journeys) journey();
}
