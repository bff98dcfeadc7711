export * from './books.ts';
export * from './collateral.ts';
export * from './collateral-contract.ts';
export * from './collateral-receipt.ts';
export * from './contract.ts';
export * from './terms.ts';

/** Where a payment came from. */
export const SOURCES = ['balance', 'proof'] as const;
export type Source = (typeof SOURCES)[number];

/** Why an application is refused. Permanent; nothing is taken for it. */
export const REFUSE_REASONS = [
  'documentsUnreadable',
  'documentsDiffer',
  'incomeShort',
  'ownWish',
  'requiredByLaw',
] as const;
export type RefuseReason = (typeof REFUSE_REASONS)[number];

/** Why an approved one went back to review: what the engine had against its offer. */
export type ReturnReason = 'poolShort' | 'openLoansFull' | 'offerRefused';

/** Why a payment that somebody has shown is not confirmed. */
export const REPAYMENT_REASONS = ['notArrived', 'otherAmount', 'unreadable', 'duplicate'] as const;
