import { describe, expect, it } from 'vitest';
import { boundsOf, chosen, differenceOf, type Outgoings } from './rules.ts';

const NONE: Outgoings = { underWay: [], paidByHand: 0n, payingByHand: 0n, costAtMost: 0n };
const place = (address: string, expected: bigint) => ({ address, expected });

describe('what custody should have', () => {
  it('RECO-001 is what the rows say, with what the house has of its own, to the unit', () => {
    const read = [place('a', 70n), place('hot', 30n)];
    expect(boundsOf(read, 5n, NONE)).toEqual({ least: 105n, most: 105n });
    expect(boundsOf(read, 5n, { ...NONE, paidByHand: 4n })).toEqual({ least: 101n, most: 101n });
    expect([104n, 105n, 107n].map((has) => differenceOf(has, { least: 105n, most: 105n }))).toEqual(
      [-1n, 0n, 2n],
    );
  });

  it.each([
    ['a payout', { sender: 'hot', recipient: 'x', pays: true }, { least: 90n, most: 100n }],
    [
      'a payout to somebody here',
      { sender: 'hot', recipient: 'a', pays: true },
      { least: 90n, most: 100n },
    ],
    [
      'a sweep of what is read',
      { sender: 'a', recipient: 'hot', pays: false },
      { least: 100n, most: 100n },
    ],
    [
      'a sweep of what is not',
      { sender: 'b', recipient: 'hot', pays: false },
      { least: 100n, most: 110n },
    ],
    [
      'to a cold address not counted',
      { sender: 'hot', recipient: 'cold', pays: false },
      { least: 90n, most: 100n },
    ],
  ])('RECO-002 %s under way leaves room for itself and no more', (_, ends, bounds) => {
    const read = [place('a', 70n), place('hot', 30n)];
    const underWay = [{ ...ends, amount: 10n }];
    expect(boundsOf(read, 0n, { ...NONE, underWay })).toEqual(bounds);
  });

  it('RECO-003 of many addresses each is read in turn, those of custody always', () => {
    const all = Array.from({ length: 25 }, (_, n) => place(`p${n}`, BigInt(n)));
    const seen = new Set<string>();
    for (let turn = 0; turn < 4; turn += 1) {
      const read = chosen([place('hot', 0n), ...all], (one) => one === 'hot', turn, 8);
      expect(read).toHaveLength(8);
      expect(read[0]?.address).toBe('hot');
      for (const { address } of read) seen.add(address);
    }
    // p0 should have nothing and is not read.
    expect(seen.size).toBe(25);
  });
});
