import { formatSafe } from '@assay/core/num/decimal';
import { lowerRates } from '@assay/core/order/fee-tier';
import type { BookRules } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import type { ApiRealm } from '../realm.ts';

/** Parts per million as a decimal have six places. */
const PPM_SCALE = 6;
/** Old clients read commissions as integers, in hundredths of a percent. */
const PPM_A_POINT = 100;

/** The rates that a user pays in a market: its own, or the tier's where they are lower. */
export async function ratesOf(
  realm: Pick<ApiRealm, 'rates'>,
  userId: number,
  { makerFeePpm, takerFeePpm }: Pick<BookRules, 'makerFeePpm' | 'takerFeePpm'>,
): Promise<Rates> {
  const market = { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
  return lowerRates(market, await realm.rates(userId));
}

export function rateText(ppm: number): string {
  return formatSafe(ppm, PPM_SCALE);
}

/** The rate as old clients read it: 10 for 0.1 %, rounded up. */
export function ratePoints(ppm: number): number {
  return Math.ceil(ppm / PPM_A_POINT);
}

const NONE = { maker: '0', taker: '0', buyer: '0', seller: '0' };
const NO_DISCOUNT = {
  enabledForAccount: false,
  enabledForSymbol: false,
  discountAsset: '',
  discount: '0',
};

/** A user's rates in a market. Our fees depend on maker or taker only, not on the side. */
export async function commissionOf(realm: ApiRealm, userId: number, rules: BookRules) {
  const { makerPpm, takerPpm } = await ratesOf(realm, userId, rules);
  const standard = { ...NONE, maker: rateText(makerPpm), taker: rateText(takerPpm) };
  return {
    symbol: rules.symbol,
    standardCommission: standard,
    specialCommission: NONE,
    taxCommission: NONE,
    discount: NO_DISCOUNT,
  };
}

/** The same in the form of the answer to a test order. */
export async function commissionForOrder(realm: ApiRealm, userId: number, rules: BookRules) {
  const { makerPpm, takerPpm } = await ratesOf(realm, userId, rules);
  const none = { maker: '0', taker: '0' };
  return {
    standardCommissionForOrder: { maker: rateText(makerPpm), taker: rateText(takerPpm) },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: NO_DISCOUNT,
  };
}
