import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { SetLoanProduct, WriteOffLoan } from './schema/commands.ts';

const [money, terms] = [byTwo('wallet'), byTwo('house')];

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
