import { expect, it } from 'vitest';
import { type MarkPattern, markPattern } from './mark-pattern.ts';

/** The assets that a new installation lists. */
const SYMBOLS = 'USDT BTC ETH BNB SOL XRP ADA DOGE TRX LTC DOT LINK AVAX'.split(' ');

/** Cells of one pattern that the other does not have, in either direction. */
function difference(a: MarkPattern, b: MarkPattern): number {
  const key = ([column, row]: readonly [number, number]) => `${column} ${row}`;
  const [x, y] = [new Set(a.cells.map(key)), new Set(b.cells.map(key))];
  return (
    [...x].filter((cell) => !y.has(cell)).length + [...y].filter((cell) => !x.has(cell)).length
  );
}

it('UI-977 the mark of each asset differs from every other, always the same for one symbol', () => {
  for (const [i, symbol] of SYMBOLS.entries()) {
    expect(markPattern(symbol)).toEqual(markPattern(symbol));
    for (const other of SYMBOLS.slice(i + 1)) {
      const cells = difference(markPattern(symbol), markPattern(other));
      expect(cells, `${symbol} and ${other}`).toBeGreaterThanOrEqual(4);
    }
  }
});
