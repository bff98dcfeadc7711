import { OWNER } from '@assay/core/ledger/owners';
import type { MarketListing } from '@assay/core/order/market';
import { migrate } from '@assay/platform/db/migrate';
import { Engine } from '@assay/platform/engine/engine';
import type { Outcome, Rule, Turn } from '@assay/platform/engine/machine';
import { engineMigrations } from '@assay/platform/engine/migrations';
import { rowReader } from '@assay/platform/engine/store';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketsMigrations } from './index.ts';
import { ASSETS, MARKETS, seedMarkets } from './listings.ts';
import { MarketsMachine } from './machine.ts';

const TURN: Turn = { seq: 1, at: 1_763_640_000_000, actor: OWNER.setup };
const BTC: MarketListing = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  maxPrice: '1000000',
  minQuantity: '0.00001',
  maxQuantity: '100',
  minNotional: '5',
  maxNotional: '9000000',
  makerFeePpm: 1000,
  takerFeePpm: 1000,
};

function decide(
  machine: MarketsMachine,
  type: keyof MarketsMachine['rules'],
  body: unknown,
  actor?: number,
): Outcome {
  const rule: Rule = machine.rules[type];
  return rule(body as never, { ...TURN, actor: actor ?? TURN.actor }) as Outcome;
}

function listed(): MarketsMachine {
  const machine = new MarketsMachine();
  decide(machine, 'listAsset', { symbol: 'USDT', name: 'Tether' });
  decide(machine, 'listAsset', { symbol: 'BTC', name: 'Bitcoin' });
  decide(machine, 'listMarket', BTC);
  return machine;
}

function digestOf(machine: MarketsMachine): string[] {
  const lines: string[] = [];
  machine.digest((line) => lines.push(line));
  return lines;
}

