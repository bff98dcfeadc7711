import { promotionCalls } from './person.ts';
import { promotionStaffCalls } from './staff.ts';

export type * from './commands.ts';
export type { PromotionLevel, PromotionMember, PromotionProfit } from './person.ts';
export type { LikelyPair } from './staff.ts';

export const calls = { ...promotionCalls, ...promotionStaffCalls };
