import { defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { SetLoanProduct, WriteOffLoan } from './schema/commands.ts';

const money = {
  needs: 2,
  prepare: 'wallet.prepare',
  decide: 'wallet.approve',
  expiresMs: DAY,
} as const;
const terms = { ...money, prepare: 'house.prepare', decide: 'house.approve' } as const;

/** Everything that decides on somebody's loan, and the terms for all, takes two people. */
export const approvals = defineApprovals<{
  approveLoan: object;
  refuseLoan: object;
  confirmRepayment: object;
  refuseRepayment: object;
  writeOffLoan: WriteOffLoan;
  setLoanProduct: SetLoanProduct;
}>({
  approveLoan: money,
  refuseLoan: money,
  confirmRepayment: money,
  refuseRepayment: money,
  writeOffLoan: money,
  setLoanProduct: terms,
});
