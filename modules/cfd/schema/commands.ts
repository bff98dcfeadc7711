import type {} from '@assay/core/schema/registry';
import type { ContractListing } from '../rules/terms.ts';

/** How an order waits: for the next tick, or for a price that is better or worse than now. */
export const KINDS = ['market', 'limit', 'stop'] as const;
export type Kind = (typeof KINDS)[number];
export type Side = 'buy' | 'sell';

/** What a receipt is of. */
export const RECEIPT_KINDS = ['opened', 'closed', 'financed', 'ended'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** Why it happened: how an order was filled or ended, and how a position was closed. */
export const WHYS = [
  'market',
  'limit',
  'stop',
  'request',
  'netting',
  'takeProfit',
  'stopLoss',
  'guaranteedStop',
  'trailingStop',
  'closeOut',
  'night',
  'cancelled',
  'expired',
  'worsePrice',
  'insufficientBalance',
  'notAvailable',
  'tooManyPositions',
  'closeOnly',
  'leverageTooHigh',
  'accountEnded',
  'delisted',
] as const;
export type Why = (typeof WHYS)[number];

/** What a position closes itself by; "" for none of it. */
export interface Protection {
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** The distance of a trailing stop. */
  readonly trailing: string;
  /** The stop-loss is executed at exactly its price, for the published premium. */
  readonly guaranteed: boolean;
}

export interface PlaceCfdOrder extends Partial<Protection> {
  readonly contract: string;
  readonly side: Side;
  readonly kind: Kind;
  readonly lots: string;
  readonly leverage: number;
  /** The most that the policy of the person's country allows; 0: not offered there. */
  readonly policyLeverage: number;
  /**
   * The share of the margin at which that policy closes out, in percent; absent: a half. It is that
   * of the account from the first of what is open on, until nothing is.
   */
  readonly policyCloseOut?: number;
  /** Of a limit or stop order. */
  readonly price?: string;
  /** How much worse than the present price, or than the order's own, a fill may be. */
  readonly slippage?: string;
  readonly expiresAt?: number;
}

export interface CloseCfdPositions {
  /** One position, else all of the account that fit. */
  readonly positionId?: number;
  readonly contract?: string;
  /** `buy`: the long ones. */
  readonly side?: Side;
  /** A part of the one. */
  readonly lots?: string;
  readonly slippage?: string;
}

/** An order that waits, as its owner sees it. Decimal text. */
export interface CfdOrderView extends Protection {
  readonly id: number;
  readonly contract: string;
  readonly kind: Kind;
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number;
  readonly price: string;
  readonly worst: string;
  readonly held: string;
  readonly expiresAt: number;
  readonly acceptedAt: number;
  /** "" while it waits; else why it ended. */
  readonly ended: Why | 'filled' | '';
}

export interface CfdPositionView extends Protection {
  readonly id: number;
  readonly contract: string;
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number;
  readonly entry: string;
  readonly margin: string;
  readonly premium: string;
  readonly financing: string;
  readonly openedAt: number;
  /** Lots that are being closed. */
  readonly closing: string;
  /** The price that converted its margin; absent: nothing did. */
  readonly conversionEntry?: string;
}

/** The account: what it has and needs, by the last ticks. */
export interface CfdAccountView {
  readonly netted: boolean;
  readonly used: string;
  readonly reserved: string;
  readonly deficit: string;
  readonly owed: string;
  readonly equity: string;
  readonly unrealised: string;
  readonly available: string;
  /** In millionths; null when nothing is left against the margin. */
  readonly riskRatePpm: number | null;
  readonly level: number;
  /** The share of the margin at which it is closed out. */
  readonly closeOutPercent: number;
}

export interface CfdReceiptView {
  readonly seq: number;
  readonly n: number;
  readonly kind: ReceiptKind;
  readonly why: Why;
  readonly contract: string;
  readonly version: number;
  readonly id: number;
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number;
  readonly entry: string;
  readonly price: string;
  readonly tick: number;
  readonly tickAt: number;
  readonly indexPrice: string;
  readonly spread: string;
  readonly recent: string[];
  readonly amount: string;
  readonly margin: string;
  readonly premium: string;
  readonly carryNights: number;
  readonly adminNights: number;
  readonly worst: string;
  readonly startedAt: number;
  readonly at: number;
  /** What the customer went by, "" for none; and when it was asked for, 0 for not just then. */
  readonly reference: string;
  readonly askedAt: number;
  /** The tick that converted its amounts, and the price of it; absent: nothing did. */
  readonly conversionTick?: number;
  readonly conversionTickAt?: number;
  readonly conversionPrice?: string;
}

/** In the order in which the reasons are checked. */
export const LIST_CFD_REFUSALS = ['notAllowed', 'badListing', 'alreadyListed', 'tooMany'] as const;
export const SET_CFD_TERMS_REFUSALS = [
  'notAllowed',
  'badListing',
  'unknownContract',
  'fixedTerm',
] as const;
export const PLACE_CFD_ORDER_REFUSALS = [
  'notAllowed',
  'unknownContract',
  'notOfferedHere',
  'badOrder',
  'badLots',
  'badLeverage',
  'leverageTooHigh',
  'badPrice',
  'badSlippage',
  'badExpiry',
  'noPriceYet',
  'closeOnly',
  'marketClosed',
  'badProtection',
  'tooManyWaiting',
  'tooManyPositions',
  'notAvailable',
  'insufficientBalance',
] as const;
export const CANCEL_CFD_ORDER_REFUSALS = ['notAllowed', 'unknownOrder', 'due'] as const;
export const CLOSE_CFD_POSITIONS_REFUSALS = [
  'notAllowed',
  'unknownContract',
  'badSide',
  'unknownPosition',
  'badLots',
  'badSlippage',
  'nothingToClose',
] as const;
export const PROTECT_CFD_POSITION_REFUSALS = [
  'notAllowed',
  'unknownPosition',
  'due',
  'badProtection',
  'marketClosed',
  'stalePrice',
  'insufficientBalance',
] as const;
export const SET_CFD_MODE_REFUSALS = ['notAllowed', 'badMode', 'positionsOpen'] as const;
export const WORK_CFD_TICKS_REFUSALS = ['notAllowed', 'nothingDue'] as const;

type Listed = { readonly contract: string; readonly version: number };

declare module '@assay/core/schema/registry' {
  interface Commands {
    /** A new contract; by the operator's set-up. */
    listCfd: {
      body: ContractListing;
      outcome: Listed;
      refusal: (typeof LIST_CFD_REFUSALS)[number];
    };
    /** Other terms for a listed one, from the next tick on. */
    setCfdTerms: {
      body: ContractListing;
      outcome: Listed;
      refusal: (typeof SET_CFD_TERMS_REFUSALS)[number];
    };
    placeCfdOrder: {
      body: PlaceCfdOrder;
      outcome: CfdOrderView;
      refusal: (typeof PLACE_CFD_ORDER_REFUSALS)[number];
    };
    cancelCfdOrder: {
      body: { readonly orderId: number };
      outcome: CfdOrderView;
      refusal: (typeof CANCEL_CFD_ORDER_REFUSALS)[number];
    };
    /** One, a part of one, all of a side or contract, or all: at the next tick of each. */
    closeCfdPositions: {
      body: CloseCfdPositions;
      outcome: { readonly closing: readonly number[] };
      refusal: (typeof CLOSE_CFD_POSITIONS_REFUSALS)[number];
    };
    /** Sets by what a position closes itself, all of it at once. */
    protectCfdPosition: {
      body: Protection & { readonly positionId: number };
      outcome: CfdPositionView;
      refusal: (typeof PROTECT_CFD_POSITION_REFUSALS)[number];
    };
    /** Whether opposite orders close positions; only while nothing is open. */
    setCfdMode: {
      body: { readonly mode: 'hedged' | 'netted' };
      outcome: { readonly mode: 'hedged' | 'netted' };
      refusal: (typeof SET_CFD_MODE_REFUSALS)[number];
    };
    /** Goes on with ticks that were too much for one command, and ends what a delisting left. */
    workCfdTicks: {
      body: object;
      outcome: { readonly left: number };
      refusal: (typeof WORK_CFD_TICKS_REFUSALS)[number];
    };
  }
  interface Facts {
    cfdListed: { readonly type: 'cfdListed'; readonly contract: string; readonly version: number };
    cfdOrderChanged: {
      readonly type: 'cfdOrderChanged';
      readonly userId: number;
      readonly order: CfdOrderView;
    };
    /** `lots` is 0 for one that was closed. */
    cfdPositionChanged: {
      readonly type: 'cfdPositionChanged';
      readonly userId: number;
      readonly position: CfdPositionView;
    };
    cfdReceipt: {
      readonly type: 'cfdReceipt';
      readonly userId: number;
      readonly receipt: CfdReceiptView;
    };
    /** The risk rate reached one half, or two thirds, or the account is due to be closed out. */
    cfdWarned: { readonly type: 'cfdWarned'; readonly userId: number; readonly level: number };
    cfdQuoted: {
      readonly type: 'cfdQuoted';
      readonly contract: string;
      readonly bid: string;
      readonly ask: string;
      readonly tick: number;
      readonly at: number;
    };
  }
  interface AccountFields {
    cfdOrders: readonly CfdOrderView[];
    cfdPositions: readonly CfdPositionView[];
    cfdReceipts: readonly CfdReceiptView[];
  }
}
