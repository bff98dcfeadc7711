/** Two separate worlds on the same code: no journal entry has accounts of both. */
export const REALMS = ['real', 'demo'] as const;
export type Realm = (typeof REALMS)[number];
