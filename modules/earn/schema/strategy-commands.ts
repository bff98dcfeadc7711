import type {} from '@assay/core/schema/registry';
import type { StrategyName } from '../rules.ts';

/** Until its first cut; from then on; and from the notice until everything is paid. */
export const HOLDING_STATES = ['pending', 'held', 'redeeming'] as const;
/** Paid; given back because it could buy no unit; and with the virtual account that had it. */
export const HOLDING_ENDS = ['redeemed', 'refunded', 'closed'] as const;
export type HoldingState = (typeof HOLDING_STATES)[number];
export type HoldingEnd = (typeof HOLDING_ENDS)[number];

/** The terms of a strategy product, the same for everybody; amounts in units of 1e-8. */
export interface SetEarnStrategy {
  readonly product: string;
  readonly asset: string;
  /** By which published rules its account trades. */
  readonly strategy: StrategyName;
  readonly status: 'open' | 'closed';
  /** Of an order; and of all orders of one person, by what was paid. */
  readonly least: number;
  readonly most: number;
  readonly mostPerson: number;
  /** The most that people together have paid for the units that they have. */
  readonly quota: number;
}

/** As set-up lists it: `seed` is what the house puts in, at one unit for one of the asset. */
export interface ListEarnStrategy extends SetEarnStrategy {
  readonly seed: number;
}

export interface SubscribeStrategy {
  readonly product: string;
  /** Decimal text. */
  readonly amount: string;
  /** The terms that the person has seen. */
  readonly version: number;
}

/** What somebody has put in, as its owner sees it; amounts as decimal text. */
export interface HoldingView {
  readonly id: number;
  readonly product: string;
  readonly asset: string;
  readonly amount: string;
  readonly acceptedAt: number;
  /** "0" until its cut; of a redemption under way what is not paid yet. */
  readonly units: string;
  /** The midnights at which the units came, and at which a redemption is first paid; 0 without. */
  readonly issuedAt: number;
  readonly askedAt: number;
  readonly paysAt: number;
  /** Paid out so far. */
  readonly paid: string;
  readonly state: HoldingState | HoldingEnd;
  readonly endedAt: number;
}

/** In the order in which the reasons are checked. */
export const SUBSCRIBE_STRATEGY_REFUSALS = [
  'notAllowed',
  'unknownStrategy',
  'strategyClosed',
  'strategyTermsChanged',
  'invalidEarnAmount',
  'earnBelowLeast',
  'earnAboveMost',
  'earnPersonLimit',
  'tooManyEarnOrders',
  'insufficientBalance',
  'strategyFull',
] as const;
export const REDEEM_STRATEGY_REFUSALS = ['unknownHolding', 'unitsPending', 'unitsLeaving'] as const;
type SetRefusal =
  | 'notAllowed'
  | 'invalidEarnProduct'
  | 'unknownAsset'
  | 'invalidTerms'
  | 'strategyTaken';

declare module '@assay/core/schema/registry' {
  interface Commands {
    listEarnStrategy: {
      body: ListEarnStrategy;
      outcome: { readonly product: string; readonly version: number };
      refusal: SetRefusal | 'alreadyListed' | 'insufficientBalance';
    };
    setEarnStrategy: {
      body: SetEarnStrategy;
      outcome: { readonly product: string; readonly version: number };
      refusal: SetRefusal | 'otherAsset';
    };
    subscribeStrategy: {
      body: SubscribeStrategy;
      outcome: HoldingView;
      refusal: (typeof SUBSCRIBE_STRATEGY_REFUSALS)[number];
    };
    redeemStrategy: {
      body: { readonly holdingId: number };
      outcome: HoldingView;
      refusal: (typeof REDEEM_STRATEGY_REFUSALS)[number];
    };
    /** Goes on with the cuts of days that have ended, as far as one command may. */
    workStrategies: {
      body: Readonly<Record<string, never>>;
      outcome: { readonly work: number };
      refusal: 'notAllowed' | 'nothingDue';
    };
  }
  interface Facts {
    holdingChanged: {
      readonly type: 'holdingChanged';
      readonly userId: number;
      readonly holding: HoldingView;
    };
  }
  interface AccountFields {
    holdings: readonly HoldingView[];
  }
}
