import type {} from '@assay/core/schema/registry';
import type { Method } from '../rules/index.ts';

/** What an offer and a loan are while they are open, and how they end. Permanent. */
export const OPEN_STATES = ['offered', 'issued', 'overdue'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
export const END_STATES = ['repaid', 'declined', 'lapsed', 'writtenOff'] as const;
export type EndState = (typeof END_STATES)[number];

/** The terms of a product, whole; amounts are decimal text. The same for everybody. */
export interface SetLoanProduct {
  /** Its name for good. */
  readonly product: string;
  readonly isOpen: boolean;
  /** Who lends, as contracts name it. */
  readonly lender: string;
  readonly least: string;
  readonly most: string;
  readonly dailyPpm: number;
  readonly periodDays: number;
  readonly instalments: number;
  readonly method: Method;
  readonly lateHundredths: number;
  readonly capPpm: number;
}

/**
 * `application`: the SHA-256 of its row; `contract`: that of the text that is signed. `offerUntil`:
 * until when it is to be signed.
 */
export interface OfferLoan {
  readonly userId: number;
  readonly product: string;
  /** That of the product when it was applied for. */
  readonly version: number;
  readonly amount: string;
  readonly application: string;
  readonly contract: string;
  readonly offerUntil: number;
}

export interface LoanId {
  readonly loanId: number;
}

export interface SignLoan extends LoanId {
  readonly contract: string;
}

export interface RepayLoan extends LoanId {
  /** At most so much; never more than is owed. */
  readonly amount: string;
}

/** A payment from outside that two people have confirmed; `payment`: the digest of its row. */
export interface CreditRepayment extends RepayLoan {
  readonly payment: string;
  /** The version of the rules of withdrawals that is pinned by it, as by a deposit. */
  readonly rules: number;
}

export interface WriteOffLoan extends LoanId {
  readonly reason: string;
}

/** A loan as its owner sees it; amounts as decimal text. */
export interface LoanRecord {
  readonly id: number;
  readonly state: OpenState | EndState;
  readonly application: string;
  readonly amount: string;
  readonly offerUntil: number;
  readonly issuedAt: number;
  readonly repaid: string;
  /** What is owed, as far as it was charged. */
  readonly owed: string;
  readonly overdueDays: number;
}

export interface LoanPaid {
  readonly loan: LoanRecord;
  readonly penalty: string;
  readonly interest: string;
  readonly principal: string;
}

/** In the order in which the reasons are checked. */
export const PRODUCT_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'invalidLoanProduct',
  'invalidLoanLender',
  'invalidLoanAmounts',
  'invalidTerms',
] as const;
export const OFFER_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownUser',
  'unknownLoanProduct',
  'unknownAsset',
  'invalidAmount',
  'invalidDigest',
  'invalidContract',
  'invalidDeadline',
  'alreadyOffered',
  'tooManyLoans',
  'lendingPoolShort',
] as const;
export const SIGN_REFUSALS = [
  'onlyReal',
  'unknownLoan',
  'wrongLoanState',
  'loanOfferOver',
  'otherLoanContract',
] as const;
export const END_REFUSALS = ['onlyReal', 'unknownLoan', 'wrongLoanState', 'tooEarly'] as const;
export const REPAY_REFUSALS = [
  'onlyReal',
  'unknownLoan',
  'wrongLoanState',
  'invalidAmount',
  'insufficientToRepay',
] as const;
export const CREDIT_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownLoan',
  'wrongLoanState',
  'invalidAmount',
  'invalidPayment',
  'invalidRules',
  'noRoom',
] as const;
type ChargeRefusal = 'notAllowed' | 'nothingDue';
export const WRITE_OFF_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownLoan',
  'loanNotOverdue',
  'invalidReason',
] as const;

interface ProductSet {
  readonly product: string;
  readonly version: number;
}

export interface LoanChanged {
  readonly type: 'loanChanged';
  readonly userId: number;
  readonly loan: LoanRecord;
  /** Whether it is in another state than before. */
  readonly hasMoved: boolean;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    /** The products that an installation begins with. */
    listLoanProduct: {
      body: SetLoanProduct;
      outcome: ProductSet;
      refusal: (typeof PRODUCT_REFUSALS)[number] | 'alreadyListed';
    };
    setLoanProduct: {
      body: SetLoanProduct;
      outcome: ProductSet;
      refusal: (typeof PRODUCT_REFUSALS)[number];
    };
    offerLoan: { body: OfferLoan; outcome: LoanRecord; refusal: (typeof OFFER_REFUSALS)[number] };
    /** By its owner, or once its time is over. */
    endLoanOffer: { body: LoanId; outcome: LoanRecord; refusal: (typeof END_REFUSALS)[number] };
    signLoan: { body: SignLoan; outcome: LoanRecord; refusal: (typeof SIGN_REFUSALS)[number] };
    repayLoan: { body: RepayLoan; outcome: LoanPaid; refusal: (typeof REPAY_REFUSALS)[number] };
    creditRepayment: {
      body: CreditRepayment;
      outcome: LoanPaid;
      refusal: (typeof CREDIT_REFUSALS)[number];
    };
    /** Charges days that have begun, some of them: `left` says whether there are more. */
    chargeLoans: {
      body: Readonly<Record<string, never>>;
      outcome: { readonly days: number; readonly left: boolean };
      refusal: ChargeRefusal;
    };
    writeOffLoan: {
      body: WriteOffLoan;
      outcome: LoanRecord;
      refusal: (typeof WRITE_OFF_REFUSALS)[number];
    };
  }
  interface Facts {
    loanChanged: LoanChanged;
  }
}
