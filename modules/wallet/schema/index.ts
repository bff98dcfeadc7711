import { addressCalls, addressLimits, rulesCalls } from './addresses.ts';
import { bankCalls } from './bank.ts';
import { conversionCalls, conversionLimits } from './conversions.ts';
import { depositCalls, depositLimits, depositStaffCalls } from './deposits.ts';
import { proofCalls, proofLimits, proofStaffCalls } from './proofs.ts';
import { reserveCalls, reserveStaffCalls } from './reserves.ts';
import { walletStaffCalls } from './staff.ts';
import { transferCalls } from './transfer.ts';
import { withdrawalCalls, withdrawalLimits } from './withdrawals.ts';

export type * from './addresses.ts';
export type * from './commands.ts';
export type * from './conversions.ts';
export type * from './deposits.ts';
export type { ProofView, QueuedProof } from './proofs.ts';
export type { QueuedWithdrawal, WithdrawalCase } from './staff.ts';
export type { Transferable } from './transfer.ts';
export type { BankView, TimelineEvent, WithdrawalDetails } from './withdrawals.ts';

export const calls = {
  ...{ ...transferCalls, ...depositCalls, ...depositStaffCalls },
  ...{ ...proofCalls, ...proofStaffCalls, ...bankCalls },
  ...{ ...conversionCalls, ...reserveCalls, ...reserveStaffCalls },
  ...{ ...withdrawalCalls, ...walletStaffCalls, ...addressCalls, ...rulesCalls },
};

export const limits = {
  ...depositLimits,
  ...proofLimits,
  ...withdrawalLimits,
  ...addressLimits,
  ...conversionLimits,
};