describe('assets and markets in the engine', () => {
  it('MRKT-080 fees are set by the operator alone, within their bounds, in rules and row', () => {
    const machine = listed();
    const fees = { market: 'BTCUSDT', makerFeePpm: 0, takerFeePpm: 10_000 };
    const said = (change: object, actor?: number) =>
      decide(machine, 'setMarketFees', { ...fees, ...change }, actor);
    // Each wrong in all that follows: the first reason counts.
    const wrong = { makerFeePpm: 10_001, market: 'NOPE' };
    expect(said(wrong, 1000)).toEqual({ refusal: 'notAllowed' });
    expect(said(wrong)).toEqual({ refusal: 'invalidFee' });
    for (const takerFeePpm of [-1, 0.5, '1', 10_001]) {
      expect(said({ takerFeePpm })).toEqual({ refusal: 'invalidFee' });
    }
    expect(said({ market: 'NOPE' })).toMatchObject({ refusal: 'unknownMarket' });
    const before = machine.market('BTCUSDT')?.rules;
    expect(said({})).toEqual(fees);
    const after = machine.market('BTCUSDT');
    expect(after?.rules).not.toBe(before);
    expect(after?.rules).toEqual({ ...before, makerFeePpm: 0, takerFeePpm: 10_000 });
    expect(after?.listing).toMatchObject({ makerFeePpm: 0, takerFeePpm: 10_000 });
    machine.audit();
  });

  it('MRKT-090 a market is listed before it opens, opens, and is delisted for good', () => {
    const machine = listed();
    const stage = (body: object, actor?: number) =>
      decide(machine, 'setMarketStage', body, actor) as { refusal?: string };
    const first = machine.market('BTCUSDT')!;
    expect(first.stage).toBe('open');
    const later = { ...BTC, symbol: 'BTCNEW' };
    expect(decide(machine, 'listMarket', { ...later, stage: 'delisted' })).toEqual({
      refusal: 'badListing',
      detail: { field: 'stage' },
    });
    decide(machine, 'listMarket', { ...later, stage: 'preOpen' });
    const market = machine.market('BTCNEW')!;
    expect(market).toMatchObject({ stage: 'preOpen', status: 'trading' });
    // Each wrong in all that follows: the first reason counts, and nothing changes.
    const before = digestOf(machine);
    expect(stage({ market: 'NOPE', stage: 'preOpen' }, 1000).refusal).toBe('notAllowed');
    for (const wrong of ['preOpen', 'closed', undefined, 1]) {
      expect(stage({ market: 'NOPE', stage: wrong }).refusal).toBe('badStage');
    }
    expect(stage({ market: 'NOPE', stage: 'open' })).toEqual({
      refusal: 'unknownMarket',
      detail: { market: 'NOPE' },
    });
    expect(digestOf(machine)).toEqual(before);
    machine.takeFacts();
    const open = { market: 'BTCNEW', stage: 'open' };
    const ended = { market: 'BTCNEW', stage: 'delisted' };
    expect([stage(open), stage(open), stage(ended), stage(ended)]).toEqual([
      ...[open, open, ended, ended],
    ]);
    expect(machine.takeFacts()).toEqual([
      { type: 'marketStageChanged', ...open },
      { type: 'marketStageChanged', ...ended },
    ]);
    expect(stage(open)).toEqual({ refusal: 'alreadyDelisted' });
    // A halt is beside the stage, and changes nothing of it.
    decide(machine, 'setMarketStatus', { market: 'BTCNEW', status: 'halted' });
    expect(market).toMatchObject({ stage: 'delisted', status: 'halted' });
    // Whoever knew it finds it: symbols are not given out again.
    expect(decide(machine, 'listMarket', later)).toEqual({ refusal: 'alreadyListed' });
    machine.audit();
  });

  it('MRKT-010 are numbered in the order of listing and found by symbol and number', () => {
    const machine = listed();
    expect(machine.assetId('USDT')).toBe(1);
    expect(machine.assetId('BTC')).toBe(2);
    expect(machine.assetSymbol(2)).toBe('BTC');
    expect(machine.assetId('ETH')).toBeUndefined();
    expect(() => machine.assetSymbol(3)).toThrow('never listed');
    const market = machine.bySymbol.get('BTCUSDT');
    expect(market).toMatchObject({
      status: 'trading',
      rules: { id: 1, baseAsset: 2, quoteAsset: 1 },
    });
    expect(machine.marketById(1)).toBe(market);
    expect([...machine.markets()]).toEqual([market]);
    machine.audit();
  });

  it('MRKT-011 are listed by the operator’s set-up only', () => {
    const machine = listed();
    const before = digestOf(machine);
    for (const actor of [OWNER.marketMaker, OWNER.feeds, 1000, 123_456]) {
      const sol = { symbol: 'SOL', name: 'Solana' };
      expect(decide(machine, 'listAsset', sol, actor)).toEqual({ refusal: 'notAllowed' });
      expect(decide(machine, 'listMarket', BTC, actor)).toEqual({ refusal: 'notAllowed' });
      const halt = { market: 'BTCUSDT', status: 'halted' };
      expect(decide(machine, 'setMarketStatus', halt, actor)).toEqual({ refusal: 'notAllowed' });
    }
    expect(digestOf(machine)).toEqual(before);
  });

  const assets: [string, unknown][] = [
    ['badSymbol', { symbol: 'btc', name: 'x' }],
    ['badSymbol', { symbol: '', name: 'x' }],
    ['badSymbol', { symbol: ['BTC'], name: 'x' }],
    ['badSymbol', { symbol: 'ABCDEFGHIJKLMNOPQ', name: 'x' }],
    ['badSymbol', {}],
    ['badName', { symbol: 'SOL', name: '' }],
    ['badName', { symbol: 'SOL', name: 5 }],
    ['badName', { symbol: 'SOL', name: 'x'.repeat(61) }],
    ['alreadyListed', { symbol: 'BTC', name: 'Bitcoin' }],
  ];
  it.each(assets)('MRKT-012 an asset is refused as %s: %j', (refusal, body) => {
    const machine = listed();
    const before = digestOf(machine);
    expect(decide(machine, 'listAsset', body)).toEqual({ refusal });
    expect(digestOf(machine)).toEqual(before);
  });

  const markets: [string, Record<string, unknown>, Record<string, string>?][] = [
    ['badSymbol', { symbol: 'btc-usdt' }],
    ['badSymbol', { symbol: null }],
    ['unknownAsset', { symbol: 'ETHUSDT', base: 'ETH' }, { asset: 'ETH' }],
    ['unknownAsset', { symbol: 'BTCEUR', quote: 'EUR' }, { asset: 'EUR' }],
    ['alreadyListed', {}],
    ['badListing', { symbol: 'BTCBTC', quote: 'BTC' }, { field: 'quote' }],
    ['badListing', { symbol: 'X2', tickSize: '0' }, { field: 'tickSize' }],
    ['badListing', { symbol: 'X2', tickSize: '-1' }, { field: 'tickSize' }],
    ['badListing', { symbol: 'X2', tickSize: 1 }, { field: 'tickSize' }],
    ['badListing', { symbol: 'X2', stepSize: '0.000000001' }, { field: 'stepSize' }],
    ['badListing', { symbol: 'X2', stepSize: '0.0000001' }, { field: 'tickTimesStep' }],
    ['badListing', { symbol: 'X2', maxPrice: '0.005' }, { field: 'maxTicks' }],
    ['badListing', { symbol: 'X2', minQuantity: '0.000015' }, { field: 'minLots' }],
    ['badListing', { symbol: 'X2', minNotional: '9000001' }, { field: 'minAboveMax' }],
    ['badListing', { symbol: 'X2', maxNotional: '90000000' }, { field: 'maxNotional' }],
    ['badListing', { symbol: 'X2', takerFeePpm: -1 }, { field: 'fee' }],
    ['badListing', { symbol: 'X2', makerFeePpm: 10_001 }, { field: 'fee' }],
    ['badListing', { symbol: 'X2', makerFeePpm: 0.5 }, { field: 'fee' }],
    ['badListing', { symbol: 'X2', marketStepSize: null }, { field: 'marketStepLots' }],
    ['badListing', { symbol: 'X2', marketMaxQuantity: '101' }, { field: 'marketMaxLots' }],
    ['badListing', { symbol: 'X2', bidMultiplierUpPpm: '5' }, { field: 'multiplier' }],
  ];
  it.each(markets)('MRKT-013 a market is refused as %s with %j', (refusal, change, detail) => {
    const machine = listed();
    const before = digestOf(machine);
    const outcome = decide(machine, 'listMarket', { ...BTC, ...change });
    expect(outcome).toEqual(detail === undefined ? { refusal } : { refusal, detail });
    expect(digestOf(machine)).toEqual(before);
    expect(machine.takeFacts()).toHaveLength(3);
  });

  it('MRKT-014 halts and resumes a market, and publishes each change once', () => {
    const machine = listed();
    machine.takeFacts();
    const set = (market: unknown, status: unknown) =>
      decide(machine, 'setMarketStatus', { market, status });
    expect(set('BTCUSDT', 'halted')).toEqual({ market: 'BTCUSDT', status: 'halted' });
    expect(machine.bySymbol.get('BTCUSDT')?.status).toBe('halted');
    set('BTCUSDT', 'halted');
    expect(machine.takeFacts()).toEqual([
      { type: 'marketStatusChanged', market: 'BTCUSDT', status: 'halted' },
    ]);
    expect(set('BTCUSDT', 'closed')).toEqual({ refusal: 'badStatus' });
    expect(set('NOSUCH', 'halted')).toEqual({
      refusal: 'unknownMarket',
      detail: { market: 'NOSUCH' },
    });
    set('BTCUSDT', 'trading');
    expect(machine.bySymbol.get('BTCUSDT')?.status).toBe('trading');
    machine.audit();
  });
});

