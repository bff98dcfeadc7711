import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { killMoney } from './campaign.ts';
import type { Part } from './house.ts';
import { type Kill, type Moment, stepOf } from './traps.ts';

/** A payout from its approval to its confirmation; the server is also who watches the chain. */
const PLAN = (
  [
    ['approveWithdrawal', 'within', 'server'],
    ['a block is read', 'after', 'signer'],
    ['approveWithdrawal', 'after', 'signer'],
    ['who pays is written', 'after', 'server'],
    ['who pays is written', 'within', 'signer'],
    ['payWithdrawal', 'within', 'server'],
    ['payWithdrawal', 'after', 'signer'],
    ['a nonce is taken', 'within', 'signer'],
    ['a nonce is taken', 'after', 'signer'],
    ['bytes are signed', 'within', 'signer'],
    ['bytes are signed', 'after', 'signer'],
    ['bytes are signed', 'after', 'server'],
    ['a payout is final', 'within', 'signer'],
    ['a payout is final', 'after', 'signer'],
    ['a payout is noted', 'after', 'signer'],
    ['a block is read', 'within', 'server'],
    ['a payout is noted', 'after', 'server'],
    ['a payout is noted', 'within', 'signer'],
    ['settleWithdrawal', 'within', 'server'],
    ['settleWithdrawal', 'after', 'signer'],
  ] as const satisfies readonly (readonly [string, Moment, Part])[]
).map(([name, moment, victim]): Kill => ({ step: stepOf(name), moment, victim }));

/** A withdrawal asks for two hashes of passwords, which are most of what a campaign costs. */
const CROWD = { people: 2, everyMs: 1_500, gifts: 2, mostOpen: 4 };

it('SIGN-050 SIGN-090 server, watcher and signer killed at each step from approval to confirmation: the chain has what the ledger says to the unit, no payout twice, none forgotten', async () => {
  const report = await killMoney(PLAN.length, createDice(3), { plan: PLAN, crowd: CROWD });
  expect(report.findings).toEqual([]);
  expect(Object.keys(report.at)).toHaveLength(20);
  expect(report.totals.payouts).toBeGreaterThan(5);
  expect(report.totals.onChain).toBe(report.totals.inLedger);
}, 1_200_000);
