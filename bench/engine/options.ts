import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OWNER } from '@assay/core/ledger/owners';
import { SECOND } from '@assay/core/time';
import { settableClock } from '@assay/platform/clock';
import { type Database, openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, type RealmEngine } from '../../apps/server/realm.ts';
import { cleanAtExit } from '../leftovers.ts';
import { openTwin, recording, replayTo, rowsIn, type Statement } from './recorded.ts';
import { at, openMarket, pause, trade } from './senders.ts';

/**
 * Options that all expire at one tick: the engine in process on the embedded database, fsync on,
 * settles them slice by slice, as the server does. The peer sends the same statements to the tables
 * of the other realm with no computation in between: the raw rate at which the rows can be written.
 * `share` is the peer's time by the engine's. Meanwhile a few senders place and cancel orders, as
 * they did before: `p99Times` is how much longer the slowest of a hundred then waits.
 * `--small` settles 5,000.
 */
const MANY = 100_000;
const FEW = 5_000;
const START = 1_763_640_000_000;
const FIRST_USER = 1_000_000;
const UNIT = 100_000_000;
/** As many as one person may have open. */
const EACH = 100;
const TERM_MS = 30_000;
/** Commands of the set-up in flight at once. */
const WINDOW = 5_000;
const USUAL_MS = 5_000;
const INDEX = 'BTC-USDT';
const SIGNATURE = '0'.repeat(128);

const TERMS = {
  ...{ market: 'BTCUSDT-OPT', index: INDEX, asset: 'USDT', status: 'open', tickMs: 1_000 },
  ...{ leastStake: UNIT, mostStake: 10 * UNIT, feePpm: 1_000 },
  ...{ capacityExpiry: 10_000_000 * UNIT, capacityOpen: 10_000_000 * UNIT },
  ...{ volatilityPpm: 600_000, saleFeePpm: 30_000 },
  rates: [{ termMs: TERM_MS, payoutPpm: 850_000 }],
};

async function must(engine: RealmEngine, actor: number, type: string, body: object) {
  const reply = await engine.submitAny({ type, actor, body });
  if (!reply.ok) throw new Error(`${type} was refused: ${reply.refusal}`);
}

/** The tick log that the engine follows: a price a second. */
class Ticks {
  readonly #engine: RealmEngine;
  #n = 1;

  constructor(engine: RealmEngine) {
    this.#engine = engine;
  }

  /** Resolves when everything that the tick has set off is durable. */
  async next(at: number): Promise<void> {
    this.#n += 1;
    const price = `${BigInt(90_000 + (this.#n % 5)) * BigInt(UNIT)}`;
    const ticks = [{ n: this.#n, at, price }];
    const body = { index: INDEX, ticks, head: 'ab'.repeat(32), silentUntil: 0 };
    await must(this.#engine, OWNER.feeds, 'followTicks', body);
    while (this.#engine.machines.options.followUp() !== null) await pause(1);
  }
}

/** People buy so many options, all at one instant; `replay` keeps the peer up to date. */
async function fill(engine: RealmEngine, count: number, replay: () => Promise<unknown>) {
  await must(engine, OWNER.setup, 'listOptionMarket', TERMS);
  const capital = { owner: OWNER.optionsEscrow, asset: 'USDT', amount: '10000000' };
  await must(engine, OWNER.setup, 'fundHouse', capital);
  const prices = [{ index: INDEX, price: '90000', n: 1 }];
  await must(engine, OWNER.feeds, 'recordPrices', { prices });
  const { markets } = engine.machines.options;
  const quote = (direction: 'up' | 'down') =>
    markets.quote(markets.get(TERMS.market)!, {
      ...{ realm: 'demo', direction, termMs: TERM_MS, stake: UNIT },
      ...{ spotN: 1, spot: 90_000 * UNIT, issuedAt: START },
    });
  const quotes = [quote('up'), quote('down')];
  for (let done = 0; done < count; done += WINDOW) {
    const some = Array.from({ length: Math.min(WINDOW, count - done) }, (_, i) => done + i);
    const people = some.filter((n) => n % EACH === 0).map((n) => FIRST_USER + n / EACH);
    const grants = [{ asset: 'USDT', amount: '1000' }];
    const funds = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1000' };
    await Promise.all(
      people.map(async (userId) => {
        await must(engine, userId, 'openVirtualAccount', { userId, grants });
        await must(engine, userId, 'transferFunds', funds);
      }),
    );
    await Promise.all(
      some.map((n) => {
        const body = { quote: quotes[n % 2], signature: SIGNATURE, slippagePpm: null };
        const actor = FIRST_USER + Math.floor(n / EACH);
        return must(engine, actor, 'buyOption', { ...body, policy: 'practice' });
      }),
    );
    await replay();
  }
}

async function measure(db: Database, count: number): Promise<void> {
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
  await fill(engine, count, replay);
  const ticks = new Ticks(engine);
  for (let second = 1; second <= TERM_MS / SECOND; second += 1) {
    clock.advance(SECOND);
    await ticks.next(START + second * SECOND);
    await replay();
  }
  const until = performance.now() + USUAL_MS;
  const usual = await trade(engine, 'usual', () => performance.now() < until);
  await replay();
  clock.advance(SECOND);
  const { open } = engine.machines.options;
  const due = open.rows().length;
  let isDone = false;
  const meanwhile = trade(engine, 'meanwhile', () => !isDone);
  const started = performance.now();
  await ticks.next(START + TERM_MS + SECOND);
  const engineMs = performance.now() - started;
  isDone = true;
  const times = await meanwhile;
  if (open.rows().length > 0) throw new Error(`${open.rows().length} options are left`);
  const between = performance.now();
  const sent = await replay();
  const rawMs = performance.now() - between;
  const line = {
    ...{ bench: 'options', options: due, statements: sent.length },
    ...{ rows: Number((rowsIn(sent, []) / due).toFixed(2)) },
    perSecond: Math.round(due / (engineMs / SECOND)),
    rawPerSecond: Math.round(due / (rawMs / SECOND)),
    ...{ share: Number((rawMs / engineMs).toFixed(3)), target: 0.5 },
    ...{ usualP99Ms: at(0.99, usual), meanwhileP99Ms: at(0.99, times), orders: times.length },
    ...{ p99Times: Number((at(0.99, times) / at(0.99, usual)).toFixed(2)), most: 3 },
    loadAverage: os.loadavg()[0],
  };
  console.log(JSON.stringify(line));
  engine.sequencer.audit();
  await engine.stop();
  await twin.end();
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  fs.chmodSync(folder, 0o755);
  cleanAtExit({ folder, database: folder });
  const db = await openDatabase({ folder });
  try {
    await measure(db, values.small ? FEW : MANY);
  } finally {
    await db.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
