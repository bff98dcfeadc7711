import type {} from '@assay/core/schema/registry';
import type { Gives, TaskKind } from './tasks.ts';

export type { TaskKind };

/**
 * A task that brings a voucher, which two people publish: what the voucher gives at most (decimal
 * text), of which share of a fee (0 for trial funds), for how many whole days, and for how many
 * people that is set aside at once.
 */
export interface PublishTask {
  readonly kind: TaskKind;
  /** Absent: fees. */
  readonly gives?: Gives;
  readonly amount: string;
  readonly sharePpm: number;
  readonly days: number;
  readonly people: number;
}

/** Nobody can take a voucher of it any more; those that were taken stay as they are. */
export interface EndTask {
  readonly taskId: number;
}

/** Whoever sends it takes their voucher; what was to be done for it the server has looked up. */
export interface TakeVoucher {
  readonly taskId: number;
}

/** The fees of one person's trades on one UTC day, as decimal text in USDT. */
export interface PayVouchers {
  readonly userId: number;
  readonly day: number;
  readonly fees: string;
}

/**
 * What a voucher has not given back by its last day goes to the fund. Trial funds for contracts
 * their person ends whenever nothing is open by them; what is above the amount is the person's.
 */
export interface EndVoucher {
  readonly voucherId: number;
}

/** Each in the order in which the reasons are checked. */
export const PUBLISH_TASK_REFUSALS = [
  ...(['onlyReal', 'notAllowed', 'invalidTask', 'taskOpen', 'fundEmpty'] as const),
] as const;
export const END_TASK_REFUSALS = [
  ...(['onlyReal', 'notAllowed', 'unknownTask', 'taskEnded'] as const),
] as const;
export const TAKE_VOUCHER_REFUSALS = [
  ...(['onlyReal', 'notAllowed', 'unknownTask', 'taskEnded', 'voucherTaken'] as const),
  ...(['clusterTook', 'taskFull'] as const),
] as const;
export const PAY_VOUCHERS_REFUSALS = [
  ...(['onlyReal', 'notAllowed', 'dayNotOver', 'invalidFees', 'noVoucher', 'alreadyPaid'] as const),
] as const;
export const END_VOUCHER_REFUSALS = [
  ...(['onlyReal', 'notAllowed', 'unknownVoucher', 'voucherEnded', 'dayNotOver'] as const),
  'trialOpen',
] as const;

/** A voucher has given something back. */
export interface FeesGivenBack {
  readonly type: 'feesGivenBack';
  readonly userId: number;
  readonly day: number;
  readonly amount: string;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    publishTask: {
      body: PublishTask;
      outcome: { readonly taskId: number };
      refusal: (typeof PUBLISH_TASK_REFUSALS)[number];
    };
    endTask: {
      body: EndTask;
      /** What goes back to the fund. */
      outcome: { readonly taskId: number; readonly returned: string };
      refusal: (typeof END_TASK_REFUSALS)[number];
    };
    takeVoucher: {
      body: TakeVoucher;
      outcome: { readonly voucherId: number; readonly amount: string; readonly lastDay: number };
      refusal: (typeof TAKE_VOUCHER_REFUSALS)[number];
    };
    payVouchers: {
      body: PayVouchers;
      outcome: { readonly userId: number; readonly day: number; readonly amount: string };
      refusal: (typeof PAY_VOUCHERS_REFUSALS)[number];
    };
    endVoucher: {
      body: EndVoucher;
      /** What goes back to the fund, and what trial funds have gained. */
      outcome: {
        readonly voucherId: number;
        readonly returned: string;
        readonly gained?: string;
      };
      refusal: (typeof END_VOUCHER_REFUSALS)[number];
    };
  }
  interface Facts {
    feesGivenBack: FeesGivenBack;
  }
}
