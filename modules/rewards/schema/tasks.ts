/** What somebody does once, and gets a voucher for. */
export const TASKS = ['verify', 'secondFactor', 'firstDeposit', 'firstTrade'] as const;
export type TaskKind = (typeof TASKS)[number];
