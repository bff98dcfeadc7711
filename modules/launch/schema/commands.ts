import type {} from '@assay/core/schema/registry';

/** Where a project is; each is entered once, by the engine's clock. */
export const PHASES = [
  'announced',
  'open',
  'awaiting',
  'calculating',
  'result',
  'locked',
  'listed',
  'cancelled',
] as const;
export type Phase = (typeof PHASES)[number];

export const TIERS = ['none', 'junior', 'senior'] as const;

/** A share of what somebody got, in millionths, free so many days after the close. */
export interface Release {
  readonly days: number;
  readonly sharePpm: number;
}

/** Whom a project is for. */
export interface Eligibility {
  readonly tier: (typeof TIERS)[number];
  /** Countries from which nobody takes part. */
  readonly countries: readonly string[];
  /** Whether staff look at each person. */
  readonly review: boolean;
}

/** How a project is shared out: the same share for everybody, or a draw. */
export const MODES = ['proRata', 'lottery'] as const;

/** A draw by a round of a public beacon (decision 0122). */
export interface Lottery {
  /** The hash of the beacon's chain, and the key under which its rounds are signed. */
  readonly chain: string;
  readonly publicKey: string;
  readonly round: number;
  /** The lots of one ticket, and the most tickets of one person. */
  readonly ticketLots: number;
  readonly mostTickets: number;
}

/** The tickets of somebody in a lottery. */
export interface TicketsView {
  readonly count: number;
  /** The number of the first; 0 until the list is closed. The others follow it. */
  readonly first: number;
  /** The numbers of those that won, once they are drawn and paid. */
  readonly won: readonly number[];
}

/** All that two people sign, and nothing of it ever changes. Quantities are decimal text. */
export interface LaunchTerms {
  readonly symbol: string;
  readonly about: string;
  readonly website: string;
  /** By its SHA-256 anybody sees that a document is still the one that was signed. */
  readonly documents: readonly {
    readonly title: string;
    readonly link: string;
    readonly sha256: string;
  }[];
  /** Of the coin there are, are sold here, one person gets at most, and may ask for at most. */
  readonly issued: string;
  readonly supply: string;
  readonly cap: string;
  readonly most: string;
  /** The least quantity; all others are whole multiples of it. */
  readonly lot: string;
  /** Of one whole coin in USDT. */
  readonly price: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly listsAt: number;
  readonly releases: readonly Release[];
  /** Whether what is subscribed can be withdrawn while the project is open. */
  readonly withdrawable: boolean;
  readonly eligibility: Eligibility;
  /** Absent: everybody gets the same share. */
  readonly lottery?: Lottery;
}

/** What somebody has in a project, as they see it. */
export interface SubscriptionView {
  readonly launchId: number;
  readonly symbol: string;
  /** By which they are in the published file. */
  readonly number: number;
  readonly at: number;
  readonly quantity: string;
  readonly amount: string;
  readonly phase: Phase;
  /** "" until the result. */
  readonly allotted: string;
  readonly paid: string;
  readonly refunded: string;
  /** Of what was allotted, what is in the person's account already. */
  readonly released: string;
  /** In a lottery only. */
  readonly tickets?: TicketsView;
}

type PublishRefusal =
  | 'notAllowed'
  | 'unknownAsset'
  | 'tooManyLaunches'
  | 'invalidTerms'
  | 'notFunded';

/** In the order in which the reasons are checked. */
export const SUBSCRIBE_REFUSALS = [
  'notAllowed',
  'unknownLaunch',
  'launchNotOpen',
  'launchClosed',
  'invalidLots',
  'aboveHardCap',
  'launchFull',
  'insufficientUsdt',
] as const;
export const WITHDRAW_REFUSALS = [
  'notAllowed',
  'unknownLaunch',
  'launchClosed',
  'notWithdrawable',
  'invalidLots',
  'notSubscribed',
] as const;

/** In the order in which the reasons are checked. */
export const DRAW_REFUSALS = [
  'notAllowed',
  'unknownLaunch',
  'notAwaited',
  'otherRound',
  'roundNotYet',
  'roundMissed',
  'invalidSignature',
] as const;

interface Quantity {
  readonly launchId: number;
  readonly quantity: string;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    /** Projects that an installation begins with. */
    listLaunch: {
      body: LaunchTerms;
      outcome: { readonly launchId: number };
      refusal: PublishRefusal;
    };
    publishLaunch: {
      body: LaunchTerms;
      outcome: { readonly launchId: number };
      refusal: PublishRefusal;
    };
    /** Before the result: everybody gets back what they paid. */
    cancelLaunch: {
      body: { readonly launchId: number; readonly symbol: string; readonly reason: string };
      outcome: { readonly launchId: number };
      refusal: 'notAllowed' | 'unknownLaunch' | 'invalidReason' | 'tooLate';
    };
    subscribeLaunch: {
      body: Quantity;
      outcome: SubscriptionView;
      refusal: (typeof SUBSCRIBE_REFUSALS)[number];
    };
    withdrawSubscription: {
      body: Quantity;
      outcome: SubscriptionView;
      refusal: (typeof WITHDRAW_REFUSALS)[number];
    };
    /** Brings the round that a lottery waits for: anybody may, since only one signature holds. */
    drawLaunch: {
      body: { readonly launchId: number; readonly round: number; readonly signature: string };
      outcome: { readonly value: string };
      refusal: (typeof DRAW_REFUSALS)[number];
    };
    /** Goes on with what the clock has made due. */
    stepLaunches: {
      body: Readonly<Record<string, never>>;
      outcome: { readonly work: number };
      refusal: 'notAllowed' | 'nothingDue';
    };
    /** To the person who sells: what was raised, and what was not sold. */
    payOutLaunch: {
      body: { readonly launchId: number; readonly symbol: string; readonly userId: number };
      outcome: { readonly raised: string; readonly unsold: string };
      refusal: 'notAllowed' | 'unknownLaunch' | 'unknownUser' | 'notYet' | 'alreadyPaidOut';
    };
  }
  interface Facts {
    launchMoved: {
      readonly type: 'launchMoved';
      readonly launchId: number;
      readonly symbol: string;
      readonly phase: Phase;
    };
    subscriptionChanged: {
      readonly type: 'subscriptionChanged';
      readonly userId: number;
      readonly subscription: SubscriptionView;
    };
  }
  interface AccountFields {
    subscriptions: readonly SubscriptionView[];
  }
}
