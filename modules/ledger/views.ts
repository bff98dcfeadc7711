import { assetOf, WALLET_NAMES, walletOf } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { mulDivFloor } from '@assay/core/num/integer';
import type { BalanceView } from './schema.ts';

/** What assets are worth; filled with the index prices where the server is put together. */
export interface Prices {
  /** Units of 1e-8 USDT for one whole unit of the asset; null while it has no price. */
  usdt(asset: string): bigint | null;
}

const ONE = 10n ** BigInt(SCALE);

/** Value of an amount in units of 1e-8 USDT, rounded down; null while the asset has no price. */
export function worthOf(prices: Prices, asset: string, amount: bigint): bigint | null {
  const price = prices.usdt(asset);
  return price === null ? null : mulDivFloor(amount, price, ONE);
}

/** A balance as the wire has it. Amounts in units of 1e-8. */
export function balanceView(
  prices: Prices,
  asset: string,
  wallet: BalanceView['wallet'],
  available: bigint,
  held: bigint,
): BalanceView {
  const total = available + held;
  const value = worthOf(prices, asset, total);
  return {
    asset,
    wallet,
    available: formatDecimal(available, SCALE),
    held: formatDecimal(held, SCALE),
    total: formatDecimal(total, SCALE),
    valueUsdt: value === null ? '' : formatDecimal(value, SCALE),
  };
}

/** A stored balance as the wire has it. */
export function storedBalanceView(
  prices: Prices,
  assetSymbol: (id: number) => string,
  row: { readonly account: number; readonly available: bigint; readonly held: bigint },
): BalanceView {
  const asset = assetSymbol(assetOf(row.account));
  const wallet = WALLET_NAMES[walletOf(row.account)] ?? 'currency';
  return balanceView(prices, asset, wallet, row.available, row.held);
}
