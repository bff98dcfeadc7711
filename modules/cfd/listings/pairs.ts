import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { mulDivFloor } from '@assay/core/num/integer';
import type { FeedSymbol } from '@assay/modules/feeds/rules';
import { conversionOf } from '../rules/conversion.ts';
import type { ContractListing } from '../rules/terms.ts';
import { holidayNights } from './holidays.ts';
import { stepOf } from './raw.ts';
import { underlyingOf } from './underlying.ts';

/** What a currency pays a year, in millionths: near the rates of central banks in 2025. */
const RATES: Readonly<Record<string, bigint>> = {
  ...{ EUR: 20_000n, GBP: 40_000n, AUD: 36_000n, NZD: 22_500n, USD: 40_000n },
  ...{ CAD: 22_500n, CHF: 0n, JPY: 5_000n, SGD: 15_000n },
};

/** Prices near those of 2025, by which a night is stated as points, and spreads in calm hours. */
const PAIRS: Readonly<Record<string, readonly [price: string, spread: string]>> = {
  ...{ 'EUR-USD': ['1.155', '0.00012'], 'GBP-USD': ['1.31', '0.00016'] },
  ...{ 'AUD-USD': ['0.65', '0.00014'], 'NZD-USD': ['0.565', '0.00018'] },
  ...{ 'USD-JPY': ['156', '0.014'], 'USD-CHF': ['0.806', '0.00016'] },
  ...{ 'USD-CAD': ['1.404', '0.00018'], 'EUR-GBP': ['0.882', '0.00016'] },
  ...{ 'EUR-JPY': ['180', '0.02'], 'EUR-CHF': ['0.931', '0.0002'] },
  ...{ 'EUR-AUD': ['1.777', '0.00028'], 'EUR-CAD': ['1.622', '0.00026'] },
  ...{ 'GBP-JPY': ['204', '0.028'], 'GBP-CHF': ['1.056', '0.00028'] },
  ...{ 'GBP-AUD': ['2.015', '0.00034'], 'AUD-JPY': ['101', '0.022'] },
  ...{ 'AUD-NZD': ['1.15', '0.0003'], 'NZD-JPY': ['88', '0.026'] },
  ...{ 'CAD-JPY': ['111', '0.024'], 'CHF-JPY': ['193', '0.026'], 'USD-SGD': ['1.302', '0.0003'] },
};

const MONEY_YEAR = 360n;

/**
 * A pair of currencies: 100,000 of the base. A pip of one lot is worth 10 of the other, 1,000 yen,
 * and becomes USDT by the price of that currency (decision 0161).
 */
export function pairContract({ base, quote, index, digits }: FeedSymbol): ContractListing {
  const [price, spread] = PAIRS[index] ?? [];
  const [paid, earned] = [RATES[quote], RATES[base]];
  if (price === undefined || spread === undefined || paid === undefined || earned === undefined) {
    throw new Error(`${index} has no terms`);
  }
  const underlying = underlyingOf(index);
  const isMajor = underlying === 'majorFx';
  const conversion = conversionOf(index);
  if (conversion === null) throw new Error(`no index converts what ${index} is priced in`);
  return {
    ...{ symbol: `${base}${quote}-CFD`, index, underlying, ...conversion },
    ...{ contractSize: '100000', tickSize: stepOf(digits), spread },
    ...{ lotStep: '0.01', minLots: '0.01', maxLots: '20', maxNetLots: '40' },
    ...{ maxLeverage: isMajor ? 100 : 25, thinMs: 600_000, thinPercent: 200, calmPpm: 300 },
    ...{ premiumPpm: 300, guaranteedPpm: 5_000, carry: tomNext(price, paid - earned) },
    ...{ carryDays: 1, adminPpm: 8_000, nights: 'spot', stressPpm: 20_000 },
    ...{ holidays: holidayNights(index, 'spot'), status: 'trading' },
  };
}

/** What a night costs whoever borrows one currency and lends the other; the nearest to zero. */
function tomNext(price: string, difference: bigint): number {
  const size = difference < 0n ? -difference : difference;
  const points = mulDivFloor(parseDecimal(price, SCALE) ?? 0n, size, MONEY_YEAR * 1_000_000n);
  return Number(difference < 0n ? -points : points);
}
