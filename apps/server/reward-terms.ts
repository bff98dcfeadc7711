import type { Parameters } from '@assay/modules/parameters';

const CENT = 1_000_000;

/** What rewards and invitations bring, as the software came with it. */
export const SHIPPED_REWARDS = {
  ...{ signIn1: 10 * CENT, signIn2: 10 * CENT, signIn3: 20 * CENT, signIn4: 20 * CENT },
  ...{ signIn5: 30 * CENT, signIn6: 30 * CENT, signIn7: 100 * CENT },
  ...{ commission1: 200_000, commission2: 80_000, commission3: 40_000, commission4: 20_000 },
  commissionDays: 30,
} as const;

type House = Pick<Parameters, 'ofHouse'>;

const SLOTS = [
  ...(['signIn1', 'signIn2', 'signIn3', 'signIn4'] as const),
  ...(['signIn5', 'signIn6', 'signIn7'] as const),
] as const;
const RATES = ['commission1', 'commission2', 'commission3', 'commission4'] as const;

/** What the seven slots pay at an instant, in units of 1e-8. */
export const signInAmounts = (house: House, at: number) =>
  SLOTS.map((name) => house.ofHouse(name, at));

/** The shares of the four levels at an instant. */
export const commissionRates = (house: House, at: number) =>
  RATES.map((name) => house.ofHouse(name, at));
