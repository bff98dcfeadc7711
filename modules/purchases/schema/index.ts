import { purchaseCalls, purchaseLimits } from './person.ts';
import { purchaseStaffCalls } from './staff.ts';

export type * from './bank-withdrawals.ts';
export type * from './commands.ts';
export type { PurchaseEvent, PurchaseStage, PurchaseView } from './person.ts';
export type { DebitView, LineView, PurchaseCase, QueuedPurchase } from './staff.ts';

export const calls = { ...purchaseCalls, ...purchaseStaffCalls };

export const limits = purchaseLimits;
