import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { smallValue } from './rules.ts';

const terms = { minQuantity: 1_000n, minNotional: 500_000_000n };

it('WALL-100 small is what no order can sell; value down, fee up, to the unit', () => {
  // 0.00000999 at 90,000.01 is 0.8991000999 exactly; 0.2 % of it 0.0017982001.
  const small = smallValue({ ...terms, amount: 999n, price: 9_000_001_000_000n });
  expect(small).toEqual({ value: 89_910_009n, fee: 179_821n, paid: 89_730_188n });
  // At least the least quantity, and worth less than an order.
  expect(smallValue({ ...terms, amount: 5_000n, price: 9_000_000_000_000n })).not.toBeNull();
  // An order can sell it.
  expect(smallValue({ ...terms, amount: 5_556n, price: 9_000_000_000_000n })).toBeNull();
  expect(smallValue({ ...terms, amount: 0n, price: 9_000_000_000_000n })).toBeNull();
  // Worth one unit, which is the fee.
  expect(smallValue({ ...terms, amount: 1n, price: 100_000_000n })).toBeNull();
});

it('WALL-100 nobody gains by pieces: of any amount in two parts no more is paid', () => {
  const dice = createDice(3);
  for (let round = 0; round < 5_000; round += 1) {
    const price = BigInt(dice.int(1, 9_000_000)) * BigInt(dice.int(1, 1_000_000));
    const [a, b] = [BigInt(dice.int(1, 999)), BigInt(dice.int(1, 999))];
    const huge = { minQuantity: 10_000n, minNotional: 1n };
    const paid = (amount: bigint) => smallValue({ ...huge, amount, price })?.paid ?? 0n;
    expect(paid(a) + paid(b) <= paid(a + b)).toBe(true);
  }
});
