import { OWNER } from '@assay/core/ledger/owners';
import { type MarketListing, type Product, SPOT } from '@assay/core/order/market';
import { indexSession } from '@assay/modules/feeds/rules';
import type { Outcome, Rule } from '@assay/platform/engine/machine';
import type { Statement } from '@assay/platform/engine/tables/statement';
import { describe, expect, it } from 'vitest';
import { MarketBoard, type TickerSource } from './board.ts';
import { ASSETS, MARKETS } from './listings.ts';
import { MarketsMachine } from './machine.ts';
import { LIST_MARKET_REFUSALS } from './schema.ts';

const PERPETUAL = {
  name: 'perpetual',
  suffix: '-PERP',
  ownsBase: false,
} as const satisfies Product;
const BTC = MARKETS[0] as MarketListing;
const PERP: MarketListing = {
  ...BTC,
  symbol: 'BTCUSDT-PERP',
  product: 'perpetual',
};
const GOLD: MarketListing = { ...PERP, symbol: 'XAUUSDT-PERP', base: 'XAU' };

function decide(
  machine: MarketsMachine,
  type: keyof MarketsMachine['rules'],
  body: object,
  actor: number = OWNER.setup,
) {
  const rule: Rule = machine.rules[type];
  return rule(body as never, { seq: 1, at: 1_763_640_000_000, actor }) as Outcome;
}

/** What the machine writes, by table, as a load delivers it. */
function storedRows({ writers }: MarketsMachine): Map<string, object[]> {
  return new Map(
    writers.map(({ statement, drain }) => {
      const columns = drain().map(readArray);
      const rows = columns[0]!.map((_, row) =>
        Object.fromEntries(statement!.columns.map(({ name }, i) => [name, columns[i]![row]])),
      );
      return [statement!.table, rows];
    }),
  );
}

/** The values of an array literal without quoted ones. */
function readArray(literal: string): (string | null)[] {
  return literal
    .slice(1, -1)
    .split(',')
    .map((value) => (value === 'NULL' ? null : value));
}

function twoProducts(): MarketsMachine {
  const machine = new MarketsMachine([SPOT, PERPETUAL]);
  for (const asset of ASSETS) decide(machine, 'listAsset', asset);
  for (const listing of [BTC, PERP, MARKETS[1], GOLD]) {
    expect(decide(machine, 'listMarket', listing as MarketListing)).toHaveProperty('id');
  }
  return machine;
}

