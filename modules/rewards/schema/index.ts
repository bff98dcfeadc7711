import { rewardCalls, rewardLimits } from './person.ts';
import { rewardStaffCalls } from './staff.ts';
import { voucherCalls, voucherStaffCalls } from './vouchers.ts';

export type * from './commands.ts';
export type { Benefit, SignInView } from './person.ts';
export type { Gives } from './tasks.ts';
export type * from './voucher-commands.ts';

export const calls = {
  ...{ ...rewardCalls, ...voucherCalls },
  ...{ ...rewardStaffCalls, ...voucherStaffCalls },
};

export const limits = rewardLimits;
