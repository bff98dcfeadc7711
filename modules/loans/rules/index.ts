export * from './books.ts';
export * from './contract.ts';
export * from './sources.ts';
export * from './terms.ts';
