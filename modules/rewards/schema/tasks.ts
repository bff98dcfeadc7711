/** What somebody does once, and gets a voucher for. */
export const TASKS = ['verify', 'secondFactor', 'firstDeposit', 'firstTrade'] as const;
/**
 * What a voucher does: it gives fees back, or is trial funds, which pay stakes of options or lie in
 * an account for contracts.
 */
export const GIVES = ['fees', 'options', 'contracts'] as const;
export type Gives = (typeof GIVES)[number];
export type TaskKind = (typeof TASKS)[number];
