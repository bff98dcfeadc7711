import { formatSafe } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import type { ApiRealm } from '../realm.ts';

/** Parts per million have six decimals. */
const PPM_SCALE = 6;
/** Whole commissions of old clients are in hundredths of a percent. */
const PPM_A_POINT = 100;

/** What a user pays in a market: their own rates, else those of the market. */
export async function ratesOf(
  realm: Pick<ApiRealm, 'rates'>,
  userId: number,
  { makerFeePpm, takerFeePpm }: Pick<BookRules, 'makerFeePpm' | 'takerFeePpm'>,
): Promise<Rates> {
  return (await realm.rates(userId)) ?? { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
}

export function rateText(ppm: number): string {
  return formatSafe(ppm, PPM_SCALE);
}

/** As old clients read it: 10 for 0.1 %. What is finer than that is rounded up. */
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

/** The rates of a market for a user. Maker or taker is all that our fees go by. */
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

/** The same for an order that is only tested. */
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
