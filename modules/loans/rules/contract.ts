import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { loanOf } from './books.ts';
import { aprPpm, interestOf, LENT, type LoanTerms } from './terms.ts';

/** What a contract says beside its terms. */
export interface Contract {
  readonly number: string;
  readonly lender: string;
  readonly borrower: string;
  readonly terms: LoanTerms;
}

const text = (units: bigint) => formatDecimal(units, SCALE);
const DIGITS = 6;
const PERCENT_SCALE = 4;

/** `0.05` for 500 millionths. */
export const percent = (ppm: number) => formatDecimal(BigInt(ppm), PERCENT_SCALE);

/** The number of a loan, by that of its application. */
export const loanNumber = (applicationId: number) =>
  `LN-${String(applicationId).padStart(DIGITS, '0')}`;

/**
 * The contract, whole: what is signed is the digest of this text. It names the borrower by the
 * number of the account only, because its digest stays for good.
 */
export function contractText({ number, lender, borrower, terms }: Contract): string {
  const { schedule, cap } = loanOf(terms);
  const { amount, dailyPpm, periodDays, instalments, method, lateHundredths } = terms;
  const interest = interestOf(schedule);
  const late = formatDecimal(BigInt(lateHundredths), 2);
  const way = method === 'equal' ? 'equal instalments' : 'interest first, the principal last';
  const rows = schedule.map(
    (one) =>
      `   ${one.n}. by day ${one.day}: principal ${text(one.principal)}, interest ${text(one.interest)}`,
  );
  return [
    `LOAN CONTRACT ${number}`,
    '',
    `1. Parties. Lender: ${lender}. Borrower: ${borrower}.`,
    `2. Amount. The lender lends ${text(amount)} USD, paid out as ${text(amount)} ${LENT} to the`,
    `   borrower's currency account at once when the borrower signs. All amounts of this contract`,
    `   are in USD and are paid in ${LENT}, one for one.`,
    `3. Period. ${periodDays} days of 24 hours from the payment; a day that has begun counts whole.`,
    `4. Interest. ${percent(dailyPpm)} % for each day on the principal not yet repaid, without`,
    `   interest on interest. Yearly rate (APR): ${percent(aprPpm(terms))} %. There are no fees.`,
    `5. Repayment in ${instalments} part(s), ${way}:`,
    ...rows,
    `   Total: ${text(amount + interest)}, of which interest ${text(interest)}.`,
    `6. Early repayment. Everything or any part may be repaid at any time without a penalty;`,
    `   interest ends with what was repaid.`,
    `7. Overdue. Principal that is overdue costs ${late} times the daily rate for each day in`,
    `   place of interest. All penalties together are at most ${text(cap)}. The loan never costs`,
    `   more than ${text(interest + cap)}.`,
    `8. A payment goes to penalties first, then interest, then principal.`,
    `9. Nothing of the borrower is held for this loan: it never keeps anybody from withdrawing.`,
  ].join('\n');
}
