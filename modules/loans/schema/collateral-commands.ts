import type {} from '@assay/core/schema/registry';

/** How a loan ends: repaid by its person, by its collateral, or with a loss of the pool. */
export const COLLATERAL_ENDS = ['repaid', 'taken', 'short'] as const;
export type CollateralEnd = (typeof COLLATERAL_ENDS)[number];

/** What happens to one. Permanent. `callEnded`: its share is well below that of the call again. */
export const COLLATERAL_EVENTS = [
  ...(['opened', 'added', 'released', 'repaid', 'called', 'callEnded'] as const),
  /** Collateral has paid: back to the initial share, or all because its time was over. */
  ...(['taken', 'matured'] as const),
] as const;
export type CollateralWhat = (typeof COLLATERAL_EVENTS)[number];

/** The terms of an asset as collateral, whole; shares in millionths, amounts as decimal text. */
export interface SetCollateral {
  readonly asset: string;
  readonly isOpen: boolean;
  readonly initialPpm: number;
  readonly callPpm: number;
  readonly liquidationPpm: number;
  readonly feePpm: number;
  readonly aprPpm: number;
  /** Of one loan; and what may be lent against the asset in all. */
  readonly least: string;
  readonly most: string;
  readonly capacity: string;
}

export interface OpenCollateralLoan {
  readonly asset: string;
  /** That of the terms which the person has read. */
  readonly version: number;
  readonly amount: string;
  readonly collateral: string;
  readonly periodDays: number;
  /** The SHA-256 of the text that was agreed to. */
  readonly contract: string;
}

export interface CollateralChange {
  readonly loanId: number;
  /** Of collateral for adding and releasing; for repaying, at most so much. */
  readonly amount: string;
}

/** A loan as its owner sees it; amounts as decimal text. */
export interface CollateralRecord {
  readonly id: number;
  readonly state: 'open' | CollateralEnd;
  readonly asset: string;
  readonly amount: string;
  readonly collateral: string;
  /** As far as it was charged. */
  readonly owed: string;
}

/** In the order in which the reasons are checked. */
export const COLLATERAL_TERMS_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownAsset',
  'invalidLoanAmounts',
  'invalidTerms',
] as const;
export const OPEN_COLLATERAL_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownCollateral',
  'collateralClosed',
  'loanTermsMoved',
  'invalidLoanPeriod',
  'invalidAmount',
  'invalidCollateral',
  'invalidContract',
  'tooManyLoans',
  'noCollateralPrice',
  'ltvTooHigh',
  'insufficientCollateral',
  'collateralSoldOut',
] as const;
export const ADD_COLLATERAL_REFUSALS = [
  'onlyReal',
  'unknownLoan',
  'invalidCollateral',
  'insufficientCollateral',
] as const;
export const RELEASE_COLLATERAL_REFUSALS = [
  'onlyReal',
  'unknownLoan',
  'invalidCollateral',
  'noCollateralPrice',
  'ltvTooHigh',
] as const;
export const REPAY_COLLATERAL_REFUSALS = [
  'onlyReal',
  'unknownLoan',
  'invalidAmount',
  'insufficientToRepay',
] as const;

export const WORK_COLLATERAL_TICKS_REFUSALS = ['notAllowed', 'nothingDue'] as const;

interface TermsSet {
  readonly asset: string;
  readonly version: number;
  /** When they take effect: a day later where they are worse for whoever borrows. */
  readonly from: number;
}

export interface CollateralPaid {
  readonly loan: CollateralRecord;
  readonly interest: string;
  readonly principal: string;
}

export interface CollateralChanged {
  readonly type: 'collateralLoanChanged';
  readonly userId: number;
  readonly loan: CollateralRecord;
  readonly what: CollateralWhat;
  /** Collateral that was moved or converted, what that paid, and what the pool has lost. */
  readonly collateral: string;
  readonly paid: string;
  readonly lost: string;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    /** The terms that an installation begins with. */
    listCollateral: {
      body: SetCollateral;
      outcome: TermsSet;
      refusal: (typeof COLLATERAL_TERMS_REFUSALS)[number] | 'alreadyListed';
    };
    setCollateral: {
      body: SetCollateral;
      outcome: TermsSet;
      refusal: (typeof COLLATERAL_TERMS_REFUSALS)[number];
    };
    openCollateralLoan: {
      body: OpenCollateralLoan;
      outcome: CollateralRecord;
      refusal: (typeof OPEN_COLLATERAL_REFUSALS)[number];
    };
    addCollateral: {
      body: CollateralChange;
      outcome: CollateralRecord;
      refusal: (typeof ADD_COLLATERAL_REFUSALS)[number];
    };
    releaseCollateral: {
      body: CollateralChange;
      outcome: CollateralRecord;
      refusal: (typeof RELEASE_COLLATERAL_REFUSALS)[number];
    };
    repayCollateralLoan: {
      body: CollateralChange;
      outcome: CollateralPaid;
      refusal: (typeof REPAY_COLLATERAL_REFUSALS)[number];
    };
    /** Goes on with ticks whose loans were too many for one command. */
    workCollateralTicks: {
      body: object;
      outcome: { readonly left: number };
      refusal: (typeof WORK_COLLATERAL_TICKS_REFUSALS)[number];
    };
  }
  interface Facts {
    collateralLoanChanged: CollateralChanged;
  }
}
