import { OWNER } from '@assay/core/ledger/owners';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { auditTables } from '@assay/modules/ledger';
import { SPOT_HOLDS } from '@assay/modules/spot';
import { migrate } from '@assay/platform/db/migrate';
import type { LogEntry } from '@assay/platform/engine/chain';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { rowReader } from '@assay/platform/engine/store';
import { replayLog, verifyLog } from '@assay/platform/engine/verify';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverTables } from '../../apps/server/migrations.ts';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { differences } from './compare.ts';
import { restoreDatabase } from './database.ts';
import { carriedAnswer, carriedOver } from './fee-rule.ts';
import {
  type EndState,
  fixtures,
  ordered,
  readFixture,
  readGoldenEnd,
  readGoldenLog,
} from './fixture.ts';
import {
  answersOf,
  askSigned,
  type Server,
  type ServerRecord,
  startServer,
  statesOf,
} from './server.ts';
import { type History, standingState, takeHistory } from './state.ts';
import { storedState } from './tables.ts';
import { upcastLog } from './upcast.ts';

const golden = readGoldenEnd('0003');
const log = readGoldenLog('0003');
/** Recorded when stops whose price had returned began to fire (decision 0019). */
const decided = { log: readGoldenLog('0004'), end: readGoldenEnd('0004') };
/** Recorded with lists whose first order triggers the others, and pairs of two stops. */
const lists = { log: readGoldenLog('0005'), end: readGoldenEnd('0005') };
/** Recorded with fees and limits that change while orders rest. */
const terms = { log: readGoldenLog('0006'), end: readGoldenEnd('0006') };
/** Recorded with a market that opens late, and is delisted with orders in it. */
const stages = { log: readGoldenLog('0007'), end: readGoldenEnd('0007') };
const [LAST_SEQ, LAST_AT] = log.at(-1) as LogEntry;
/** The most differences that are shown. */
const SHOWN = 20;

function found(expected: unknown, now: unknown): string[] {
  return differences(expected, now).slice(0, SHOWN);
}

/** A new database with the recorded content, migrated to the current tables. */
async function restored(number: string): Promise<TestDatabase> {
  const db = await createTestDatabase();
  await restoreDatabase(db, readFixture(fixtures.database(number)), serverTables());
  await migrate(db, serverTables());
  return db;
}

/** Decides every command again. Returns outcomes that differ from the log, and the end state. */
function decideAgain(entries: Iterable<LogEntry>): { changed: string[]; end: EndState } {
  const sequencer = new Sequencer(createRealmMachines('demo'));
  const machines = sequencer.machines;
  const history: History = { endedOrders: [], trades: [] };
  const changed: string[] = [];
  for (const [seq, at, type, actor, , body, logged] of upcastLog([...entries])) {
    const decided = JSON.parse(JSON.stringify(sequencer.decide(type, actor, body, at)));
    // An outcome may gain fields, but a refusal is none of them.
    const due = { refusal: undefined, ...logged };
    changed.push(...differences(due, decided, `${seq} ${type}`));
    takeHistory(machines, history);
    sequencer.forget();
  }
  sequencer.audit();
  return { changed, end: ordered({ ...standingState(machines), ...history }) };
}

/** Decides again what was stored since the last upgrade of a realm. */
async function decideStored(db: TestDatabase, realm: Realm) {
  const client = await db.connect();
  try {
    await client.query(`SET search_path TO ${realm}, public`);
    const machines = createRealmMachines(realm);
    const { sequencer, from, findings } = await replayLog(client, machines);
    return { from, findings, stateHash: sequencer.stateHash() };
  } finally {
    await client.end();
  }
}

/** Audits memory, tables and log. */
async function auditAll(db: TestDatabase, realm: TestRealm): Promise<void> {
  realm.audit();
  const client = await db.connect();
  try {
    await client.query('SET search_path TO demo, public');
    expect(await auditTables(rowReader(client), [SPOT_HOLDS])).toEqual([]);
    expect((await verifyLog(client)).findings).toEqual([]);
  } finally {
    await client.end();
  }
}

