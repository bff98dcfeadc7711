import type {} from '@assay/core/schema/registry';

/** Binds a person to who has invited them, once, as they have registered. */
export interface BindReferral {
  readonly userId: number;
  readonly referrerId: number;
}

/** `amount`: what the house has kept of an asset, in units of 1e-8. */
export interface KeptFee {
  readonly asset: string;
  readonly amount: string;
}

/**
 * What a person has paid in fees on a UTC day, and the rates of the levels that hold for it: 0
 * where the country of who would get it does not allow the level.
 */
export interface PayCommissions {
  readonly userId: number;
  readonly day: number;
  readonly fees: readonly KeptFee[];
  readonly ratesPpm: readonly number[];
}

/** `upTo`: the last command of the day. */
export interface CloseCommissionDay {
  readonly day: number;
  readonly upTo: number;
}

/** Two accounts are taken for one person from now on: they get nothing from each other. */
export interface JoinCluster {
  readonly userId: number;
  readonly withUserId: number;
}

export interface LeaveCluster {
  readonly userId: number;
}

/** What was paid for one person's fees of one day: decimal text. */
export interface CommissionsPaid {
  readonly userId: number;
  readonly day: number;
  readonly paid: readonly {
    readonly to: number;
    readonly level: number;
    readonly asset: string;
    readonly amount: string;
  }[];
}

export interface Cluster {
  readonly clusterId: number;
  readonly members: number;
}

/** In the order in which the reasons are checked. */
export const BIND_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownUser',
  'notEarlier',
  'alreadyBound',
] as const;
export const PAY_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'notReferred',
  'dayNotOver',
  'dayClosed',
  'alreadyPaid',
  'invalidFees',
  'invalidRates',
  'feesNotThere',
] as const;
export const CLOSE_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'dayNotOver',
  'dayClosed',
  'invalidUpTo',
] as const;
export const JOIN_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownUser',
  'alreadyJoined',
  'clusterFull',
] as const;
export const LEAVE_REFUSALS = ['onlyReal', 'notAllowed', 'notInCluster'] as const;

/** Somebody was paid for what others have traded. */
export interface CommissionPaid {
  readonly type: 'commissionPaid';
  readonly userId: number;
  readonly level: number;
  readonly asset: string;
  readonly amount: string;
  readonly day: number;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    bindReferral: {
      body: BindReferral;
      outcome: BindReferral;
      refusal: (typeof BIND_REFUSALS)[number];
    };
    payCommissions: {
      body: PayCommissions;
      outcome: CommissionsPaid;
      refusal: (typeof PAY_REFUSALS)[number];
    };
    closeCommissionDay: {
      body: CloseCommissionDay;
      outcome: CloseCommissionDay;
      refusal: (typeof CLOSE_REFUSALS)[number];
    };
    joinCluster: {
      body: JoinCluster;
      outcome: Cluster;
      refusal: (typeof JOIN_REFUSALS)[number];
    };
    leaveCluster: {
      body: LeaveCluster;
      outcome: LeaveCluster;
      refusal: (typeof LEAVE_REFUSALS)[number];
    };
  }
  interface Facts {
    commissionPaid: CommissionPaid;
  }
}
