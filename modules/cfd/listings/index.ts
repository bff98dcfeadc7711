import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { MarketListing, Product } from '@assay/core/order/market';
import { SYMBOLS, symbolOf } from '@assay/modules/feeds/rules';
import type { ContractListing } from '../rules/terms.ts';
import { COINS, coinContract } from './coins.ts';
import { pairContract } from './pairs.ts';
import { rawContract } from './raw.ts';

/** What the listing of markets knows of contracts, whose prices are those of an index. */
export const CFD = { name: 'cfd', suffix: '-CFD', ownsBase: false } as const satisfies Product;

/** The contracts that an installation begins with (decision 0070). */
export const CONTRACTS: readonly ContractListing[] = [
  ...SYMBOLS.map((symbol) => (symbol.class === 'forex' ? pairContract : rawContract)(symbol)),
  ...COINS.map(coinContract),
];

/** Everything is counted in it. */
const CASH = 'USDT';
const MAX_PRICE = '10000000';
const MIN_NOTIONAL = '5';
const MAX_NOTIONAL = '9000000';

/** The market of a contract: by it lists, charts, favourites and alerts follow the index. */
export function contractMarket(listing: ContractListing): MarketListing {
  const { symbol, index, tickSize, contractSize, lotStep, minLots, maxLots } = listing;
  const quantity = (lots: string) => times(lots, contractSize);
  return {
    ...{ symbol, product: CFD.name, index, base: symbolOf(index)?.base ?? index.split('-')[0]! },
    ...{ quote: CASH, tickSize, stepSize: quantity(lotStep), maxPrice: MAX_PRICE },
    ...{ minQuantity: quantity(minLots), maxQuantity: quantity(maxLots) },
    ...{ minNotional: MIN_NOTIONAL, maxNotional: MAX_NOTIONAL, makerFeePpm: 0, takerFeePpm: 0 },
  };
}

/** Lots in units of the base: exact, because the step of a listing makes it so. */
function times(lots: string, size: string): string {
  const product = (parseDecimal(lots, SCALE) ?? 0n) * (parseDecimal(size, SCALE) ?? 0n);
  return formatDecimal(product / 10n ** BigInt(SCALE), SCALE);
}
