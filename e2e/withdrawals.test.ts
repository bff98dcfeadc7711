import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { bundleServer } from './harness/bundle.ts';
import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { bankJourneys } from './withdrawals/bank.suite.ts';
import { chainJourneys } from './withdrawals/chain.suite.ts';
import { withdrawalJourneys } from './withdrawals/journeys.suite.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-clock-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'ahead');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** 12:00 in Hong Kong, in UTC. */
const OPENS_AT = 4 * 60 * MINUTE;
/** The server begins a quarter of an hour before the hours of the day. */
const START = (((OPENS_AT - 15 * MINUTE - Date.now()) % DAY) + DAY) % DAY;
/** How far the server's clock is ahead of that of its start; what time it is then. */
function setLater(ms: number): number {
  fs.writeFileSync(file, String(START + ms));
  return Date.now() + START + ms;
}

async function server(): Promise<Server> {
  setLater(0);
  const built = await bundleServer('withdrawals');
  return new Server([path.join(built, 'main.js'), file], { TRIAL_CHAIN: 'on' });
}

// Money that leaves, on a server with a chain and a signer, whose clock the journeys move.
runJourneysOn(server, () => {
  withdrawalJourneys(setLater);
  bankJourneys(setLater);
  chainJourneys(setLater);
});
