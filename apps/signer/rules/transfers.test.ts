import { createDice, type Dice } from '@assay/core/testing/dice';
import type { Hex } from 'ox/Hex';
import { encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { balanceCall, callOf } from './transfers.ts';

const CASES = 1_000;

const addressOf = (dice: Dice): Hex =>
  `0x${Array.from({ length: 20 }, () => dice.int(0, 255).toString(16).padStart(2, '0')).join('')}`;

describe('the calls of a token', () => {
  it('SIGN-005 are those that another library makes of the same', () => {
    const dice = createDice(9);
    for (let tried = 0; tried < CASES; tried += 1) {
      const [token, sender, recipient] = [addressOf(dice), addressOf(dice), addressOf(dice)];
      const edge = 1n << BigInt(dice.int(0, 256));
      const amount = dice.pick([0n, 1n, edge - 1n, edge >> 1n, BigInt(dice.int(0, 2 ** 31))]);
      const args = [recipient, amount] as const;
      expect(callOf({ token, sender, recipient, amount })).toEqual({
        ...{ to: token, value: 0n },
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
      });
      expect(balanceCall(sender)).toBe(
        encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [sender] }),
      );
    }
    const [token, sender, recipient] = [addressOf(dice), addressOf(dice), addressOf(dice)];
    for (const amount of [-1n, 1n << 256n]) {
      expect(() => callOf({ token, sender, recipient, amount })).toThrow();
    }
    expect(() => callOf({ token, sender, recipient: '0x12', amount: 1n })).toThrow();
  });
});
