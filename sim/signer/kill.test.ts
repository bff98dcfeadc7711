import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { killSigner } from './campaign.ts';

it('SIGN-050 killed at 20 steps between writing down and confirmation, the chain has what the ledger says, each payout once', async () => {
  const { findings, payouts, at } = await killSigner(20, createDice(7));
  expect(findings).toEqual([]);
  expect(payouts).toBeGreaterThan(10);
  expect(Object.keys(at).length).toBeGreaterThan(2);
}, 600_000);