describe('a log that an earlier build wrote', () => {
  it.each([
    ['0004, before orders could wait for another', decided],
    ['0005', lists],
    ['0006, with fees and limits that change', terms],
    ['0007, with a market that opens late and is delisted', stages],
  ])(
    'GOLD-010 comes to the same outcomes, balances, orders, trades, prices and rates: %s',
    (_, recorded) => {
      const { changed, end } = decideAgain(recorded.log);
      expect(changed.slice(0, SHOWN)).toEqual([]);
      expect(found(recorded.end, end)).toEqual([]);
    },
  );

  it('GOLD-011 does not when a fee is off by a millionth, or a command is left out', () => {
    const costly = decided.log.map((entry): LogEntry => {
      const [seq, at, type, actor, id, body, outcome] = entry;
      if (type !== 'listMarket') return entry;
      const { takerFeePpm } = body as { takerFeePpm: number };
      return [seq, at, type, actor, id, { ...body, takerFeePpm: takerFeePpm + 1 }, outcome];
    });
    const { changed, end } = decideAgain(costly);
    expect(changed.some((line) => / placeOrder\.(fee|fills)/.test(line))).toBe(true);
    const wrong = differences(decided.end, end);
    for (const part of ['balances', 'endedOrders', 'trades']) {
      expect(wrong.some((line) => line.startsWith(part))).toBe(true);
    }
    const withoutLast = decideAgain(decided.log.slice(0, -1));
    expect(found(decided.end, withoutLast.end)).not.toEqual([]);
  });

  it('GOLD-012 may gain fields, and neither lose nor change one', () => {
    const then = { id: 1, fills: [1, 2], order: { fee: '0.1' } };
    const now = { id: 1, fills: [1, 2], order: { fee: '0.1', asset: 'USDT' }, list: 7 };
    expect(differences(then, now)).toEqual([]);
    expect(differences(then, { ...now, id: 2 })).toEqual(['id: golden 1, now 2']);
    expect(differences(then, { ...now, fills: [1] })).toEqual(['fills.length: golden 2, now 1']);
    expect(differences(then, { ...now, order: {} })).toEqual([
      'order.fee: golden "0.1", now undefined',
    ]);
    expect(differences(then, { refusal: 'marketHalted' })).toHaveLength(3);
  });

  it('MRKT-085 has orders that keep the rates that they were placed with, over changes of fees', () => {
    const fees = new Map<string, string>();
    const tiers = new Map<number, string>();
    const placedAt = new Map<number, string>();
    const changes: string[] = [];
    for (const [, , type, actor, , body, outcome] of terms.log) {
      if (outcome.refusal !== undefined) continue;
      const said = (name: string) => String((body as Readonly<Record<string, unknown>>)[name]);
      const market = said(type === 'listMarket' ? 'symbol' : 'market');
      if (type === 'listMarket' || type === 'setMarketFees') {
        fees.set(market, `${said('makerFeePpm')} ${said('takerFeePpm')}`);
      }
      if (type === 'setMarketFees') changes.push(market);
      if (type === 'setFeeTier') {
        tiers.set(Number(said('userId')), `${said('makerPpm')} ${said('takerPpm')}`);
      }
      const rates = tiers.get(actor) ?? fees.get(market);
      if (type === 'placeOrder') placedAt.set(outcome.id as number, rates as string);
    }
    expect(new Set(changes).size).toBe(4);
    const { end } = decideAgain(terms.log);
    let seen = 0;
    for (const order of [...end.openOrders, ...end.endedOrders]) {
      const due = placedAt.get(order.id);
      if (due === undefined) continue;
      expect(`${order.makerFeePpm} ${order.takerFeePpm}`).toBe(due);
      seen += due === (tiers.get(order.user) ?? fees.get(order.market)) ? 0 : 1;
    }
    expect(seen).toBeGreaterThan(100);
  });
});

