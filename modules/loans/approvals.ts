import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { SetCollateral } from './schema/collateral-commands.ts';
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
  setCollateral: SetCollateral;
}>({
  approveLoan: money,
  refuseLoan: money,
  confirmRepayment: money,
  refuseRepayment: money,
  writeOffLoan: money,
  setLoanProduct: terms,
  setCollateral: terms,
});
