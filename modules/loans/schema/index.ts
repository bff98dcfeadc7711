import { loanCalls, loanLimits } from './person.ts';
import { loanStaffCalls } from './staff.ts';

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

export const calls = { ...loanCalls, ...loanStaffCalls };

export const limits = loanLimits;
