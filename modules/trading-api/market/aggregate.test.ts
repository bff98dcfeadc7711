import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { aggregateJson, aggregateTrades, type SequencedTrade } from './aggregate.ts';

function made(
  id: number,
  seq: number,
  price: string,
  quantity: string,
  takerSide: 'buy' | 'sell' = 'buy',
): SequencedTrade {
  return { seq, trade: { id, market: 'BTCUSDT', price, quantity, takerSide, at: seq * 10 } };
}

describe('aggregate trades', () => {
  it('TAPI-006 join consecutive trades of one command at one price', () => {
    const joined = aggregateTrades([
      made(1, 7, '10', '0.1'),
      made(2, 7, '10', '0.2'),
      made(3, 7, '11', '0.3'),
      // The same price again, after another: not in a row.
      made(4, 7, '10', '0.4'),
      made(5, 8, '10', '0.5'),
      made(6, 8, '10', '0.6', 'sell'),
    ]);
    expect(joined.map(aggregateJson)).toEqual([
      { a: 1, p: '10', q: '0.3', f: 1, l: 2, T: 70, m: false, M: true },
      { a: 3, p: '11', q: '0.3', f: 3, l: 3, T: 70, m: false, M: true },
      { a: 4, p: '10', q: '0.4', f: 4, l: 4, T: 70, m: false, M: true },
      { a: 5, p: '10', q: '0.5', f: 5, l: 5, T: 80, m: false, M: true },
      { a: 6, p: '10', q: '0.6', f: 6, l: 6, T: 80, m: true, M: true },
    ]);
  });

  it('TAPI-006 cover every trade once, whatever the trades are', () => {
    const dice = createDice(11);
    for (let round = 0; round < 200; round += 1) {
      let seq = 1;
      const trades = Array.from({ length: dice.int(0, 30) }, (_, i) => {
        seq += dice.int(0, 1);
        return made(i + 1, seq, dice.pick(['9', '10']), '0.1', dice.pick(['buy', 'sell']));
      });
      const joined = aggregateTrades(trades);
      const ids = joined.flatMap(({ firstId, lastId }) =>
        Array.from({ length: lastId - firstId + 1 }, (_, i) => firstId + i),
      );
      expect(ids).toEqual(trades.map(({ trade }) => trade.id));
      for (const { firstId, lastId, quantity } of joined) {
        expect(Number(quantity)).toBeCloseTo((lastId - firstId + 1) / 10, 8);
      }
      for (const [i, one] of joined.entries()) {
        const next = joined[i + 1];
        const same = ['seq', 'price', 'takerSide'] as const;
        expect(next === undefined || same.some((name) => one[name] !== next[name])).toBe(true);
      }
    }
  });
});
