import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { bundleServer } from '../harness/bundle.ts';
import { runJourneysOn } from '../harness/run-journeys.ts';
import { Server } from '../harness/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 12:00 in Hong Kong, in UTC. */
const OPENS_AT = 4 * HOUR;

/** How far ahead that is. */
function beforeHours(): number {
  return (((OPENS_AT - 15 * MINUTE - Date.now()) % DAY) + DAY) % DAY;
}

export interface SetLater {
  /** How far the server's clock is ahead of that of its start; what time it is then. */
  (ms: number): number;
  /** How far it is ahead of that now. */
  readonly set: () => number;
}

/** Where such a clock begins: a quarter of an hour before the hours of the day, or at the time. */
const BEGINS = { beforeHours, now: () => 0 } as const;

/** Runs journeys on a server whose clock they move; `as`: its folder of dist. */
export function runOnMovedClock(
  as: string,
  settings: Readonly<Record<string, string>>,
  journeys: (setLater: SetLater) => void,
  begins: keyof typeof BEGINS = 'beforeHours',
): void {
  const startNow = BEGINS[begins];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-clock-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ahead');
  let [start, set] = [startNow(), 0];
  const move = (ms: number) => {
    // A leap of hours comes to its minute of the day, however long the journey has taken before.
    if (ms - set > HOUR) start = startNow();
    set = ms;
    fs.writeFileSync(file, String(start + ms));
    return Date.now() + start + ms;
  };
  const setLater: SetLater = Object.assign(move, { set: () => set });
  const server = async () => {
    // Also for a second try, which has a server of its own.
    start = startNow();
    setLater(0);
    const built = await bundleServer('withdrawals', as);
    return new Server([path.join(built, 'main.js'), file], settings);
  };
  runJourneysOn(server, () => journeys(setLater));
}
