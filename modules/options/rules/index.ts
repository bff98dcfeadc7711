export * from './policy.ts';
export * from './quote.ts';
export * from './signed.ts';
export * from './statistics.ts';
