import type { FeedSymbol } from '@assay/modules/feeds/rules';
import type { ContractListing } from '../rules/terms.ts';
import { holidayNights } from './holidays.ts';
import { underlyingOf } from './underlying.ts';

/** What differs between metals, oil and gas. */
type Own = Pick<ContractListing, 'contractSize' | 'maxNetLots' | 'carry' | 'spread' | 'calmPpm'>;

/**
 * Sizes as exchanges and houses trade them: 100 oz (silver 1,000), 1,000 barrels, 1,000 MMBtu. A
 * night costs a long metal what dollars cost over lending it; of oil and gas it is the difference
 * between the next and the front future over the 30 days between them.
 */
const OWN: Readonly<Record<string, Own>> = {
  XAU: { contractSize: '100', maxNetLots: '10', carry: 40_000_000, spread: '0.3', calmPpm: 600 },
  XAG: { contractSize: '1000', maxNetLots: '60', carry: 480_000, spread: '0.03', calmPpm: 1_200 },
  XPT: { contractSize: '100', maxNetLots: '15', carry: 10_000_000, spread: '2', calmPpm: 1_200 },
  XPD: { contractSize: '100', maxNetLots: '15', carry: 10_000_000, spread: '4', calmPpm: 1_500 },
  BRENT: { contractSize: '1000', maxNetLots: '50', carry: -30e6, spread: '0.04', calmPpm: 1_200 },
  WTI: { contractSize: '1000', maxNetLots: '50', carry: -30e6, spread: '0.04', calmPpm: 1_200 },
  NGAS: { contractSize: '1000', maxNetLots: '300', carry: 12e6, spread: '0.006', calmPpm: 2_000 },
};

const FUTURE_DAYS = 30;

/** A metal, oil or gas. */
export function rawContract({ base, quote, index, class: kind, digits }: FeedSymbol) {
  const isMetal = kind === 'metal';
  const isGold = base === 'XAU';
  const nights = isMetal ? 'spot' : 'future';
  const own = OWN[base];
  if (own === undefined) throw new Error(`${index} has no terms`);
  return {
    ...{ symbol: `${base}${quote}-CFD`, index, underlying: underlyingOf(index), ...own },
    ...{ tickSize: stepOf(digits), lotStep: '0.01', minLots: '0.01', maxLots: '10' },
    ...{ maxLeverage: isGold ? 100 : 25, thinMs: 600_000, thinPercent: 200 },
    ...{ premiumPpm: isMetal ? 500 : 1_000, guaranteedPpm: isMetal ? 10_000 : 20_000 },
    ...{ carryDays: isMetal ? 1 : FUTURE_DAYS, adminPpm: isMetal ? 8_000 : 30_000 },
    ...{ nights, holidays: holidayNights(index, nights), status: 'trading' },
    stressPpm: isGold ? 50_000 : 100_000,
  } satisfies ContractListing as ContractListing;
}

/** The smallest step of prices with so many digits. */
export function stepOf(digits: number): string {
  return `0.${'0'.repeat(digits - 1)}1`;
}
