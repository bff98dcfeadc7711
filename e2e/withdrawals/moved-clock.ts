import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { bundleServer } from '../harness/bundle.ts';
import { runJourneysOn } from '../harness/run-journeys.ts';
import { Server } from '../harness/server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** 12:00 in Hong Kong, in UTC. */
const OPENS_AT = 4 * 60 * MINUTE;
/** The server begins a quarter of an hour before the hours of the day. */
const START = (((OPENS_AT - 15 * MINUTE - Date.now()) % DAY) + DAY) % DAY;

/** How far the server's clock is ahead of that of its start; what time it is then. */
export type SetLater = (ms: number) => number;

/** Runs journeys on a server whose clock they move; `as`: its folder of dist. */
export function runOnMovedClock(
  as: string,
  settings: Readonly<Record<string, string>>,
  journeys: (setLater: SetLater) => void,
): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-clock-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ahead');
  const setLater: SetLater = (ms) => {
    fs.writeFileSync(file, String(START + ms));
    return Date.now() + START + ms;
  };
  const server = async () => {
    setLater(0);
    const built = await bundleServer('withdrawals', as);
    return new Server([path.join(built, 'main.js'), file], settings);
  };
  runJourneysOn(server, () => journeys(setLater));
}