describe('filters of orders at market and of each side', () => {
  let db: TestDatabase;
  let client: Awaited<ReturnType<TestDatabase['connect']>>;
  beforeAll(async () => {
    db = await createTestDatabase();
    client = await db.connect();
    await client.query('SET search_path TO real, public');
  });
  afterAll(async () => {
    await client.end();
    await db.drop();
  });
  const loaded = async () => {
    const machine = new MarketsMachine();
    await machine.load(rowReader(client));
    return machine;
  };

  it('SPOT-015 MRKT-015 MRKT-022 MRKT-070 are filled in for old markets, stored for new ones, and loaded', async () => {
    const sets = [...engineMigrations(), ...marketsMigrations()];
    const old = sets.map((set) =>
      set.name === 'markets' ? { ...set, files: set.files.slice(0, 1) } : set,
    );
    await migrate(db, old);
    await client.query(`INSERT INTO real.asset VALUES (1, 'USDT', 'Tether'), (2, 'BTC', 'Bitcoin');
      INSERT INTO real.market VALUES (1, 'BTCUSDT', 2, 1, 0.01, 0.00001, 1000000, 0.00001, 100, 5,
        9000000, 1000, 1000, 'trading')`);
    await migrate(db, sets);
    const machine = await loaded();
    // What was listed then is what is listed now without filters of its own.
    expect(digestOf(machine)).toEqual(digestOf(listed()));
    const own = {
      ...{ marketStepSize: '0.10', marketMinQuantity: '0.2', marketMaxQuantity: '9' },
      ...{ bidMultiplierUpPpm: 1_100_000, bidMultiplierDownPpm: 0 },
      ...{ askMultiplierUpPpm: 9_000_000, askMultiplierDownPpm: 900_000 },
      priceWarningPpm: 20_000,
    };
    const outcome = decide(machine, 'listMarket', { ...BTC, symbol: 'BTC2', ...own });
    expect(outcome).toEqual({ id: 2 });
    for (const { statement, drain } of machine.writers) await client.query(statement.text, drain());
    const again = await loaded();
    expect(digestOf(again)).toEqual(digestOf(machine));
    expect(again.market('BTC2')?.listing).toEqual({
      ...BTC,
      ...{ product: 'spot', index: 'BTC-USDT' },
      symbol: 'BTC2',
      ...own,
      marketStepSize: '0.1',
    });
    again.audit();
  });
});

