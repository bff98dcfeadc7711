import type {} from '@assay/core/schema/registry';

/** How a purchase ends. Until then the house holds what was ordered. */
export const END_STATES = ['released', 'cancelled', 'expired', 'refunded'] as const;
export type EndState = (typeof END_STATES)[number];

/**
 * Why staff let an order go without releasing it. Permanent: the log has them. What was paid on it
 * goes back by the bank.
 */
export const REASONS = [
  'notPaid',
  'otherAmount',
  'otherPayer',
  'sourceUnclear',
  'requiredByLaw',
  'paidLate',
] as const;
export type Reason = (typeof REASONS)[number];

/** A line of a bank statement that fits in everything, or two people who have looked. */
export const GROUNDS = ['exactMatch', 'twoPeople'] as const;
export type Ground = (typeof GROUNDS)[number];

/**
 * `cost`: what the person pays, in `money`. `digest`: the SHA-256 of the order's row in hexadecimal
 * digits, by which its rate, payee, reference and payer are bound. `deadline`: until when it is to
 * be paid.
 */
export interface AcceptPurchase {
  readonly asset: string;
  readonly amount: string;
  readonly money: string;
  readonly cost: string;
  readonly digest: string;
  readonly deadline: number;
}

export interface CancelPurchase {
  readonly purchaseId: number;
}

/** Whoever decides names the order's row too, so that they decide on what they have seen. */
export interface ExpirePurchase extends CancelPurchase {
  readonly digest: string;
}

/**
 * `payment`: the SHA-256 of the line of the bank statement. `rules`: the version of the rules of
 * withdrawals that what is bought pins, as a deposit does.
 */
export interface ReleasePurchase extends ExpirePurchase {
  readonly payment: string;
  readonly rules: number;
  readonly ground: Ground;
}

export interface RefundPurchase extends ExpirePurchase {
  readonly reason: Reason;
}

/** Decimal text. */
export interface Purchase {
  readonly id: number;
  readonly asset: string;
  readonly amount: string;
  readonly money: string;
  readonly cost: string;
  readonly state: 'open' | EndState;
  readonly deadline: number;
  readonly acceptedAt: number;
  readonly changedAt: number;
  /** Of one that was refunded; "" otherwise. */
  readonly reason: Reason | '';
}

/** In the order in which the reasons are checked. */
export const ACCEPT_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownAsset',
  'unknownMoney',
  'invalidAmount',
  'invalidCost',
  'invalidDigest',
  'invalidDeadline',
  'tooManyPurchases',
  'soldOut',
] as const;
export const CANCEL_REFUSALS = ['onlyReal', 'notAllowed', 'unknownPurchase'] as const;
export const EXPIRE_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownPurchase',
  'otherDigest',
  'tooEarly',
] as const;
export const RELEASE_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownPurchase',
  'otherDigest',
  'invalidPayment',
  'invalidRules',
  'invalidGround',
  'noRoom',
] as const;
export const REFUND_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownPurchase',
  'otherDigest',
  'unknownReason',
] as const;

interface Changes<Body, Refusals extends readonly string[]> {
  body: Body;
  outcome: Purchase;
  refusal: Refusals[number];
}

export interface PurchaseChanged {
  readonly type: 'purchaseChanged';
  readonly userId: number;
  readonly purchase: Purchase;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    acceptPurchase: Changes<AcceptPurchase, typeof ACCEPT_REFUSALS>;
    cancelPurchase: Changes<CancelPurchase, typeof CANCEL_REFUSALS>;
    expirePurchase: Changes<ExpirePurchase, typeof EXPIRE_REFUSALS>;
    releasePurchase: Changes<ReleasePurchase, typeof RELEASE_REFUSALS>;
    refundPurchase: Changes<RefundPurchase, typeof REFUND_REFUSALS>;
  }
  interface Facts {
    purchaseChanged: PurchaseChanged;
  }
}
