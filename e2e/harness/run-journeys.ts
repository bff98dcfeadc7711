import { afterAll, beforeAll, vi } from 'vitest';
import { Server } from './server.ts';
import { stage } from './stage.ts';

/** Long enough for a busy machine; on an idle one a journey takes a few seconds. */
const JOURNEY_MAX_MS = 300_000;

/** Runs journeys one after the other on a stage of their own: the built server and one browser. */
export function runJourneys(...journeys: readonly (() => void)[]): void {
  runJourneysOn(() => new Server(), ...journeys);
}

/** The same on another server. */
export function runJourneysOn(
  server: () => Server | Promise<Server>,
  ...journeys: readonly (() => void)[]
): void {
  setUp(server, journeys);
}

/** The same in a browser that shows notifications. */
export function runNotifiedJourneysOn(
  server: () => Server | Promise<Server>,
  ...journeys: readonly (() => void)[]
): void {
  setUp(server, journeys, { whole: true });
}

function setUp(
  server: () => Server | Promise<Server>,
  journeys: readonly (() => void)[],
  browser?: { whole: boolean },
): void {
  vi.setConfig({ testTimeout: JOURNEY_MAX_MS });
  beforeAll(async () => stage.open(await server(), browser), 300_000);
  afterAll(() => stage.close(), 60_000);
  for (const journey of journeys) journey();
}
