import { lowerRates } from '@assay/core/order/fee-tier';
import type { ApiRealm } from '../realm.ts';
import { rateText } from '../trade/commission.ts';
import { rulesOf } from '../trade/context.ts';

/** Fees of a user as decimals: 1000 ppm is "0.001". */
export async function listFees(realm: ApiRealm, userId: number, symbol?: string) {
  const rules = (symbol === undefined ? realm.board.symbols() : [symbol]).map((one) =>
    rulesOf(realm, one),
  );
  // A user's tier applies in every market that asks for more.
  const own = await realm.rates(userId);
  return rules.map(({ symbol: market, makerFeePpm, takerFeePpm }) => {
    const rates = lowerRates({ makerPpm: makerFeePpm, takerPpm: takerFeePpm }, own);
    return {
      symbol: market,
      makerCommission: rateText(rates.makerPpm),
      takerCommission: rateText(rates.takerPpm),
    };
  });
}
