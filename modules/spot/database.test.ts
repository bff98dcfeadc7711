import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import type { Order } from '@assay/core/order/life/view';
import { ORDER_STATUSES } from '@assay/core/order/order';
import { createDice } from '@assay/core/testing/dice';
import { auditTables } from '@assay/modules/ledger';
import { settableClock } from '@assay/platform/clock';
import type { AnyReply } from '@assay/platform/engine/command';
import type { Engine } from '@assay/platform/engine/engine';
import { rowReader } from '@assay/platform/engine/store';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { replayLog, verifyLog } from '@assay/platform/engine/verify';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, createRealmMachines } from '../../apps/server/realm.ts';
import { USERS } from '../orders/testing/explore.ts';
import { Pair } from '../orders/testing/pair.ts';
import { CommandMaker, makeSteps } from '../orders/testing/steps.ts';
import type { Sent } from '../orders/testing/subject.ts';
import { SPOT_HOLDS } from './store/holds.ts';
import { SPOT_SUBJECT, setUp } from './testing/spot-realm.ts';

const START = 1_763_640_000_000;
const SEED = 8;
const COMMANDS = 1_800;

let db: TestDatabase;
let client: Awaited<ReturnType<TestDatabase['connect']>>;
let engine: Engine;
const clock = settableClock(START);
/** The same commands in memory, never stopped; the engine on the database must equal it. */
const pair = new Pair(SPOT_SUBJECT);
const receipts = new Map<number, string>();
const interruptions = { stop: 0, kill: 0 };

async function start(): Promise<void> {
  engine = createEngine({ realm: 'demo', db, clock, log: silentLog });
  await engine.start();
}

let sent = 0;
/** A command of a burst with its outcome in memory. */
type Due = { command: Sent; id: string; outcome: string };

function submit({ command, id }: Due): Promise<AnyReply> {
  clock.set(command.now);
  const { type, actor, body } = command;
  return engine.submitAny({ type, actor, body, id });
}

