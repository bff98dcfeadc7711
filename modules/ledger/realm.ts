import { accountId, WALLET } from '@assay/core/ledger/owners';
import type { Prices } from './views.ts';

/** What the calls need of one realm. */
export interface LedgerRealm {
  readonly prices: Prices;
  assetId(symbol: string): number | undefined;
  assetSymbol(id: number): string;
  assets(): Iterable<{ readonly symbol: string }>;
  /** The last prices of assets in UTC days that ended at `ends`, in 1e-8 USDT; 0 for none. */
  closes(
    assets: readonly string[],
    ends: readonly number[],
    now: number,
  ): Promise<(asset: string, end: number) => bigint>;
}

/** The accounts of one owner: from the first to before the second. */
export function accountsOf(owner: number): [number, number] {
  return [accountId(owner, WALLET.currency, 0), accountId(owner + 1, WALLET.currency, 0)];
}
