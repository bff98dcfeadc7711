import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { CALLS, type CollateralTerms, GRACE_DAYS, hourInterest, mostHours } from './collateral.ts';
import { percent } from './contract.ts';
import { LENT } from './terms.ts';

/** What a contract of a loan against collateral says beside its terms. */
export interface CollateralContract {
  readonly borrower: string;
  /** The symbol of the collateral, and the version of its terms. */
  readonly asset: string;
  readonly version: number;
  readonly amount: bigint;
  readonly collateral: bigint;
  readonly periodDays: number;
  readonly terms: CollateralTerms;
}

const text = (units: bigint) => formatDecimal(units, SCALE);
const HOURS_A_DAY = 24;

/** How a loan against collateral is named, by its number. */
export const securedNumber = (loanId: number) => `CL-${loanId}`;

/** What it costs to keep one for its period, and at most, with the days of grace. */
export function collateralCost(amount: bigint, periodDays: number, { aprPpm }: CollateralTerms) {
  const each = hourInterest(amount, aprPpm);
  return {
    interest: each * BigInt(periodDays * HOURS_A_DAY),
    most: each * BigInt(mostHours(periodDays)),
  };
}

/**
 * The contract, whole: what is agreed to is the digest of this text. It names no price, which would
 * be another by the time it is read.
 */
export function collateralContractText(contract: CollateralContract): string {
  const { borrower, asset, version, amount, collateral, periodDays, terms } = contract;
  const { initialPpm, callPpm, liquidationPpm, feePpm, aprPpm } = terms;
  const { interest, most } = collateralCost(amount, periodDays, terms);
  return [
    `COLLATERAL LOAN CONTRACT, terms of ${asset}, version ${version}`,
    '',
    `1. Parties. Lender: house:lending of this installation. Borrower: ${borrower}.`,
    `2. Amount. ${text(amount)} ${LENT}, paid to the borrower's currency account at once.`,
    `3. Collateral. ${text(collateral)} ${asset} of the borrower stay in the borrower's account and`,
    '   are held for this loan. More may be added at any time. What is not needed may be released',
    `   as long as the share of clause 6 is at most ${percent(initialPpm)} % after it. Nothing else`,
    '   of the borrower is held: the loan keeps nobody from withdrawing what is not its collateral.',
    `4. Interest. ${percent(aprPpm)} % a year (APR), charged by the hour, one that has begun whole,`,
    '   on the principal not yet repaid, rounded down, without interest on interest.',
    `   If it is kept for all ${periodDays} days it costs ${text(interest)} ${LENT}; it never costs`,
    `   more than ${text(most)} ${LENT} of interest. There are no fees but that of clause 8.`,
    '5. Repayment. Everything or any part at any time without a penalty, interest first. What is',
    '   still owed when the period has ended waits for the borrower for',
    `   ${GRACE_DAYS} more days at the same rate; then collateral pays it by clause 8.`,
    '6. The share is what is owed, with its interest, divided by what the collateral is worth at',
    `   the index ${asset}-${LENT}.`,
    `7. Call. When the share reaches ${percent(callPpm)} % the borrower gets a message, and ${CALLS - 1} more`,
    `   on the way to ${percent(liquidationPpm)} %. A message asks for nothing: collateral may be`,
    '   added, or a part repaid.',
    `8. Repayment out of collateral. When the share reaches ${percent(liquidationPpm)} % at a price of the`,
    '   index, just as much collateral is converted at that price as brings the share back to',
    `   ${percent(initialPpm)} %; the rest stays. ${percent(feePpm)} % of what is converted is its fee. The`,
    '   borrower has a receipt with the price and the arithmetic. Without a fresh price nothing is',
    '   converted.',
    '9. What the collateral cannot pay is the loss of the lender: the borrower never owes it.',
  ].join('\n');
}
