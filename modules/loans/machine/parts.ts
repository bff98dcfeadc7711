import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Assets, LedgerMachine } from '@assay/modules/ledger';
import type { WalletMachine } from '@assay/modules/wallet';
import type { Parts } from '../rules/index.ts';
import type {} from '../schema/commands.ts';

export type LoanRules = RulesFor<
  | 'listLoanProduct'
  | 'setLoanProduct'
  | 'offerLoan'
  | 'endLoanOffer'
  | 'signLoan'
  | 'repayLoan'
  | 'creditRepayment'
  | 'chargeLoans'
  | 'writeOffLoan'
>;

export interface LoansOptions {
  readonly realm: Realm;
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly wallet: Pick<WalletMachine, 'noteDeposit'>;
  /** Days that one command charges at most; tests make it small. */
  readonly slice?: number | undefined;
}

const DIGEST = /^[0-9a-f]{64}$/;

export const text = (units: bigint) => formatDecimal(units, SCALE);

export const textsOf = ({ penalty, interest, principal }: Parts) => ({
  ...{ penalty: text(penalty), interest: text(interest), principal: text(principal) },
});

export function isDigest(value: unknown): boolean {
  return typeof value === 'string' && DIGEST.test(value);
}