describe('a database that an earlier build wrote', () => {
  let db: TestDatabase;
  let realm: TestRealm;

  beforeAll(async () => {
    db = await restored('0003');
    realm = await startTestRealm({ db, startAt: LAST_AT + 1_000, build: 'this build' });
  });
  afterAll(async () => {
    await realm?.stop();
    await db?.drop();
  });

  const audit = () => auditAll(db, realm);

  it('GOLD-020 is brought over with all that it has, and passes every audit', async () => {
    const stored = await storedState(db, 'demo');
    expect(found(golden, { ...stored, ...standingState(realm.machines) })).toEqual([]);
    await audit();
  });

  it('GOLD-021 goes on: orders of before and of now match, and end, and a restart keeps them', async () => {
    const user = 5_000;
    const funds = [
      { asset: 'USDT', amount: '100000' },
      { asset: 'GOLD', amount: '50' },
    ];
    await realm.must(user, 'openVirtualAccount', { userId: user, grants: funds });
    await realm.quote({ BTCUSDT: '61000' });
    // The maker of 1008 was placed, partly filled and named by the build before.
    const gold = { market: 'GOLDUSDT', timeInForce: 'gtc', type: 'limit' } as const;
    const take = { ...gold, side: 'buy', quantity: '5', limitPrice: '2700' } as const;
    const taken = await realm.must(user, 'placeOrder', take);
    expect(taken.fills).toHaveLength(4);
    const rest = { ...gold, side: 'sell', quantity: '1', limitPrice: '2750' } as const;
    const { id } = await realm.must(user, 'placeOrder', rest);
    await realm.must(user, 'cancelOrder', { orderId: id });
    await realm.must(1_008, 'cancelOrder', { clientOrderId: 'waiting' });
    const canceled = await realm.must(1_008, 'cancelAllOrders', {});
    expect(canceled.canceled).toHaveLength(3);
    await realm.must(OWNER.feeds, 'withdrawStaleQuotes', {});
    await audit();
    const hash = realm.stateHash();
    await realm.restart();
    expect(realm.stateHash()).toBe(hash);
    expect(realm.engine.status.seq).toBeGreaterThan(LAST_SEQ + 7);
    await audit();
  });

  it('GOLD-022 answers the ids of before with the replies of before', async () => {
    const [, , type, actor, id, body, outcome] = log.find(
      ([, , , , commandId, , { refusal }]) => commandId !== null && refusal === undefined,
    ) as LogEntry;
    expect(await realm.must(actor, type, body, id as string)).toEqual(outcome);
    const other = await realm.send(actor, type, { ...body, other: true }, id as string);
    expect(other).toMatchObject({ ok: false, refusal: 'commandIdReused' });
  });

  it('GOLD-023 is upgraded by the first start, and decided again from there on', async () => {
    const report = await decideStored(db, 'demo');
    expect(report).toEqual({ from: LAST_SEQ + 1, findings: [], stateHash: realm.stateHash() });
    const { rows } = await db.pool.query('SELECT build, upgrade_seq FROM demo.engine');
    expect(rows).toEqual([{ build: 'this build', upgrade_seq: LAST_SEQ + 1 }]);
  });
});

