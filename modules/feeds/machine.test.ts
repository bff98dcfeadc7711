import { OWNER } from '@assay/core/ledger/owners';
import { freshIndex, INDEX_MAX_AGE_MS } from '@assay/core/order/conditions';
import type { Outcome, Rule, Turn } from '@assay/platform/engine/machine';
import { describe, expect, it } from 'vitest';
import { FeedsMachine, type ReferencePrice } from './machine.ts';

const AT = 1_763_640_000_000;

function turn(at = AT, actor: number = OWNER.feeds): Turn {
  return { seq: 1, at, actor };
}

function record(machine: FeedsMachine, prices: unknown, at = AT, actor?: number): Outcome {
  const rule: Rule = machine.rules.recordPrices;
  return rule({ prices } as never, turn(at, actor)) as Outcome;
}

function digestOf(machine: FeedsMachine): string[] {
  const lines: string[] = [];
  machine.digest((line) => lines.push(line));
  return lines;
}

describe('reference prices in the engine', () => {
  it('FEED-060 keeps the last price of each index with its tick number and time', () => {
    const machine = new FeedsMachine();
    record(machine, [
      { index: 'ETH-USDT', price: '3300.50', n: 1 },
      { index: 'BTC-USDT', price: '96000', n: 1 },
    ]);
    expect(record(machine, [{ index: 'BTC-USDT', price: '96001.5', n: 2 }], AT + 1000)).toEqual({
      recorded: 1,
    });
    expect(machine.lastIndex('BTC-USDT')).toEqual({
      index: 'BTC-USDT',
      price: '96001.5',
      units: 9_600_150_000_000,
      n: 2,
      at: AT + 1000,
    });
    expect(digestOf(machine)).toEqual([
      `reference_price "BTC-USDT" "96001.5" 2 ${AT + 1000}`,
      `reference_price "ETH-USDT" "3300.5" 1 ${AT}`,
    ]);
    machine.audit();
  });

  it('FEED-061 takes prices from the feeds only', () => {
    const machine = new FeedsMachine();
    const prices = [{ index: 'BTC-USDT', price: '96000', n: 1 }];
    for (const actor of [OWNER.marketMaker, OWNER.setup, 1000]) {
      expect(record(machine, prices, AT, actor)).toEqual({ refusal: 'notAllowed' });
    }
    expect(digestOf(machine)).toEqual([]);
  });

  it('FEED-062 refuses a list in which anything is not a price, and changes nothing', () => {
    const machine = new FeedsMachine();
    const good = { index: 'BTC-USDT', price: '96000', n: 1 };
    const bad = [
      undefined,
      [],
      {},
      [good, good],
      [good, null],
      [good, 7],
      ...['0', '-1', '1e5', '', ' 1', '٣', '0.000000001', '99999999999', 5, null].map((price) => [
        good,
        { index: 'ETH-USDT', price, n: 1 },
      ]),
      ...[0, -1, 1.5, '1', Number.NaN].map((n) => [good, { index: 'ETH-USDT', price: '1', n }]),
      ...[1.5, '1', null].map((at) => [good, { index: 'ETH-USDT', price: '1', n: 1, at }]),
      ...['eth-usdt', '', 'ETH', 'ETHUSDT', 'A-B-C', 7].map((index) => [
        good,
        { index, price: '1', n: 1 },
      ]),
      // As the build wrote them that named prices after markets.
      [{ symbol: 'ETHUSDT', index: '1', n: 1 }],
    ];
    for (const prices of bad) {
      expect(record(machine, prices), JSON.stringify(prices)).toEqual({ refusal: 'badPrices' });
    }
    expect(digestOf(machine)).toEqual([]);
    expect(machine.takeFacts()).toEqual([]);
  });

  it('FEED-063 passes over a tick that is not newer than the one it has', () => {
    const machine = new FeedsMachine();
    record(machine, [{ index: 'BTC-USDT', price: '96000', n: 5 }]);
    for (const n of [5, 4, 1]) {
      expect(record(machine, [{ index: 'BTC-USDT', price: '1', n }])).toEqual({ recorded: 0 });
    }
    expect(machine.lastIndex('BTC-USDT')?.price).toBe('96000');
    expect(machine.takeFacts()).toHaveLength(1);
  });

  it('FEED-069 passes over a tick that is more than an hour to come', () => {
    const machine = new FeedsMachine();
    const tick = { index: 'BTC-USDT', price: '96000', n: 1, at: AT + 3_600_001 };
    expect(record(machine, [tick])).toEqual({ recorded: 0 });
    expect(machine.lastIndex('BTC-USDT')).toBeUndefined();
    expect(record(machine, [tick], AT + 1)).toEqual({ recorded: 1 });
    expect(machine.lastIndex('BTC-USDT')?.at).toBe(AT + 1);
  });

  it('FEED-064 calls listeners inside the command with what has changed, and publishes it', () => {
    const machine = new FeedsMachine();
    const received: [ReferencePrice[], number][] = [];
    machine.onPrices((prices, { at }) => received.push([[...prices.values()], at]));
    record(machine, [{ index: 'BTC-USDT', price: '96000', n: 1 }]);
    expect(received).toEqual([[[machine.lastIndex('BTC-USDT')], AT]]);
    expect(machine.takeFacts()).toEqual([
      { type: 'pricesRecorded', prices: [{ index: 'BTC-USDT', price: '96000', n: 1 }] },
    ]);
  });

  it('FEED-065 dates an index price, which decides something for ten seconds and no longer', () => {
    const machine = new FeedsMachine();
    record(machine, [{ index: 'BTC-USDT', price: '96000', n: 1 }]);
    const { units, at } = machine.lastIndex('BTC-USDT') as ReferencePrice;
    const prices = { lastTicks: 0, indexTicks: units, indexAt: at, bestAgainst: () => 0 };
    expect(freshIndex(prices, AT + INDEX_MAX_AGE_MS)).toBe(units);
    expect(freshIndex(prices, AT + INDEX_MAX_AGE_MS + 1)).toBe(0);
    expect(machine.lastIndex('ETH-USDT')).toBeUndefined();
  });

  it('FEED-066 loads what it wrote, each index once a batch', async () => {
    const machine = new FeedsMachine();
    record(machine, [{ index: 'BTC-USDT', price: '96000', n: 1 }]);
    record(machine, [{ index: 'BTC-USDT', price: '96000.10', n: 2 }]);
    const written = machine.writers[0]?.drain();
    expect(written).toEqual(['{BTC-USDT}', '{96000.1}', '{2}', `{${AT}}`]);
    expect(machine.writers[0]?.drain()).toEqual(['{}', '{}', '{}', '{}']);
    const again = new FeedsMachine();
    const row = { index_name: 'BTC-USDT', index_price: '96000.1', n: '2', at: String(AT) };
    const each = async (query: unknown, visit: (row: never) => void) => {
      if (JSON.stringify(query).includes('reference_price')) visit(row as never);
    };
    await again.load({ rows: async () => [], each });
    expect(digestOf(again)).toEqual(digestOf(machine));
    again.audit();
  });
});
