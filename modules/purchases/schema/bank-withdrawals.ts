import type {} from '@assay/core/schema/registry';
import type { RequestWithdrawal, WithdrawalView } from '@assay/modules/wallet/schema';

/**
 * A withdrawal that a bank carries. `money`, `proceeds`: what the house pays for what is withdrawn
 * without its fee, at the rate that the row of the request has, which `digest` binds.
 */
export interface RequestBankWithdrawal extends RequestWithdrawal {
  readonly money: string;
  readonly proceeds: string;
}

/**
 * The bank sent it back, whole or in part. `payment`: the SHA-256 of the line of the statement, in
 * hexadecimal digits.
 */
export interface ReturnBankWithdrawal {
  readonly withdrawalId: number;
  readonly digest: string;
  readonly returned: string;
  readonly payment: string;
}

/** What came back. Decimal text. */
export interface BankReturn {
  readonly id: number;
  readonly asset: string;
  readonly amount: string;
  readonly money: string;
  readonly returned: string;
  readonly at: number;
}

/** In the order in which the reasons are checked; after them those of `requestWithdrawal`. */
export const REQUEST_BANK_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownMoney',
  'invalidProceeds',
  'bankMoneyShort',
  'unknownAsset',
  'invalidAmount',
  'invalidFee',
  'invalidDigest',
  'tooManyWithdrawals',
  'insufficientBalance',
] as const;
export const RETURN_BANK_REFUSALS = [
  'onlyReal',
  'notAllowed',
  'unknownWithdrawal',
  'otherDigest',
  'wrongState',
  'invalidReturn',
  'invalidPayment',
  'noRoom',
  'houseShort',
] as const;

export interface BankWithdrawalReturned extends BankReturn {
  readonly type: 'bankWithdrawalReturned';
  readonly userId: number;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    requestBankWithdrawal: {
      body: RequestBankWithdrawal;
      outcome: WithdrawalView;
      refusal: (typeof REQUEST_BANK_REFUSALS)[number];
    };
    returnBankWithdrawal: {
      body: ReturnBankWithdrawal;
      outcome: BankReturn;
      refusal: (typeof RETURN_BANK_REFUSALS)[number];
    };
  }
  interface Facts {
    bankWithdrawalReturned: BankWithdrawalReturned;
  }
}
