import { collateralCalls, collateralStaffCalls } from './collateral.ts';
import { loanCalls, loanLimits } from './person.ts';
import { loanStaffCalls } from './staff.ts';

export type {
  CollateralEventView,
  CollateralTermsView,
  SecuredLoanView,
} from './collateral.ts';
export type * from './collateral-commands.ts';
export type * from './commands.ts';
export type {
  DocumentKind,
  InstalmentView,
  LoanDetail,
  LoanProductView,
  LoanStage,
  LoanView,
  RepaymentView,
} from './person.ts';
export { DOCUMENTS } from './person.ts';
export type { LoanCase, QueuedLoan, StaffProduct, WaitingRepayment } from './staff.ts';

export const calls = {
  ...{ ...loanCalls, ...collateralCalls },
  ...{ ...loanStaffCalls, ...collateralStaffCalls },
};

export const limits = loanLimits;