/** Sends the commands without an answer again, in order, until all have one. */
async function settle(due: readonly Due[], kill: boolean): Promise<void> {
  let open = due;
  for (let tries = 0; open.length > 0; tries += 1) {
    const replies = Promise.allSettled(open.map((one) => submit(one)));
    if (kill && tries === 0) {
      await client.query('SELECT pg_terminate_backend(backend) FROM engine');
      interruptions.kill += 1;
    }
    const ended = await replies;
    const first = ended.findIndex((end) => end.status === 'rejected');
    const answered = first < 0 ? open.length : first;
    for (let i = 0; i < answered; i += 1) {
      const { value: reply } = ended[i] as PromiseFulfilledResult<AnyReply>;
      const { seq, hash } = reply;
      const outcome = reply.ok ? reply.value : withoutReceipt(reply);
      expect(JSON.stringify(outcome)).toBe((open[i] as Due).outcome);
      receipts.set(seq, hash);
    }
    open = open.slice(answered);
    if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function withoutReceipt(reply: Extract<AnyReply, { ok: false }>) {
  const { refusal, detail } = reply;
  return detail === undefined ? { refusal } : { refusal, detail };
}

beforeAll(async () => {
  db = await createTestDatabase(engineTables());
  client = await db.connect();
  await client.query('SET search_path TO demo, public');
  await start();
  const dice = createDice(SEED);
  const maker = new CommandMaker(SPOT_SUBJECT, START);
  const commands = setUp(USERS, START);
  const steps = makeSteps(SPOT_SUBJECT, dice, COMMANDS, USERS);
  while (commands.length > 0 || steps.length > 0) {
    const due: Due[] = [];
    for (let size = dice.int(1, 120); size > 0; size -= 1) {
      const step = commands.length > 0 ? undefined : steps.shift();
      const command = commands.shift() ?? (step && maker.command(step, pair.reference.world));
      if (command === undefined) break;
      sent += 1;
      due.push({ command, id: `c${sent}`, outcome: JSON.stringify(pair.step(command)) });
    }
    const way = dice.int(0, 9);
    await settle(due, way < 4);
    expect(engine.sequencer.stateHash()).toBe(pair.machine.sequencer.stateHash());
    if (way < 7) continue;
    await engine.stop();
    await start();
    interruptions.stop += 1;
    expect(engine.sequencer.stateHash()).toBe(pair.machine.sequencer.stateHash());
    engine.audit();
  }
  await engine.settled();
  pair.endBatch();
}, 240_000);
afterAll(async () => {
  await engine.stop();
  await client.end();
  await db.drop();
});

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return (await client.query(sql)).rows;
}

describe('on a real database', () => {
  it('SPOT-116 ENGN-070 an engine that is stopped and killed repeatedly decides as one that never stops', () => {
    // The comparison itself is in the set-up: each outcome, and the state hash after each stop.
    expect(sent).toBeGreaterThan(COMMANDS);
    expect(interruptions.stop).toBeGreaterThan(4);
    expect(interruptions.kill).toBeGreaterThan(6);
    expect(engine.status).toMatchObject({ seq: sent, durableSeq: sent });
    expect(pair.reference.world.trades.length).toBeGreaterThan(300);
  });

  it('ENGN-044 ENGN-070 SPOT-116 its log verifies, and a replay of it gives the same state', async () => {
    expect(await verifyLog(client, receipts)).toMatchObject({ findings: [], commands: sent });
    const { sequencer, findings } = await replayLog(client, createRealmMachines('demo'));
    expect(findings).toEqual([]);
    expect(sequencer.head).toBe(engine.status.head);
    expect(sequencer.stateHash()).toBe(engine.sequencer.stateHash());
    sequencer.audit();
  });

  it('LEDG-060 ENGN-071 the tables have each balance of memory, and each posting once', async () => {
    const balances = await rows(
      'SELECT account, available::text, held::text FROM balance ORDER BY account',
    );
    const due: unknown[] = [];
    pair.machine.ledger.ledger.forEach((account, available, held) => {
      due.push({ account, available: String(available), held: String(held) });
    });
    expect(balances).toEqual(due);
    const journal =
      await rows(`SELECT concat_ws(' ', seq, from_account, to_account, amount, purpose)
                                AS line FROM posting`);
    expect(journal.map((row) => row.line).toSorted()).toEqual(pair.journal.toSorted());
    expect(await auditTables(rowReader(client), [SPOT_HOLDS])).toEqual([]);
  });

  it('SPOT-118 ENGN-071 the table has each open order of memory, column by column', async () => {
    const stored = await rows('SELECT * FROM open_order ORDER BY id');
    const open = [...pair.machine.orders.state.open()].sort((a, b) => a.id - b.id);
    expect(stored).toEqual(open.map(orderRow));
    expect(open.length).toBeGreaterThan(40);
    expect(open.some((order) => order.status === 0)).toBe(true);
  });

  it('SPOT-118 the table has each ended order once, in its final state, except quotes without a fill', async () => {
    const stored = await rows(
      `SELECT id, user_id AS user, status, filled_quote AS quote, fee, held FROM ended_order`,
    );
    const ended = pair.reference.world.ended.filter(
      (order) => order.user !== OWNER.marketMaker || order.filled > 0n,
    );
    const due = ended.map((order) => ({
      id: order.id,
      user: order.user,
      status: ORDER_STATUSES.indexOf(order.status),
      quote: Number(order.filledQuote),
      fee: Number((order.feeExact + 999_999n) / 1_000_000n),
      held: 0,
    }));
    const byId = (a: { id: unknown }, b: { id: unknown }) => Number(a.id) - Number(b.id);
    expect((stored as { id: unknown }[]).toSorted(byId)).toEqual(due.toSorted(byId));
    expect(await rows('SELECT id FROM open_order JOIN ended_order USING (id)')).toEqual([]);
  });

  it('SPOT-118 SPOT-069 the table has each trade once, numbered without a gap in each market', async () => {
    const stored = await rows(
      `SELECT m.symbol, t.id, (t.ticks * m.tick_size * 1e8)::bigint AS price,
              (t.lots * m.step_size * 1e8)::bigint AS quantity, taker_side AS side, taker_user AS taker,
              maker_user AS maker, taker_order AS "takerOrder", maker_order AS "makerOrder",
              taker_fee AS "takerFee", maker_fee AS "makerFee", buyer_fee_in_base AS "feeInBase"
       FROM trade t JOIN market m ON m.id = t.market ORDER BY t.seq, t.market, t.id`,
    );
    const due = pair.reference.world.trades.map((trade) => ({
      symbol: trade.taker.market.symbol,
      id: trade.id,
      price: Number(trade.price),
      quantity: Number(trade.quantity),
      side: trade.taker.side === 'buy' ? 0 : 1,
      taker: trade.taker.user,
      maker: trade.maker.user,
      takerOrder: trade.taker.id,
      makerOrder: trade.maker.id,
      takerFee: Number(trade.takerFee),
      makerFee: Number(trade.makerFee),
      feeInBase: 1,
    }));
    const key = (row: object) => JSON.stringify(row);
    expect(stored.map(key).toSorted()).toEqual(due.map(key).toSorted());
    const gaps = await rows(`SELECT market FROM trade GROUP BY market
                             HAVING max(id) <> count(*) OR min(id) <> 1`);
    expect(gaps).toEqual([]);
  });

  it('SPOT-118 the tables have the current rates, markets and prices', async () => {
    const { world } = pair.reference;
    const tiers = await rows(
      'SELECT user_id AS id, maker_ppm, taker_ppm FROM spot_fee_tier ORDER BY 1',
    );
    expect(tiers).toEqual(
      [...world.tiers]
        .filter(([user]) => user >= FIRST_USER)
        .sort(([a], [b]) => a - b)
        .map(([id, { maker, taker }]) => ({
          id,
          maker_ppm: Number(maker),
          taker_ppm: Number(taker),
        })),
    );
    const markets = await rows('SELECT symbol, status FROM market ORDER BY id');
    expect(markets).toEqual(
      [...world.markets.values()].map(({ symbol, trading }) => ({
        symbol,
        status: trading ? 'trading' : 'halted',
      })),
    );
    const prices = await rows('SELECT index_name, n, at FROM reference_price');
    expect(new Map(prices.map(({ index_name: index, n, at }) => [index, [n, at]]))).toEqual(
      new Map([...world.prices].map(([index, { n, at }]) => [index, [n, at]])),
    );
  });

  it('SPOT-116 a command that is repeated afterwards gets its first answer', async () => {
    const { rows: log } = await client.query('SELECT log FROM engine_batch ORDER BY first_seq');
    const lines = log.flatMap(({ log: text }) => (text as string).split('\n'));
    const dice = createDice(3);
    for (let i = 0; i < 60; i += 1) {
      const [seq, , type, actor, id, body] = JSON.parse(dice.pick(lines));
      const reply = await insist(() => engine.submitAny({ type, actor, id, body }));
      expect([reply.seq, reply.hash]).toEqual([seq, receipts.get(seq)]);
    }
    expect(engine.status.seq).toBe(sent);
  });
});

function orderRow(order: Order): Record<string, unknown> {
  return {
    id: order.id,
    user_id: order.userId,
    market: order.market,
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    self_trade: order.selfTrade,
    amount: order.amount,
    trigger_ticks: order.trigger,
    rises: order.rises,
    slippage_ppm: order.slippagePpm,
    maker_ppm: order.makerPpm,
    taker_ppm: order.takerPpm,
    client_order_id: order.clientOrderId,
    created_at: order.createdAt,
    limit_ticks: order.limit,
    lots: order.lots,
    filled: order.filled,
    filled_quote: order.filledQuote,
    fee: order.fee,
    fee_in_base: order.feeInBase,
    fee_fraction: order.feeFraction,
    iceberg: order.iceberg,
    shown: order.shown,
    trailing_delta: order.trailing,
    activation_ticks: order.activation,
    trailing_since: order.since,
    trailing_time: order.trailingTime,
    held: order.held,
    status: order.status,
    priority: order.priority,
    updated_at: order.updatedAt,
    seq: order.seq,
    oco: order.oco,
    follows: order.follows,
    list_name: order.listName,
    rejection: order.rejection,
    working_time: order.workingTime,
    trigger_source: order.triggerSource,
    terms: order.terms,
  };
}
