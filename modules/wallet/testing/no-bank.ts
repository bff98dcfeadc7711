import type { BankWay } from '../index.ts';

/** Where tests are not about banks: none carries anything. */
export const noBank: BankWay = {
  offers: async () => [],
  proceeds: () => 0n,
  reference: () => 'BW-NONE',
  isOwnName: async () => true,
};
