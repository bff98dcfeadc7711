/** Two worlds that share code and nothing else: no entry crosses from one to the other. */
export const REALMS = ['real', 'demo'] as const;
export type Realm = (typeof REALMS)[number];
