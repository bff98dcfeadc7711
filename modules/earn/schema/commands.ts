import type {} from '@assay/core/schema/registry';
import type { LegalCode, Payout } from '../rules.ts';

/** From the acceptance on; until it is paid; and after a redemption that the law forbids. */
export const CUSTODY_STATES = ['custody', 'redeeming', 'rejected'] as const;
/** At the end of the term; before it; and with the virtual account that had it. */
export const END_STATES = ['completed', 'redeemed', 'closed'] as const;
export type CustodyState = (typeof CUSTODY_STATES)[number];
export type EndState = (typeof END_STATES)[number];

/**
 * Why a term was the last although it was to be renewed: nothing like it is offered, what is
 * offered is worse, or its yield is not there; "" otherwise.
 */
export const RENEWALS = ['', 'notOffered', 'worseTerms', 'earnSoldOut'] as const;
export type NotRenewed = (typeof RENEWALS)[number];

/** The terms of a product, whole and the same for everybody; amounts in units of 1e-8. */
export interface SetEarnProduct {
  readonly product: string;
  readonly asset: string;
  readonly status: 'open' | 'closed';
  readonly cycleDays: number;
  /** Billionths of the principal, each day. */
  readonly dailyPpb: number;
  readonly payout: Payout;
  /** The share of what was earned that an early redemption costs, in millionths. */
  readonly costPpm: number;
  /** Of an order; and of all orders of one person. */
  readonly least: number;
  readonly most: number;
  readonly mostPerson: number;
  /** The most principal of all persons together. */
  readonly quota: number;
}

export interface SubscribeEarn {
  readonly product: string;
  /** Decimal text. */
  readonly amount: string;
  /** The terms that the person has seen. */
  readonly version: number;
  readonly renews: boolean;
}

export interface RedeemEarn {
  readonly orderId: number;
  /** The most that it may cost, as decimal text: what the person was shown. */
  readonly cost: string;
}

/** A custody order as its owner sees it; amounts as decimal text. */
export interface EarnOrderView {
  readonly id: number;
  /** The terms of an order that is renewed are counted from 1. */
  readonly term: number;
  readonly product: string;
  readonly asset: string;
  readonly principal: string;
  readonly cycleDays: number;
  readonly dailyPpb: number;
  readonly payout: Payout;
  readonly costPpm: number;
  readonly acceptedAt: number;
  /** The first instant that counts, and the last: whole days in UTC. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly daysLeft: number;
  /** What was credited, and what the whole term brings. */
  readonly earned: string;
  readonly total: string;
  readonly renews: boolean;
  readonly state: CustodyState | EndState;
  /** Why a redemption was rejected; "" otherwise. */
  readonly code: LegalCode | '';
  readonly notRenewed: NotRenewed;
  /** Of a redemption: when it was asked for, by when it is paid, its cost; 0 and "" without. */
  readonly askedAt: number;
  readonly dueAt: number;
  readonly cost: string;
  /** For days by which a redemption was late. */
  readonly lateYield: string;
  readonly endedAt: number;
}

/** In the order in which the reasons are checked. */
export const SUBSCRIBE_REFUSALS = [
  'notAllowed',
  'unknownEarnProduct',
  'earnClosed',
  'earnTermsChanged',
  'invalidEarnAmount',
  'earnBelowLeast',
  'earnAboveMost',
  'earnPersonLimit',
  'tooManyEarnOrders',
  'insufficientBalance',
  'earnSoldOut',
] as const;
export const REDEEM_REFUSALS = [
  'unknownEarnOrder',
  'notInCustody',
  'invalidEarnCost',
  'endsSooner',
  'earnCostChanged',
] as const;
type SetRefusal = 'notAllowed' | 'invalidEarnProduct' | 'unknownAsset' | 'invalidTerms';
type RejectRefusal = 'notAllowed' | 'unknownEarnOrder' | 'notRedeeming' | 'unknownCode';

declare module '@assay/core/schema/registry' {
  interface Commands {
    listEarnProduct: {
      body: SetEarnProduct;
      outcome: { readonly product: string; readonly version: number };
      refusal: SetRefusal | 'alreadyListed';
    };
    setEarnProduct: {
      body: SetEarnProduct;
      outcome: { readonly product: string; readonly version: number };
      refusal: SetRefusal | 'otherAsset';
    };
    subscribeEarn: {
      body: SubscribeEarn;
      outcome: EarnOrderView;
      refusal: (typeof SUBSCRIBE_REFUSALS)[number];
    };
    renewEarn: {
      body: { readonly orderId: number; readonly renews: boolean };
      outcome: EarnOrderView;
      refusal: 'unknownEarnOrder' | 'notInCustody' | 'invalidChoice';
    };
    redeemEarn: {
      body: RedeemEarn;
      outcome: EarnOrderView;
      refusal: (typeof REDEEM_REFUSALS)[number];
    };
    rejectRedemption: {
      body: { readonly orderId: number; readonly code: LegalCode };
      outcome: EarnOrderView;
      refusal: RejectRefusal;
    };
    /** Books days that have ended and pays what is due, as far as one command may. */
    workEarn: {
      body: Readonly<Record<string, never>>;
      outcome: { readonly work: number };
      refusal: 'notAllowed' | 'nothingDue';
    };
  }
  interface Facts {
    earnChanged: {
      readonly type: 'earnChanged';
      readonly userId: number;
      readonly order: EarnOrderView;
    };
  }
  interface AccountFields {
    earnOrders: readonly EarnOrderView[];
  }
}
