export * from './books.ts';
export * from './contract.ts';
export * from './terms.ts';

/** Where a payment came from. */
export const SOURCES = ['balance', 'proof'] as const;
export type Source = (typeof SOURCES)[number];
