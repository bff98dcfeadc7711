import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { Server } from './server.ts';
import { stage } from './stage.ts';

/** Long enough for a busy machine; on an idle one a journey takes a few seconds. */
const JOURNEY_MAX_MS = 600_000;
/** A server is built, filled with two days of prices and started, a browser is started. */
const BEGIN_MAX_MS = 400_000;
const END_MAX_MS = 180_000;

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
  beforeAll(async () => stage.open(await server(), browser), BEGIN_MAX_MS);
  // A first try may have used up what there is once, and left cases, terms and proposals that the
  // second one would meet: it has a server of its own, and what the first still does ends.
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    await stage.close();
    await stage.open(await server(), browser);
  }, BEGIN_MAX_MS);
  afterAll(() => stage.close(), END_MAX_MS);
  for (const journey of journeys) journey();
}
