import { rewardCalls, rewardLimits } from './person.ts';
import { rewardStaffCalls } from './staff.ts';

export type * from './commands.ts';
export type { Benefit, SignInView } from './person.ts';

export const calls = { ...rewardCalls, ...rewardStaffCalls };

export const limits = rewardLimits;
