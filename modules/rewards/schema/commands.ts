import type {} from '@assay/core/schema/registry';

/**
 * `day`: the calendar day of the person, in days since 1970-01-01. `amounts`: what the seven slots
 * pay, as it is published, in units of 1e-8.
 */
export interface SignIn {
  readonly day: number;
  readonly amounts: readonly number[];
}

/** Decimal text. */
export interface SignInReward {
  readonly day: number;
  readonly slot: number;
  readonly asset: string;
  readonly amount: string;
}

/** The operator's own capital into the fund that rewards are paid from. */
export interface FundPromotions {
  readonly asset: string;
  readonly amount: string;
}

/** In the order in which the reasons are checked. */
export const SIGN_IN_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'invalidDay',
  'invalidAmounts',
  'alreadySigned',
  'clusterSigned',
  'fundEmpty',
] as const;
export const FUND_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownAsset',
  'invalidAmount',
  'noRoom',
] as const;

/** Somebody was paid a reward. */
export interface RewardPaid {
  readonly type: 'rewardPaid';
  readonly userId: number;
  readonly reward: SignInReward;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    signIn: {
      body: SignIn;
      outcome: SignInReward;
      refusal: (typeof SIGN_IN_REFUSALS)[number];
    };
    fundPromotions: {
      body: FundPromotions;
      outcome: FundPromotions;
      refusal: (typeof FUND_REFUSALS)[number];
    };
  }
  interface Facts {
    rewardPaid: RewardPaid;
  }
}
