import type { ApiRealm } from '../realm.ts';
import { rateText } from '../trade/commission.ts';
import { rulesOf } from '../trade/context.ts';

/** Fees of a user as decimals: 1000 ppm is "0.001". */
export async function listFees(realm: ApiRealm, userId: number, symbol?: string) {
  const rules = (symbol === undefined ? realm.board.symbols() : [symbol]).map((one) =>
    rulesOf(realm, one),
  );
  // A user's own rates apply in every market.
  const own = await realm.rates(userId);
  return rules.map(({ symbol: market, makerFeePpm, takerFeePpm }) => ({
    symbol: market,
    makerCommission: rateText(own?.makerPpm ?? makerFeePpm),
    takerCommission: rateText(own?.takerPpm ?? takerFeePpm),
  }));
}
