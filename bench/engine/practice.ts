import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Realm } from '@assay/core/ledger/realm';
import { systemClock } from '@assay/platform/clock';
import { type Database, openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { openAdmission, Precedence } from '@assay/platform/engine/precedence';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine } from '../../apps/server/realm.ts';
import { cleanAtExit } from '../leftovers.ts';
import { type Figures, measure } from '../orders/rounds.ts';
import { openMarket, senderTo } from './senders.ts';

/**
 * What the virtual realm costs the real one: both engines in process on one embedded database,
 * fsync on. In turns the real realm's senders are alone, beside a flood in the virtual realm, and
 * beside that flood without precedence. Each sender waits for its durable answer. `ratio` is by
 * how much the flood makes the p99 longer: the median over the turns, of which decision 0027 says
 * that it is at most `bound`.
 */

const BOUND = 2;
const FIRST_SENDER = 1_000;
const FIRST_FLOODER = 6_000;
const FLOODERS = 1_000;
const WAYS = ['alone', 'flooded', 'withoutPrecedence'] as const;
type Way = (typeof WAYS)[number];

interface Beside {
  readonly real: Figures;
  readonly demo: Figures;
}

function sendersOf(engine: Parameters<typeof senderTo>[0], first: number, count: number) {
  return Array.from({ length: count }, (_, i) => senderTo(engine, first + i));
}

/** One turn, with engines of its own. */
async function turn(db: Database, way: Way, senders: number, seconds: number): Promise<Beside> {
  const { first, second } =
    way === 'withoutPrecedence'
      ? { first: openAdmission, second: openAdmission }
      : new Precedence();
  const open = async (realm: Realm, admission: typeof first) => {
    const engine = createEngine({ realm, db, clock: systemClock, log: silentLog, admission });
    await engine.start();
    if (engine.status.seq === 0) await openMarket(engine);
    return engine;
  };
  const engines = { real: await open('real', first), demo: await open('demo', second) };
  const flooders = way === 'alone' ? 0 : FLOODERS;
  const [real, demo] = await Promise.all([
    measure(sendersOf(engines.real, FIRST_SENDER, senders), seconds, () => 0),
    measure(sendersOf(engines.demo, FIRST_FLOODER, flooders), seconds, () => 0),
  ]);
  await engines.real.stop();
  await engines.demo.stop();
  return { real, demo };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function report(senders: number, turns: readonly Readonly<Record<Way, Beside>>[]): void {
  const of = (way: Way) => ({
    p50Ms: median(turns.map((turn) => turn[way].real.p50Ms)),
    p99Ms: median(turns.map((turn) => turn[way].real.p99Ms)),
    perSecond: median(turns.map((turn) => turn[way].real.perSecond)),
    virtualPerSecond: median(turns.map((turn) => turn[way].demo.perSecond)),
  });
  const ratio = median(turns.map(({ flooded, alone }) => flooded.real.p99Ms / alone.real.p99Ms));
  const ways = Object.fromEntries(WAYS.map((way) => [way, of(way)]));
  const line = {
    bench: 'practice',
    senders,
    ...ways,
    ratio: Number(ratio.toFixed(2)),
    bound: BOUND,
  };
  console.log(JSON.stringify(line));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      senders: { type: 'string', default: '4,64' },
      turns: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  fs.chmodSync(folder, 0o755);
  cleanAtExit({ folder, database: folder });
  const db = await openDatabase({ folder });
  try {
    await migrate(db, engineTables());
    for (const senders of values.senders.split(',').map(Number)) {
      const turns = [];
      for (let n = 0; n < Number(values.turns); n += 1) {
        const ways = {} as Record<Way, Beside>;
        for (const way of WAYS) ways[way] = await turn(db, way, senders, Number(values.seconds));
        turns.push(ways);
      }
      report(senders, turns);
    }
  } finally {
    await db.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
