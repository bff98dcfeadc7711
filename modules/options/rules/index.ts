export * from './policy.ts';
export * from './quote.ts';
export * from './statistics.ts';
export * from './tick-head.ts';
