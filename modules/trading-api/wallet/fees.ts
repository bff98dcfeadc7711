import { marketOf } from '../market/listing.ts';
import type { ApiRealm } from '../realm.ts';
import { rateText } from '../trade/commission.ts';

/** Fees of a user as decimals: 1000 ppm is "0.001". */
export async function listFees(realm: ApiRealm, userId: number, symbol?: string) {
  const markets = symbol === undefined ? realm.board.views() : [marketOf(realm, symbol)];
  // A user's own rates apply in every market.
  const own = await realm.rates(userId);
  return markets.map(({ market, makerFeePpm, takerFeePpm }) => ({
    symbol: market,
    makerCommission: rateText(own?.makerPpm ?? makerFeePpm),
    takerCommission: rateText(own?.takerPpm ?? takerFeePpm),
  }));
}
