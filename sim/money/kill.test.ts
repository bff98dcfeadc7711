import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { killMoney } from './campaign.ts';

const KILLS = 20;

it('WDRL-120 killed at 20 steps between a first block or a request and the end, the chain has what the ledger says', async () => {
  const { findings, kills, at, totals } = await killMoney(KILLS, createDice(20_261_126));
  expect(findings).toEqual([]);
  expect(kills).toBe(KILLS);
  expect(Object.keys(at).length).toBeGreaterThan(KILLS / 2);
  expect([totals.deposits > 0, totals.payouts > 0]).toEqual([true, true]);
}, 1_800_000);
