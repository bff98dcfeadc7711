import type { WALLET_NAMES } from '@assay/core/ledger/owners';
import type {} from '@assay/core/schema/registry';

type WalletName = (typeof WALLET_NAMES)[number];

/** Nothing goes back. Only the first three are open, and hold what was asked for. */
export const OPEN_STATES = ['requested', 'approved', 'paying'] as const;
export const END_STATES = ['paid', 'cancelled', 'refused', 'returned'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
export type EndState = (typeof END_STATES)[number];

/** Which commands take a withdrawal out of a state, and into which; every other is refused. */
export const STEPS = {
  cancelWithdrawal: { from: ['requested', 'approved'], to: 'cancelled' },
  approveWithdrawal: { from: ['requested'], to: 'approved' },
  refuseWithdrawal: { from: ['requested', 'approved'], to: 'refused' },
  payWithdrawal: { from: ['approved'], to: 'paying' },
  settleWithdrawal: { from: ['paying'], to: 'paid' },
  returnWithdrawal: { from: ['paying'], to: 'returned' },
  recallWithdrawal: { from: ['paying'], to: 'cancelled' },
} as const satisfies Record<
  string,
  { readonly from: readonly OpenState[]; readonly to: OpenState | EndState }
>;
export type Step = keyof typeof STEPS;

/** Why staff refuse a withdrawal or give it back. Permanent: the log has them. */
export const REASONS = [
  'addressAtRisk',
  'sourceUnclear',
  'turnoverOpen',
  'accountAtRisk',
  'identityOpen',
  'requiredByLaw',
  'notSent',
] as const;
export type Reason = (typeof REASONS)[number];

/** Who says that a withdrawal may be paid: the limit of its tier, or people. */
export type Ground = 'tier' | 'onePerson' | 'twoPeople';

export interface TransferFunds {
  readonly asset: string;
  readonly from: WalletName;
  readonly to: WalletName;
  readonly amount: string;
}

/**
 * `digest`: the SHA-256 of what it is about, in hexadecimal digits: transaction, place, address and
 * a random salt. `rules`: the version of the rules of withdrawals that the deposit pins.
 */
export interface CreditDeposit {
  readonly userId: number;
  readonly asset: string;
  readonly amount: string;
  readonly digest: string;
  readonly rules: number;
}

/** The person is debited the amount; the fee is a part of it. `digest`: of the destination. */
export interface RequestWithdrawal {
  readonly asset: string;
  readonly amount: string;
  readonly fee: string;
  readonly digest: string;
}

export interface CancelWithdrawal {
  readonly withdrawalId: number;
}

/** Whoever decides names the destination too, so that they decide on what they have seen. */
export interface PayWithdrawal extends CancelWithdrawal {
  readonly digest: string;
}

export interface ApproveWithdrawal extends PayWithdrawal {
  readonly ground: Ground;
}

export interface RefuseWithdrawal extends PayWithdrawal {
  readonly reason: Reason;
}

/** `payout`: the SHA-256 of the chain, the transaction and the withdrawal's salt. */
export interface SettleWithdrawal extends PayWithdrawal {
  readonly payout: string;
}

/** A withdrawal as its owner sees it. Decimal text; what arrives is `amount - fee`. */
export interface WithdrawalView {
  readonly id: number;
  readonly asset: string;
  readonly amount: string;
  readonly fee: string;
  readonly state: OpenState | EndState;
  readonly requestedAt: number;
  readonly changedAt: number;
  /** Of one that was refused or returned; "" otherwise. */
  readonly reason: Reason | '';
}

export interface DepositView {
  /** The command that credited it. */
  readonly id: number;
  readonly asset: string;
  readonly amount: string;
  readonly at: number;
}

/** In the order in which the reasons are checked. */
export const TRANSFER_FUNDS_REFUSALS = [
  'notAllowed',
  'unknownAsset',
  'unknownWallet',
  'sameWallet',
  'invalidAmount',
  'insufficientBalance',
] as const;
export const CREDIT_DEPOSIT_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownUser',
  'unknownAsset',
  'invalidAmount',
  'invalidDigest',
  'invalidRules',
  'noRoom',
] as const;
export const REQUEST_WITHDRAWAL_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownAsset',
  'invalidAmount',
  'invalidFee',
  'invalidDigest',
  'tooManyWithdrawals',
  'insufficientBalance',
] as const;
export const CANCEL_WITHDRAWAL_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownWithdrawal',
  'wrongState',
] as const;
/** Of approveWithdrawal, payWithdrawal and recallWithdrawal. */
export const GO_ON_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownWithdrawal',
  'otherDigest',
  'wrongState',
] as const;
export const SETTLE_WITHDRAWAL_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownWithdrawal',
  'otherDigest',
  'invalidPayout',
  'wrongState',
] as const;
/** Of refuseWithdrawal and returnWithdrawal. */
export const GIVE_BACK_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownWithdrawal',
  'otherDigest',
  'unknownReason',
  'wrongState',
] as const;

interface Changes<Body, Refusals extends readonly string[]> {
  body: Body;
  outcome: WithdrawalView;
  refusal: Refusals[number];
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    transferFunds: {
      body: TransferFunds;
      outcome: TransferFunds;
      refusal: (typeof TRANSFER_FUNDS_REFUSALS)[number];
    };
    creditDeposit: {
      body: CreditDeposit;
      outcome: DepositView;
      refusal: (typeof CREDIT_DEPOSIT_REFUSALS)[number];
    };
    requestWithdrawal: Changes<RequestWithdrawal, typeof REQUEST_WITHDRAWAL_REFUSALS>;
    cancelWithdrawal: Changes<CancelWithdrawal, typeof CANCEL_WITHDRAWAL_REFUSALS>;
    approveWithdrawal: Changes<ApproveWithdrawal, typeof GO_ON_REFUSALS>;
    refuseWithdrawal: Changes<RefuseWithdrawal, typeof GIVE_BACK_REFUSALS>;
    payWithdrawal: Changes<PayWithdrawal, typeof GO_ON_REFUSALS>;
    settleWithdrawal: Changes<SettleWithdrawal, typeof SETTLE_WITHDRAWAL_REFUSALS>;
    returnWithdrawal: Changes<RefuseWithdrawal, typeof GIVE_BACK_REFUSALS>;
    recallWithdrawal: Changes<PayWithdrawal, typeof GO_ON_REFUSALS>;
  }
  interface Facts {
    withdrawalChanged: WithdrawalChanged;
    walletChanged: WalletChanged;
  }
  interface AccountFields {
    /** A snapshot has the open ones, a delta those that changed. */
    withdrawals: readonly WithdrawalView[];
  }
}

export interface WithdrawalChanged {
  readonly type: 'withdrawalChanged';
  readonly userId: number;
  readonly withdrawal: WithdrawalView;
}

/** Value came into a wallet of a person or left it without a trade. Decimal text, signed. */
export interface WalletChanged {
  readonly type: 'walletChanged';
  readonly userId: number;
  readonly wallet: WalletName;
  readonly asset: string;
  readonly amount: string;
  readonly why: 'transfer' | 'deposit' | 'withdrawal' | 'conversion' | 'bankReturn';
  readonly at: number;
}
