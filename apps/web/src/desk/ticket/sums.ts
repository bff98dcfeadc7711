import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Preview } from '@assay/core/order/preview';
import { digitsOfSum } from '@assay/kit/format/amount.ts';
import type { MarketView } from '../../lib/api/wire.ts';
import type { Total } from '../product.ts';

/** The asset in which the fee of the previewed order is taken. */
export function feeAssetOf(market: MarketView, preview: Preview | null): string {
  return preview?.feeInBase ? market.base : market.quote;
}

/**
 * How many digits the amounts of an asset have in what an order comes to, so that value, fee and
 * what is received add up as they are shown.
 */
export function sumDigits(
  market: MarketView,
  preview: Preview | null,
  totals: readonly Total[],
): (asset: string) => number {
  const parts: Pick<Total, 'units' | 'asset'>[] = [
    { units: preview?.notional, asset: market.quote },
    { units: preview?.fee, asset: feeAssetOf(market, preview) },
    ...totals,
  ];
  return (asset) =>
    digitsOfSum(
      parts.flatMap((part) =>
        part.asset === asset && part.units !== undefined ? [formatSafe(part.units, SCALE)] : [],
      ),
    );
}
