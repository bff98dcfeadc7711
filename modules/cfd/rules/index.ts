export * from './order.ts';
export * from './quote.ts';
export * from './risk.ts';
export * from './terms.ts';
