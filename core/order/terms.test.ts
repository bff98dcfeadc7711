import { describe, expect, it } from 'vitest';
import { count, FLAG, packTerms, unpackTerms, word } from './terms.ts';

const KINDS = {
  reduceOnly: FLAG,
  positionSide: word('both', 'long', 'short'),
  trailingPpm: count(100_000),
};

describe('terms that only one product knows', () => {
  it('ORDR-060 are packed in one whole number, 0 for none, and unpacked as they were named', () => {
    const all = { reduceOnly: true, positionSide: 'short', trailingPpm: 99_999 };
    for (const terms of [
      {},
      { reduceOnly: true },
      { positionSide: 'long' },
      { trailingPpm: 100_000 },
      all,
    ]) {
      const packed = packTerms(KINDS, terms);
      expect(Number.isSafeInteger(packed)).toBe(true);
      expect(unpackTerms(KINDS, packed as number)).toEqual(terms);
    }
    expect(packTerms(KINDS, {})).toBe(0);
    const usual = { reduceOnly: false, positionSide: 'both', trailingPpm: 0 };
    expect(packTerms(KINDS, usual)).toBe(0);
    expect(packTerms(KINDS, { reduceOnly: undefined })).toBe(0);
  });

  it('ORDR-060 keep their numbers when another term is declared behind them', () => {
    const packed = packTerms(KINDS, { positionSide: 'short', trailingPpm: 7 });
    const more = { ...KINDS, closePosition: FLAG };
    expect(packTerms(more, { positionSide: 'short', trailingPpm: 7 })).toBe(packed);
    expect(unpackTerms(more, packed as number)).toEqual({ positionSide: 'short', trailingPpm: 7 });
  });

  it.each([
    ['reduceOnly', { reduceOnly: 'true' }],
    ['reduceOnly', { reduceOnly: 1 }],
    ['positionSide', { positionSide: 'up' }],
    ['trailingPpm', { trailingPpm: 100_001 }],
    ['trailingPpm', { trailingPpm: -1 }],
    ['trailingPpm', { trailingPpm: 0.5 }],
    ['trailingPpm', { trailingPpm: '5' }],
    ['leverage', { leverage: 5 }],
    ['toString', { toString: true }],
    ['terms', null as unknown as object],
    ['terms', 'reduceOnly' as unknown as object],
  ])('ORDR-061 are refused with the name of %s', (field, terms) => {
    expect(packTerms(KINDS, terms)).toEqual({ refusal: 'invalidOrder', detail: { field } });
  });
});
