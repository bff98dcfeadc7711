import type { OptionDirection } from '@assay/core/option/window';
import type {} from '@assay/core/schema/registry';
import type { PolicyName } from '../rules/policy.ts';
import type { OptionQuote } from '../rules/quote.ts';

/** From acceptance to the entry tick; from there on; until the tick at which it is sold. */
export const OPEN_STATES = ['waiting', 'running', 'selling'] as const;
export const RESULTS = ['won', 'lost', 'tied', 'void', 'sold'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
export type EndResult = (typeof RESULTS)[number];

/** Why an option is void, and everything was paid back; "" for others. Permanent. */
export const VOID_REASONS = [
  '',
  'noEntry',
  'slippage',
  'fewTicks',
  'wrongWindow',
  'accountEnded',
] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

export interface OptionRate {
  readonly termMs: number;
  readonly payoutPpm: number;
}

/** The terms of a market, whole; amounts in units of 1e-8. The same for everybody. */
export interface SetOptionMarket {
  readonly market: string;
  readonly index: string;
  readonly asset: string;
  readonly status: 'open' | 'closed';
  readonly tickMs: number;
  readonly leastStake: number;
  readonly mostStake: number;
  /** What the house adds at most for the options that expire at one second, and for all. */
  readonly capacityExpiry: number;
  readonly capacityOpen: number;
  /** Of each of both, what one buyer may take at most, in millionths; absent: all of it. */
  readonly buyerSharePpm?: number | undefined;
  /** So long after a purchase or a request to sell no tick counts; absent: each later one does. */
  readonly tickDelayMs?: number | undefined;
  readonly feePpm: number;
  readonly volatilityPpm: number;
  readonly saleFeePpm: number;
  readonly rates: readonly OptionRate[];
}

export interface BuyOption {
  readonly quote: OptionQuote;
  /** Ed25519 of the quote's text, in hex: evidence for the person; calls check it. */
  readonly signature: string;
  /** How far the entry tick may be from the quote's spot, in millionths; null: anywhere. */
  readonly slippagePpm: number | null;
  /** By whose law: refuses or makes wait, and changes nothing else. */
  readonly policy: PolicyName;
  /** The voucher of trial funds that pays stake and fee; absent: the person does. */
  readonly voucherId?: number;
}

export interface SellOption {
  readonly optionId: number;
  /** In units, to the person: if the next tick gives them less, the option goes on. */
  readonly least: number;
}

/** What somebody allows themselves. */
export interface LimitOptions {
  /** Null: no limit of one's own; absent: the one that there is, or will be. */
  readonly dailyStake?: number | null;
  /** No option is sold to them until then; it can be later, never earlier. */
  readonly excludedUntil: number;
}

/** Ticks of the log in its order, from the one after the last that was followed. */
export interface FollowTicks {
  readonly index: string;
  /** Prices in units as text; "" where the log says that there was none. */
  readonly ticks: readonly { readonly n: number; readonly at: number; readonly price: string }[];
  /** The hash of the last of them in the log; "" without ticks. */
  readonly head: string;
  /** The log has no further tick before this time; 0: not said. */
  readonly silentUntil: number;
}

/** All options whose window has a moment of the span are void: everything is paid back. */
export interface VoidWindow {
  readonly index: string;
  readonly from: number;
  readonly to: number;
  /** Said in public. */
  readonly reason: string;
}

/**
 * Pays a part of a window that was declared wrong: its options as the engine has hashed them when
 * it paid them, none more and none less.
 */
export interface PayMadeGood {
  readonly market: string;
  readonly expiresAt: number;
  readonly windowMs: number;
  readonly part: number;
  readonly lines: readonly string[];
}

/** An option as its owner sees it; amounts and prices as decimal text. */
export interface OptionView {
  readonly id: number;
  readonly market: string;
  readonly index: string;
  readonly asset: string;
  readonly direction: OptionDirection;
  readonly termMs: number;
  readonly stake: string;
  readonly fee: string;
  readonly payout: string;
  readonly acceptedAt: number;
  readonly expiresAt: number;
  readonly windowMs: number;
  readonly state: OpenState | 'ended';
  readonly entryN: number;
  readonly entryAt: number;
  /** "" until the entry tick. */
  readonly entryPrice: string;
  readonly result: EndResult | '';
  readonly reason: VoidReason;
  /** "" where none decided. */
  readonly exitPrice: string;
  readonly endedAt: number;
  /** The voucher of trial funds that paid stake and fee; 0: the person did. */
  readonly voucherId: number;
  /** What the person got, and that less what they paid. */
  readonly paid: string;
  readonly income: string;
}

/** In the order in which the reasons are checked. */
export const BUY_REFUSALS = [
  'notAllowed',
  'optionsNotOffered',
  'unknownMarket',
  'unknownTerm',
  'marketClosed',
  'invalidQuote',
  'quoteExpired',
  'quoteChanged',
  'stakeBelowLeast',
  'stakeAboveMost',
  'selfExcluded',
  'coolOff',
  'ownDailyLimit',
  'tooManyOptions',
  'noPrice',
  'trialFundsNotUsable',
  'insufficientBalance',
  'soldOut',
  'buyerShareTaken',
] as const;
type SellRefusal = 'unknownOption' | 'notRunning' | 'invalidLeast' | 'noSale';
type LimitRefusal = 'notAllowed' | 'invalidStake' | 'invalidTime';
type SetRefusal = 'notAllowed' | 'invalidMarket' | 'unknownAsset' | 'invalidTerms' | 'otherIndex';
type FollowRefusal = 'notAllowed' | 'notFollowed' | 'badTicks' | 'outOfOrder';
type SpanRefusal = 'notAllowed' | 'invalidSpan' | 'invalidReason';

declare module '@assay/core/schema/registry' {
  interface Commands {
    /** The markets that an installation begins with. */
    listOptionMarket: {
      body: SetOptionMarket;
      outcome: { readonly market: string; readonly version: number };
      refusal: Exclude<SetRefusal, 'otherIndex'> | 'alreadyListed';
    };
    setOptionMarket: {
      body: SetOptionMarket;
      outcome: { readonly market: string; readonly version: number };
      refusal: SetRefusal;
    };
    buyOption: { body: BuyOption; outcome: OptionView; refusal: (typeof BUY_REFUSALS)[number] };
    sellOption: { body: SellOption; outcome: OptionView; refusal: SellRefusal };
    limitOptions: {
      body: LimitOptions;
      outcome: LimitOptions & { readonly from: number };
      refusal: LimitRefusal;
    };
    followTicks: {
      body: FollowTicks;
      outcome: { readonly followed: number; readonly work: number };
      refusal: FollowRefusal;
    };
    /** Goes on with what a tick has left to do; the engine sends it. */
    settleOptions: {
      body: Readonly<Record<string, never>>;
      outcome: { readonly work: number };
      refusal: 'notAllowed' | 'nothingDue';
    };
    voidWindow: {
      body: VoidWindow;
      outcome: { readonly windows: number };
      refusal: SpanRefusal | 'nothingOpen';
    };
    /** Whatever the windows of a span have left of stakes and fees is paid back by the house. */
    makeGoodWindow: {
      body: VoidWindow;
      outcome: {
        readonly windows: number;
        readonly owed: readonly { readonly amount: string; readonly asset: string }[];
      };
      refusal: SpanRefusal | 'nothingSettled' | 'stillSettling' | 'capitalTooSmall';
    };
    payMadeGood: {
      body: PayMadeGood;
      outcome: { readonly paid: number };
      refusal: 'notAllowed' | 'otherOptions';
    };
  }
  interface Facts {
    optionChanged: {
      readonly type: 'optionChanged';
      readonly userId: number;
      readonly option: OptionView;
    };
    /** The house has paid what was missing to an option, because its window was wrong. */
    optionMadeGood: {
      readonly type: 'optionMadeGood';
      readonly userId: number;
      readonly market: string;
      readonly asset: string;
      /** The person's own, in units. */
      readonly amount: number;
    };
    /** The price of a window, or that it is void. */
    windowSettled: {
      readonly type: 'windowSettled';
      readonly market: string;
      readonly expiresAt: number;
      readonly windowMs: number;
      readonly price: string;
      readonly ticks: number;
    };
  }
  interface AccountFields {
    options: readonly OptionView[];
  }
}