describe('the shipped listings', () => {
  let db: TestDatabase;
  let engine: Engine<{ markets: MarketsMachine }>;
  const machine = () => engine.machines.markets;
  const open = async () => {
    engine = new Engine({
      realm: 'real',
      machines: () => ({ markets: new MarketsMachine() }),
      connect: async () => {
        const client = await db.connect();
        await client.query('SET search_path TO real, public');
        return client;
      },
      now: () => TURN.at,
      holder: 'test',
      log: silentLog,
    });
    await engine.start();
  };
  beforeAll(async () => {
    db = await createTestDatabase([...engineMigrations(), ...marketsMigrations()]);
    await open();
  });
  afterAll(async () => {
    await engine.stop();
    await db.drop();
  });

  it('MRKT-020 are USDT and twelve coins, each with a market that the rules accept', async () => {
    await seedMarkets(engine, machine());
    expect(ASSETS.map((asset) => asset.symbol)).toEqual(
      ['USDT', 'BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE'].concat([
        ...['TRX', 'LTC', 'DOT', 'LINK', 'AVAX'],
      ]),
    );
    expect([...machine().markets()].map((market) => market.listing)).toMatchObject(MARKETS);
    for (const { rules } of machine().markets()) {
      // The cost of the largest order that the rules allow, with its fee, is a safe integer.
      expect(Number.isSafeInteger(rules.maxNotional * 2)).toBe(true);
      expect(rules.makerFeePpm).toBe(1_000);
      expect(rules.takerFeePpm).toBe(1_000);
    }
    machine().audit();
  });

  it('MRKT-021 are listed once, however often the server starts', async () => {
    const { seq } = engine.status;
    await seedMarkets(engine, machine());
    expect(engine.status.seq).toBe(seq);
    // A start that was cut off before it knew: the same commands get the first answers.
    await seedMarkets(engine, { asset: () => undefined, market: () => undefined });
    expect(engine.status.seq).toBe(seq);
    expect([...machine().markets()]).toHaveLength(12);
  });

  it('MRKT-022 are the same after a restart, with what was changed since', async () => {
    const halt = { market: 'BTCUSDT', status: 'halted' };
    await engine.submitAny({ type: 'setMarketStatus', actor: OWNER.setup, body: halt });
    const end = { market: 'AVAXUSDT', stage: 'delisted' };
    await engine.submitAny({ type: 'setMarketStage', actor: OWNER.setup, body: end });
    const before = digestOf(machine());
    expect(before).toHaveLength(25);
    await engine.stop();
    await open();
    expect(digestOf(machine())).toEqual(before);
    expect(machine().bySymbol.get('BTCUSDT')).toMatchObject({
      status: 'halted',
      listing: { ...MARKETS[0] },
    });
    expect(machine().market('AVAXUSDT')?.stage).toBe('delisted');
    machine().audit();
    await seedMarkets(engine, machine());
    expect(machine().bySymbol.get('BTCUSDT')?.status).toBe('halted');
  });
});
