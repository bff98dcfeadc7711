import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { type LobsterReport, readLobster, replaySteps } from '@assay/core/testing/lobster';
import { settableClock } from '@assay/platform/clock';
import { type Database, openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { readLogLine } from '@assay/platform/engine/chain';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { silentLog } from '@assay/platform/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineTables } from '../apps/server/migrations.ts';
import { createEngine, createRealmMachines, type RealmEngine } from '../apps/server/realm.ts';
import { EngineBook, POOL, USERS } from './lobster/engine-book.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.resolve(ROOT, '..', 'shared', 'data', 'order-flow', 'LOBSTER_AMZN_5.zip');
const isHere = fs.existsSync(FILE);
// Others' data, not ours to hand on: where it is not, the test is skipped and reports it.
if (!isHere) console.log(`SKIPPED lobster-engine.test.ts: no ${path.relative(ROOT, FILE)}`);

const ROWS = 155_935;
const MARKET = 'AMZNUSDT';
/** Rows between two looks at what waits, and commands that may wait. */
const LOOK_EVERY = 250;
const WAITING = 6_000;
const START_AT = 1_340_285_400_000;
/** Only accounts of the outside may be below zero. */
const OUTSIDE_ACCOUNTS = [100 * 16_384, FIRST_USER * 16_384 - 1];

/** Ticks of the day are 1/10,000 dollar, lots are shares. */
const LISTING = {
  symbol: MARKET,
  base: 'AMZN',
  quote: 'USDT',
  tickSize: '0.0001',
  stepSize: '1',
  maxPrice: '10000',
  minQuantity: '1',
  maxQuantity: '1000000',
  minNotional: '0.0001',
  maxNotional: '9000000',
  makerFeePpm: 100,
  takerFeePpm: 333,
};

describe.skipIf(!isHere)('a real day through the whole engine', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-lobster-'));
  const clock = settableClock(START_AT);
  let db: Database;
  let engine: RealmEngine;
  let book: EngineBook;
  let report: LobsterReport;

  beforeAll(async () => {
    fs.chmodSync(folder, 0o755);
    // A server of its own with everything on that makes a commit durable, as in the product.
    db = await openDatabase({ folder });
    await migrate(db, engineTables());
    engine = createEngine({ realm: 'demo', db, clock, log: silentLog });
    await engine.start();
    await setUp(engine);
    book = new EngineBook(engine, MARKET);
    report = await replay(engine, book);
  }, 600_000);

  afterAll(async () => {
    await engine?.stop();
    await db?.close();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function replay(engine: RealmEngine, book: EngineBook): Promise<LobsterReport> {
    const steps = replaySteps(readLobster(fs.readFileSync(FILE)), book);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      clock.advance(1);
      if (step.value % LOOK_EVERY !== 0) continue;
      if (engine.status.waiting > WAITING) await engine.settled();
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('SIMU-060 the book of the engine is the exchange’s after each of 155,935 messages', async () => {
    await engine.settled();
    expect(book.refusals).toEqual([]);
    expect(report).toMatchObject({ rows: ROWS, mismatches: 0, firstMismatch: -1 });
    expect(report.matched + report.behind).toBe(8974);
    const { rows } = await db.pool.query('SELECT count(*)::int AS n FROM demo.trade');
    expect(rows[0].n).toBe(report.matched);
    expect(engine.status.durableSeq).toBe(engine.status.seq);
    expect(book.sent).toBeGreaterThan(ROWS);
  });

  it('SIMU-061 every asset sums to zero, no user owes, balances are what was posted', async () => {
    engine.sequencer.audit();
    const sums = await db.pool.query(
      'SELECT account % 2048 AS asset, sum(available + held)::text AS sum FROM demo.balance GROUP BY 1',
    );
    expect(sums.rows.map(({ sum }) => sum)).toEqual(['0', '0']);
    const owing = await db.pool.query(
      `SELECT account::text FROM demo.balance
       WHERE (available < 0 OR held < 0) AND account NOT BETWEEN $1 AND $2`,
      OUTSIDE_ACCOUNTS,
    );
    expect(owing.rows).toEqual([]);
    const apart = await db.pool.query(
      `SELECT b.account::text, b.available + b.held AS has, sum(p.amount) AS posted
       FROM demo.balance b LEFT JOIN (
         SELECT to_account AS account, amount FROM demo.posting
         UNION ALL SELECT from_account, -amount FROM demo.posting
       ) p USING (account)
       GROUP BY 1, 2 HAVING b.available + b.held <> coalesce(sum(p.amount), 0)`,
    );
    expect(apart.rows).toEqual([]);
  });

  it('SIMU-062 an engine that loads it, and a replay of its log, are in the same state', async () => {
    const hash = engine.sequencer.stateHash();
    const { head, seq } = engine.status;
    await engine.stop();
    const second = createEngine({ realm: 'demo', db, clock, log: silentLog });
    await second.start();
    engine = second;
    second.sequencer.audit();
    expect(second.sequencer.stateHash()).toBe(hash);
    expect(second.status).toMatchObject({ head, seq, durableSeq: seq });

    const sequencer = new Sequencer(createRealmMachines('demo'));
    const { rows } = await db.pool.query('SELECT log FROM demo.engine_batch ORDER BY first_seq');
    for (const { log } of rows) {
      for (const line of (log as string).split('\n')) decideAgain(sequencer, line);
      for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
      sequencer.takeFacts();
    }
    expect(sequencer).toMatchObject({ seq, head });
    expect(sequencer.stateHash()).toBe(hash);
  }, 300_000);
});

function decideAgain(sequencer: Sequencer, line: string): void {
  const [seq, at, type, actor, id, body, outcome] = readLogLine(line);
  const again = sequencer.decide(type, actor, body, at);
  if (JSON.stringify(again) !== JSON.stringify(outcome)) throw new Error(`not so again: ${line}`);
  sequencer.chain(seq, at, type, actor, id, body, outcome);
}

async function setUp(engine: RealmEngine): Promise<void> {
  const must = async (actor: number, type: string, body: object) => {
    const reply = await engine.submitAny({ type, actor, body });
    if (!reply.ok) throw new Error(`${type}: ${reply.refusal}`);
  };
  await must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
  await must(OWNER.setup, 'listAsset', { symbol: 'AMZN', name: 'Amazon' });
  await must(OWNER.setup, 'listMarket', LISTING);
  const grants = [
    { asset: 'USDT', amount: '100000000' },
    { asset: 'AMZN', amount: '1000000' },
  ];
  const users = Array.from({ length: USERS + 1 }, (_, i) => POOL + i);
  await Promise.all(users.map((userId) => must(userId, 'openVirtualAccount', { userId, grants })));
  expect(engine.machines.ledger.ledger.size).toBe((USERS + 1) * 2 + 2);
}
