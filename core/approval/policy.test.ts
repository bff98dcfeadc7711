import { describe, expect, it } from 'vitest';
import { BrokenInvariant } from '../num/integer.ts';
import { ApprovalTable, defineApprovals } from './policy.ts';

interface WalletCommands {
  payOutWithdrawal: { readonly withdrawalId: number; readonly amount: number };
  cancelWithdrawal: { readonly withdrawalId: number };
}
interface MarketCommands {
  listMarket: { readonly symbol: string };
}

const HOUR = 3_600_000;
const walletPolicy = {
  needs: 2,
  prepare: 'wallet.prepare',
  decide: 'wallet.approve',
  expiresMs: 24 * HOUR,
} as const;
const wallet = defineApprovals<WalletCommands>({
  payOutWithdrawal: { ...walletPolicy, when: ({ amount }) => !(amount < 1_000) },
});
const markets = defineApprovals<MarketCommands>({
  listMarket: { needs: 3, prepare: 'markets.prepare', decide: 'markets.approve', expiresMs: HOUR },
});
const table = new ApprovalTable([wallet, markets], { samePersonAllowed: false });

describe('what needs approval', () => {
  it('APPR-020 a command that needs approval is refused without one', () => {
    expect(table.commandTypes).toEqual(['payOutWithdrawal', 'listMarket']);
    expect(table.refuseUnapproved('listMarket', { symbol: 'BTCUSDT' })).toBe('approvalNeeded');
    expect(table.refuseUnapproved('cancelWithdrawal', { withdrawalId: 1 })).toBeNull();
    for (const type of ['constructor', 'toString', '__proto__', 'placeOrder', '']) {
      expect([type, table.refuseUnapproved(type, {})]).toEqual([type, null]);
    }
  });

  it('APPR-021 a module decides by the body which commands need approval', () => {
    const asked = (body: object) => table.refuseUnapproved('payOutWithdrawal', body);
    expect(asked({ withdrawalId: 1, amount: 999 })).toBeNull();
    expect(asked({ withdrawalId: 1, amount: 1_000 })).toBe('approvalNeeded');
    expect(asked({ withdrawalId: 1 })).toBe('approvalNeeded');
    expect(table.policyOf('payOutWithdrawal', { amount: 1 })).toBeNull();
  });

  it('APPR-022 only the installation decides whether one person may sign twice', () => {
    const body = { amount: 5_000 };
    const trial = new ApprovalTable([wallet, markets], { samePersonAllowed: true });
    const policy = { ...walletPolicy, samePersonAllowed: false };
    expect(table.policyOf('payOutWithdrawal', body)).toEqual(policy);
    expect(trial.policyOf('payOutWithdrawal', body)).toEqual({
      ...policy,
      samePersonAllowed: true,
    });
  });

  it('APPR-023 a policy for fewer than two, without expiry, or of two modules stops the start', () => {
    const declared = (change: object) => () =>
      defineApprovals<WalletCommands>({ cancelWithdrawal: { ...walletPolicy, ...change } });
    expect(declared({})).not.toThrow();
    for (const needs of [1, 0, -2, 2.5, Number.NaN])
      expect(declared({ needs })).toThrow('two people');
    for (const expiresMs of [0, -1, 1.5, Infinity])
      expect(declared({ expiresMs })).toThrow('expire');
    const twice = () => new ApprovalTable([wallet, wallet], { samePersonAllowed: false });
    expect(twice).toThrow(BrokenInvariant);
  });
});
