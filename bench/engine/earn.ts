import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OWNER } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import { MAX_EARN_ORDERS } from '@assay/modules/earn/rules';
import { settableClock } from '@assay/platform/clock';
import { openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, type RealmEngine } from '../../apps/server/realm.ts';
import { cleanAtExit } from '../leftovers.ts';
import { openTwin, recording, replayTo, rowsIn, type Statement } from './recorded.ts';
import { at, openMarket, trade } from './senders.ts';

/**
 * A calendar day of many custody orders: the engine in process on the embedded database, fsync on,
 * books it as the job of the server does, a slice after the other. The peer sends the same
 * statements to the tables of the other realm with no computation in between. `share` is the peer's
 * time by the engine's; `processMicros` the processor time of this process for an order. The first
 * days have the engine for themselves; on the last a few senders place and cancel orders, as they
 * did before it: `p99Times` is how much longer the slowest of a hundred then waits, and its rate is
 * that of both. `--large` books a million.
 */
const MANY = 1_000_000;
const FEW = 100_000;
const START = 1_763_640_000_000;
const FIRST_USER = 1_000_000;
const UNIT = 100_000_000;
const DAYS = 3;
const USUAL_MS = 5_000;
/** Commands of the set-up in flight at once. */
const WINDOW = 5_000;

const PRODUCT = {
  ...{ product: 'USDT-30', asset: 'USDT', status: 'open', cycleDays: 30, dailyPpb: 500_000 },
  ...{ payout: 'daily', costPpm: 500_000, least: UNIT, most: 1_000 * UNIT },
  ...{ mostPerson: 1_000_000 * UNIT, quota: 20_000_000 * UNIT },
} as const;

async function must(engine: RealmEngine, actor: number, type: string, body: object) {
  const reply = await engine.submitAny({ type, actor, body });
  if (!reply.ok) throw new Error(`${type} was refused: ${reply.refusal}`);
  return reply;
}

/** People with as many orders as one person may have; `replay` keeps the peer up to date. */
async function fill(engine: RealmEngine, orders: number, replay: () => Promise<unknown>) {
  const funds = { owner: OWNER.earnPool, asset: 'USDT', amount: '10000000' };
  await must(engine, OWNER.setup, 'fundHouse', funds);
  await must(engine, OWNER.setup, 'listEarnProduct', PRODUCT);
  const { version } = engine.machines.earn.products.get(PRODUCT.product)!;
  const body = { product: PRODUCT.product, amount: '10', version, renews: true };
  for (let done = 0; done < orders; done += WINDOW) {
    const some = Array.from({ length: Math.min(WINDOW, orders - done) }, (_, i) => done + i);
    const userOf = (n: number) => FIRST_USER + Math.floor(n / MAX_EARN_ORDERS);
    const opened = some
      .filter((n) => n % MAX_EARN_ORDERS === 0)
      .map((n) => {
        const userId = userOf(n);
        const grants = [{ asset: 'USDT', amount: '1000' }];
        return must(engine, userId, 'openVirtualAccount', { userId, grants });
      });
    await Promise.all(opened);
    await Promise.all(some.map((n) => must(engine, userOf(n), 'subscribeEarn', body)));
    await replay();
  }
}

/** Books what is due; returns the longest that one slice took to be durable, in ms. */
async function book(engine: RealmEngine, now: () => number): Promise<number> {
  let longest = 0;
  while (engine.machines.earn.hasWork(now())) {
    const started = performance.now();
    await must(engine, OWNER.engine, 'workEarn', {});
    longest = Math.max(longest, performance.now() - started);
  }
  return longest;
}

/** Orders of a few senders beside the work; first by themselves, and until it is called again. */
async function besides(engine: RealmEngine, replay: () => Promise<unknown>) {
  const until = performance.now() + USUAL_MS;
  const usual = at(0.99, await trade(engine, 'usual', () => performance.now() < until));
  await replay();
  let isDone = false;
  const meanwhile = trade(engine, 'meanwhile', () => !isDone);
  return async () => {
    isDone = true;
    const times = await meanwhile;
    const p99 = at(0.99, times);
    const found = { usualP99Ms: usual, meanwhileP99Ms: p99, sent: times.length };
    return { ...found, p99Times: Number((p99 / usual).toFixed(2)), most: 2 };
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { large: { type: 'boolean', default: false } } });
  const orders = values.large ? MANY : FEW;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  fs.chmodSync(folder, 0o755);
  cleanAtExit({ folder, database: folder });
  const db = await openDatabase({ folder });
  try {
    await migrate(db, engineTables());
    const statements: Statement[] = [];
    const clock = settableClock(START);
    const engine = createEngine({
      ...{ realm: 'demo', db: recording(db, statements), clock, log: silentLog },
    });
    await engine.start();
    const twin = await openTwin(db);
    const replay = () => replayTo(twin, statements);
    await openMarket(engine);
    await fill(engine, orders, replay);
    // The first day that counts begins at midnight.
    clock.advance(DAY);
    for (let day = 1; day <= DAYS; day += 1) {
      clock.advance(DAY);
      const others = day === DAYS ? await besides(engine, replay) : null;
      const cpu = process.cpuUsage();
      const started = performance.now();
      const longest = await book(engine, () => clock.now());
      const between = performance.now();
      const beside = await others?.();
      const { user, system } = process.cpuUsage(cpu);
      const sent = await replay();
      const [engineMs, rawMs] = [between - started, performance.now() - between];
      const line = {
        ...{ bench: 'earn-day', day, orders, slices: sent.length },
        ...{ perSecond: Math.round(orders / (engineMs / 1_000)) },
        rawPerSecond: Math.round(orders / (rawMs / 1_000)),
        share: Number((rawMs / engineMs).toFixed(3)),
        rows: Number((rowsIn(sent, []) / orders).toFixed(2)),
        processMicros: Number(((user + system) / orders).toFixed(1)),
        longestSliceMs: Number(longest.toFixed(1)),
        ...beside,
        loadAverage: os.loadavg()[0],
      };
      console.log(JSON.stringify(line));
    }
    engine.sequencer.audit();
    await engine.stop();
    await twin.end();
  } finally {
    await db.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
