import { addressCalls, addressLimits, rulesCalls } from './addresses.ts';
import { bankCalls } from './bank.ts';
import { conversionCalls, conversionLimits } from './conversions.ts';
import { depositCalls, depositLimits, depositStaffCalls } from './deposits.ts';
import { exitPlanCalls } from './exit-plans.ts';
import { proofCalls, proofLimits, proofStaffCalls } from './proofs.ts';
import { recoveryCalls, recoveryLimits, recoveryStaffCalls } from './recoveries.ts';
import { reserveCalls, reserveStaffCalls } from './reserves.ts';
import { resultCalls } from './results.ts';
import { walletStaffCalls } from './staff.ts';
import { transferCalls } from './transfer.ts';
import { withdrawalCalls, withdrawalLimits } from './withdrawals.ts';

export type * from './addresses.ts';
export type * from './commands.ts';
export type * from './conversions.ts';
export type * from './deposits.ts';
export type { ProofView, QueuedProof } from './proofs.ts';
export type { QueuedRecovery, RecoveryView } from './recoveries.ts';
export type { HoldingView, RateView } from './results.ts';
export type { QueuedWithdrawal, WithdrawalCase } from './staff.ts';
export type { Transferable } from './transfer.ts';
export type { BankView, TimelineEvent, WithdrawalDetails } from './withdrawals.ts';

export const calls = {
  ...{ ...transferCalls, ...depositCalls, ...depositStaffCalls },
  ...{ ...proofCalls, ...proofStaffCalls, ...bankCalls },
  ...{ ...recoveryCalls, ...recoveryStaffCalls },
  ...{ ...conversionCalls, ...reserveCalls, ...reserveStaffCalls, ...resultCalls },
  ...{ ...withdrawalCalls, ...exitPlanCalls, ...walletStaffCalls, ...addressCalls, ...rulesCalls },
};

export const limits = {
  ...depositLimits,
  ...proofLimits,
  ...recoveryLimits,
  ...withdrawalLimits,
  ...addressLimits,
  ...conversionLimits,
};
