/** What somebody does once, and gets a voucher for. */
export const TASKS = ['verify', 'secondFactor', 'firstDeposit', 'firstTrade'] as const;
/** What a voucher does: it gives fees back, or pays stakes of options (trial funds). */
export const GIVES = ['fees', 'options'] as const;
export type Gives = (typeof GIVES)[number];
export type TaskKind = (typeof TASKS)[number];
