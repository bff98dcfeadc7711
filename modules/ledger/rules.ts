/** The accounts that the house pays out of; what it earns goes into others. */
export const FUNDED = [
  ...(['house:marketMaker', 'house:cfd', 'house:optionsEscrow', 'house:insurance'] as const),
  ...(['house:earnPool', 'house:lending', 'house:launch', 'house:purchases'] as const),
  'house:promotions',
] as const;
export type Funded = (typeof FUNDED)[number];