describe('markets of several products', () => {
  it('MRKT-016 have symbols that are unique over all and end as their product’s do', () => {
    const machine = twoProducts();
    const list = (change: object) => decide(machine, 'listMarket', { ...PERP, ...change });
    expect(list({})).toEqual({ refusal: 'alreadyListed' });
    expect(list({ symbol: 'BTCUSDT' })).toEqual({
      refusal: 'wrongSuffix',
      detail: { suffix: '-PERP' },
    });
    expect(list({ symbol: 'BTCUSDT-CFD' })).toMatchObject({ refusal: 'wrongSuffix' });
    expect(list({ symbol: 'BTC-USDT-PERP' })).toEqual({ refusal: 'badSymbol' });
    expect(list({ symbol: '-PERP' })).toEqual({ refusal: 'badSymbol' });
    expect(list({ product: 'spot' })).toEqual({ refusal: 'badSymbol' });
    expect(list({ product: 'cfd' })).toEqual({
      refusal: 'unknownProduct',
      detail: { product: 'cfd' },
    });
    machine.audit();
  });

  it('MRKT-013 are refused in the published order, first reason first', () => {
    const machine = twoProducts();
    decide(machine, 'listMarket', { ...PERP, symbol: 'TAKEN-PERP' });
    let body: object = { ...PERP, product: '?', symbol: '?', base: '?', quote: '?' };
    const mend: object[] = [
      { product: 'perpetual' },
      { symbol: 'TAKEN' },
      { symbol: 'TAKEN-PERP' },
      { quote: 'USDT' },
      { symbol: 'FREE-PERP' },
      { base: 'USDT' },
      { base: 'BTC', index: 'BTCUSDT' },
      { index: 'BTC-USDT' },
    ];
    const seen: [string, string?][] = [];
    const look = (actor?: number) => {
      const { refusal, detail } = decide(machine, 'listMarket', body, actor) as {
        refusal?: string;
        detail?: { field?: string };
      };
      if (refusal !== undefined) seen.push(detail?.field ? [refusal, detail.field] : [refusal]);
    };
    look(OWNER.feeds);
    look();
    for (const change of mend) {
      body = { ...body, ...change };
      look();
    }
    expect(seen).toEqual([
      ['notAllowed'],
      ['unknownProduct'],
      ['badSymbol'],
      ['wrongSuffix'],
      ['unknownAsset'],
      ['alreadyListed'],
      ['badListing', 'base'],
      ['badListing', 'quote'],
      ['badListing', 'index'],
    ]);
    const names = seen.map(([refusal]) => refusal);
    // The realm is never full here.
    expect([...new Set(names)]).toEqual(LIST_MARKET_REFUSALS.slice(0, -1));
    expect(machine.market('FREE-PERP')).toBeDefined();
  });

  it('MRKT-018 are found by the index that they follow, in the order of their ids', () => {
    const machine = twoProducts();
    const symbols = (markets: Iterable<{ rules: { symbol: string } }>) =>
      Array.from(markets, ({ rules }) => rules.symbol);
    expect(symbols(machine.following('BTC-USDT'))).toEqual(['BTCUSDT', 'BTCUSDT-PERP']);
    expect(symbols(machine.following('XAU-USDT'))).toEqual(['XAUUSDT-PERP']);
    expect(symbols(machine.following('BTCUSDT'))).toEqual([]);
    const [spot, perpetual] = [machine.of(SPOT), machine.of(PERPETUAL)];
    expect(symbols(spot.following('BTC-USDT'))).toEqual(['BTCUSDT']);
    expect(symbols(perpetual.following('BTC-USDT'))).toEqual(['BTCUSDT-PERP']);
    expect(symbols(perpetual.markets())).toEqual(['BTCUSDT-PERP', 'XAUUSDT-PERP']);
    expect(spot.market('BTCUSDT')?.rules.baseAsset).toBe(machine.assetId('BTC'));
    expect(spot.market('BTCUSDT-PERP')).toBeUndefined();
    expect(spot.marketById(2)).toBeUndefined();
    expect(perpetual.marketById(2)).toBe(machine.market('BTCUSDT-PERP'));
  });

  it('MRKT-019 need no asset for a base that is only a name', () => {
    const machine = twoProducts();
    const gold = machine.market('XAUUSDT-PERP');
    expect(gold?.rules).toMatchObject({ index: 'XAU-USDT', quoteAsset: machine.assetId('USDT') });
    expect(gold?.rules).not.toHaveProperty('baseAsset');
    expect(decide(machine, 'listMarket', { ...BTC, symbol: 'XAUUSDT', base: 'XAU' })).toEqual({
      refusal: 'unknownAsset',
      detail: { asset: 'XAU' },
    });
    expect(decide(machine, 'listMarket', { ...PERP, symbol: 'X2-PERP', quote: 'XAU' })).toEqual({
      refusal: 'unknownAsset',
      detail: { asset: 'XAU' },
    });
  });

  it('MRKT-016 of a product that this build does not have are not loaded as another’s', async () => {
    const stored = storedRows(twoProducts());
    const each = async (query: string | Statement, visit: (row: never) => void) =>
      stored.get((query as Statement).table)!.forEach((row) => void visit(row as never));
    const load = new MarketsMachine().load({ rows: async () => [], each });
    await expect(load).rejects.toThrow('BTCUSDT-PERP is wrong: product');
  });

  it('MRKT-100 MRKT-101 a product without a book lists markets on any index, which have its session', () => {
    const cfd = { name: 'cfd', suffix: '-CFD', ownsBase: false } as const satisfies Product;
    const machine = new MarketsMachine([SPOT, cfd]);
    for (const asset of ASSETS) decide(machine, 'listAsset', asset);
    const gold = {
      ...MARKETS[0]!,
      ...{ symbol: 'XAUUSD-CFD', product: 'cfd', base: 'XAU', index: 'XAU-USD' },
    };
    expect(machine.refuseMarket({ ...gold, symbol: 'XAUUSD' })).toMatchObject({
      refusal: 'wrongSuffix',
    });
    for (const listing of [...MARKETS, gold]) {
      expect(decide(machine, 'listMarket', listing)).toHaveProperty('id');
    }
    const friday = Date.parse('2026-06-12T21:00:00Z');
    const source: TickerSource = {
      kind: 'simulated',
      day: () => null,
      last: () => undefined,
      nextStage: () => null,
      session: (index) => indexSession(index, friday),
      best: () => ({ bid: '', ask: '' }),
      index: (market) => (market === gold.symbol ? { price: '4080.5', at: friday } : undefined),
    };
    const view = new MarketBoard(() => machine, source).view('XAUUSD-CFD');
    expect(view).toMatchObject({
      ...{ product: 'cfd', class: 'metal', name: 'Gold', indexName: 'XAU-USD', last: '4080.5' },
      session: { calendar: 'metals', open: false },
    });
    expect(view?.session.nextOpening).toBe(Date.parse('2026-06-14T22:00:00Z'));
    expect(new MarketBoard(() => machine, source).view('BTCUSDT')).toMatchObject({
      class: 'coin',
      session: { calendar: 'always', open: true, nextOpening: null },
    });
    expect(machine.following('XAU-USD').map(({ rules }) => rules.symbol)).toEqual(['XAUUSD-CFD']);
  });

  it('MRKT-035 are shown together, or those of one product alone', () => {
    const machine = twoProducts();
    const source: TickerSource = {
      kind: 'simulated',
      day: () => null,
      last: () => undefined,
      nextStage: () => null,
      session: (index) => indexSession(index, 0),
      best: () => ({ bid: '', ask: '' }),
      index: () => undefined,
    };
    const board = new MarketBoard(() => machine, source);
    const all = ['BTCUSDT', 'BTCUSDT-PERP', 'ETHUSDT', 'XAUUSDT-PERP'];
    expect(board.views().map(({ market }) => market)).toEqual(all);
    const spot = board.of(SPOT);
    expect(spot.views().map(({ market }) => market)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(spot.tickers()).toHaveLength(2);
    expect(spot.has('BTCUSDT-PERP')).toBe(false);
    expect(spot.view('BTCUSDT-PERP')).toBeUndefined();
    expect(board.view('XAUUSDT-PERP')).toMatchObject({
      ...{ product: 'perpetual', indexName: 'XAU-USDT', base: 'XAU', name: 'XAU' },
    });
  });
});