describe('a database whose buys paid their fees in quote', () => {
  const before = readGoldenEnd('0001');
  const [, startAt] = readGoldenLog('0001').at(-1) as LogEntry;
  const { state, freed } = carriedOver(before);
  let db: TestDatabase;
  let realm: TestRealm;

  beforeAll(async () => {
    db = await restored('0001');
    realm = await startTestRealm({ db, startAt: startAt + 1_000, build: 'this build' });
  });
  afterAll(async () => {
    await realm?.stop();
    await db?.drop();
  });

  it('SPOT-402 GOLD-024 is brought over: open buys hold their notional, the rest is available, once', async () => {
    expect(freed.filter((order) => order.freed > 0n).length).toBeGreaterThan(10);
    for (const type of ['limit', 'stopLimit', 'stopMarket']) {
      expect(freed.some((order) => order.type === type)).toBe(true);
    }
    const migrated = await storedState(db, 'demo');
    const now = { ...migrated, ...standingState(realm.machines) };
    expect(found(state, now)).toEqual([]);
    await auditAll(db, realm);
    await migrate(db, serverTables());
    const hash = realm.stateHash();
    await realm.restart();
    expect(realm.stateHash()).toBe(hash);
    expect(migrated.trades.every(({ buyerFeeAsset }) => buyerFeeAsset === 'quote')).toBe(true);
    expect(migrated.endedOrders.every(({ feeAsset }) => feeAsset === 'quote')).toBe(true);
  });

  it('SPOT-402 SPOT-403 GOLD-024 goes on: a buy that had paid in quote does, the others pay in base', async () => {
    const seller = 5_000;
    const grants = [{ asset: 'ETH', amount: '50' }];
    await realm.must(seller, 'openVirtualAccount', { userId: seller, grants });
    const sell = { market: 'ETHBTC', side: 'sell', type: 'limit', timeInForce: 'ioc' } as const;
    const paid = before.openOrders.find(({ side, fee }) => side === 'buy' && fee !== '0');
    // Everything that bids at its price and better is taken.
    await realm.must(seller, 'placeOrder', { ...sell, quantity: '10', limitPrice: '0.0474' });
    await auditAll(db, realm);
    const { endedOrders, trades } = await storedState(db, 'demo');
    const end = endedOrders.find(({ id }) => id === paid?.id);
    expect(end).toMatchObject({ status: 'filled', feeAsset: 'quote' });
    // 3.664 at 0.0477 and 1,209 ppm, rounded up once over the fills of both rules.
    expect(end?.fee).toBe('0.00021131');
    const others = trades.filter(({ takerUser, makerOrder }) => {
      return takerUser === seller && makerOrder !== paid?.id;
    });
    expect(others.length).toBeGreaterThan(1);
    expect(others.every(({ buyerFeeAsset }) => buyerFeeAsset === 'base')).toBe(true);
  });
});

describe('the database of a whole server of an earlier build', () => {
  const record = JSON.parse(readFixture(fixtures.server('0002'))) as ServerRecord;
  let db: TestDatabase;
  let server: Server | undefined;

  beforeAll(async () => {
    db = await restored('0002');
  });
  afterAll(async () => {
    await server?.stop();
    await db?.drop();
  });

  /** What the server before answered, with what its person's open buys no longer hold. */
  function answersDue(): Record<string, unknown> {
    const open = record.answers['/demo/api/v3/openOrders'] as { orderId: number }[];
    const own = new Set(open.map(({ orderId }) => orderId));
    const freed = carriedOver(record.states.demo).freed.filter(({ id }) => own.has(id));
    const account = '/demo/api/v3/account';
    const balances = record.answers[account] as Parameters<typeof carriedAnswer>[0];
    return { ...record.answers, [account]: carriedAnswer(balances, freed) };
  }

  it('GOLD-030 is brought over in both realms', async () => {
    const { real, demo } = record.states;
    const due = { real: carriedOver(real).state, demo: carriedOver(demo).state };
    expect(found(due, await statesOf(db))).toEqual([]);
  });

  it('GOLD-031 goes on behind its server: sessions, keys, orders, favourites, candles, prices', async () => {
    server = await startServer(db, record.at + 1_000, record.files);
    const answers = await answersOf(server, record.person);
    expect(found(answersDue(), answers)).toEqual([]);
    const order = '/demo/api/v3/order?symbol=BTCUSDT&side=SELL&type=MARKET&quantity=0.02';
    const placed = await askSigned(server, record.person, order, 'POST');
    expect(JSON.parse(placed.text)).toMatchObject({ status: 'FILLED', executedQty: '0.02' });
  });

  it('GOLD-032 is upgraded in both realms, and decided again from there on', async () => {
    await server?.stop();
    server = undefined;
    for (const realm of REALMS) {
      const { from, findings } = await decideStored(db, realm);
      expect(findings).toEqual([]);
      expect(from).toBeGreaterThan(1);
    }
  });
});
