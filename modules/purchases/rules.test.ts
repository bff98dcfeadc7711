import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  costOf,
  type Difference,
  differencesOf,
  groundOf,
  type Owed,
  plainName,
  type Rate,
  referenceOf,
  referencesIn,
} from './rules.ts';

const ONE = 100_000_000n;
const CENT = 1_000_000n;
const rate = (units: bigint): Rate => ({ units, at: 0, source: 'index', tick: 1 });

describe('what an order costs', () => {
  it('BUYS-010 100 USDT at 1.08 and a margin of 1 % cost 93.52, and rounding is never for the buyer', () => {
    expect(costOf(100n * ONE, rate(108_000_000n), 10_000)).toBe(9_352_000_000n);
    expect(costOf(100n * ONE, rate(ONE), 0)).toBe(100n * ONE);
    const units = fc.bigInt({ min: 1n, max: 20_000n * ONE });
    const rates = fc.bigInt({ min: 1_000_000n, max: 1_000n * ONE }).map(rate);
    fc.assert(
      fc.property(units, units, rates, fc.nat(100_000), (a, b, at, margin) => {
        const cost = costOf(a, at, margin);
        expect(cost % CENT).toBe(0n);
        expect(cost * at.units * 1_000_000n).toBeGreaterThanOrEqual(
          a * (1_000_000n + BigInt(margin)) * ONE,
        );
        expect((cost - CENT) * at.units * 1_000_000n).toBeLessThan(
          a * (1_000_000n + BigInt(margin)) * ONE,
        );
        expect(costOf(a + b, at, margin)).toBeLessThanOrEqual(cost + costOf(b, at, margin));
      }),
    );
  });
});

const dice = fc.uint8Array({ minLength: 9, maxLength: 9 });

describe('references', () => {
  it('BUYS-011 are found in what people write, and a slip is no other order', () => {
    const signs = [...'2345679ACDEFGHJKMNPQRSTUVWXYZ'];
    fc.assert(
      fc.property(dice, fc.nat(9), fc.nat(28), (bytes, at, by) => {
        const reference = referenceOf(bytes);
        expect(referencesIn(`Re: ${reference.toLowerCase().replace('-', ' - ')} thanks`)).toEqual([
          reference,
        ]);
        const letters = [...reference.slice(3)];
        const slip = letters.with(at, signs[by]!).join('');
        if (slip !== letters.join('')) expect(referencesIn(`QB-${slip}`)).toEqual([]);
        if (at === 9) return;
        const swapped = letters
          .with(at, letters[at + 1]!)
          .with(at + 1, letters[at]!)
          .join('');
        if (swapped !== letters.join('')) expect(referencesIn(`QB-${swapped}`)).toEqual([]);
      }),
    );
  });
});

const owed: Owed = {
  ...{ account: 'DE1', currency: 'EUR', cost: 9_352_000_000n, payer: 'Zoë Müller' },
  reference: referenceOf(new Uint8Array(9)),
  lastDay: '2026-11-26',
};

describe('who releases', () => {
  it('BUYS-012 by the table of differences', () => {
    const { cost: amount, ...same } = owed;
    const paid = {
      ...{ ...same, amount, remittance: `order ${owed.reference}` },
      bookedOn: '2026-11-26',
    };
    expect(differencesOf(paid, owed)).toEqual([]);
    expect(differencesOf({ ...paid, payer: 'ZOE  MULLER.' }, owed)).toEqual([]);
    const table: [object, Difference[], string | null][] = [
      [{}, [], 'exactMatch'],
      [{ payer: 'Zoe Miller' }, ['payer'], 'twoPeople'],
      [{ payer: '' }, ['payer'], 'twoPeople'],
      [{ remittance: 'no number' }, ['reference'], 'twoPeople'],
      [{ amount: amount - CENT }, ['amount'], null],
      [{ amount: amount + CENT }, ['amount'], null],
      [{ currency: 'USD' }, ['currency'], null],
      [{ account: 'DE2', payer: 'X' }, ['account', 'payer'], null],
      [{ bookedOn: '2026-11-27' }, ['late'], null],
    ];
    for (const [change, differences, ground] of table) {
      const found = differencesOf({ ...paid, ...change }, owed);
      expect([found, groundOf(found)]).toEqual([differences, ground]);
    }
    expect(plainName('O’Brien-Šimić, Dr.')).toBe('O BRIEN SIMIC DR');
  });
});
