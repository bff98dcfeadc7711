import { systemClock } from '@assay/platform/clock';
import { connectDatabase } from '@assay/platform/db/database';
import type { Engine } from '@assay/platform/engine/engine';
import { silentLog } from '@assay/platform/log';
import pg from 'pg';
import { createEngine } from '../../apps/server/realm.ts';

/**
 * One load in a process of its own, so that its memory can be measured:
 *   node --expose-gc --import tsx bench/start/load.ts engine|raw <database url>
 * Prints a line of JSON: milliseconds, and the MiB of memory used once all is loaded.
 */
const [, , mode, url] = process.argv as unknown as [string, string, string, string];
const PIECE = 20_000;
const MIB = 2 ** 20;

/** The rows that an engine reads, for a bare cursor that discards them. */
const QUERIES = [
  'SELECT account::text, available::text, held::text FROM balance',
  `SELECT id::text, user_id::text, market, side, type, time_in_force, post_only, self_trade,
     amount::text, trigger_ticks::text, rises, slippage_ppm, maker_ppm, taker_ppm, client_order_id,
     created_at::text, limit_ticks::text, lots::text, filled::text, filled_quote::text, fee::text,
     fee_fraction, held::text, status, priority, updated_at::text, seq::text
   FROM open_order ORDER BY priority`,
  `SELECT first_seq, ids FROM engine_batch WHERE ids <> '' ORDER BY first_seq`,
];

/** Elapsed milliseconds, and milliseconds of processor time of this process. */
function stopwatch(): () => { ms: number; cpuMs: number } {
  const started = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - started, cpuMs: Math.round((user + system) / 1_000) };
  };
}

async function readRaw(): Promise<object> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const stop = stopwatch();
  let rows = 0;
  for (const query of QUERIES) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL search_path TO demo');
    await client.query(`DECLARE piece NO SCROLL CURSOR FOR ${query}`);
    for (let got = PIECE; got === PIECE; rows += got) {
      got = (await client.query(`FETCH ${PIECE} FROM piece`)).rows.length;
    }
    await client.query('ROLLBACK');
  }
  const times = stop();
  await client.end();
  if (rows === 0) throw new Error('there was nothing to read');
  return times;
}

async function loadEngine(): Promise<Engine> {
  const db = connectDatabase(url);
  const engine = createEngine({ realm: 'demo', db, clock: systemClock, log: silentLog });
  await engine.start();
  await db.close(); // the pool only; the engine has a connection of its own
  return engine;
}

async function measureEngine(): Promise<object> {
  const collect = globalThis.gc as () => void;
  collect();
  const before = process.memoryUsage();
  const stop = stopwatch();
  const engine = await loadEngine();
  const times = stop();
  collect();
  const after = process.memoryUsage();
  const used = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  const stopAudit = stopwatch();
  engine.sequencer.audit();
  const auditMs = Math.round(stopAudit().ms);
  await engine.stop();
  return {
    ...times,
    auditMs,
    usedMiB: Math.round(used / MIB),
    rssMiB: Math.round(after.rss / MIB),
  };
}

const measured = mode === 'raw' ? await readRaw() : await measureEngine();
console.log(JSON.stringify(measured));
