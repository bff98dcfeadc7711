import type { Wallet } from '@assay/core/ledger/owners';
import type { CommandName } from '@assay/core/schema/registry';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { ConversionMachine } from '../conversions/machine.ts';

/** What the calls need of one realm; amounts as decided now, in units of 1e-8. */
export interface WalletRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  assets(): Iterable<{ readonly id: number; readonly symbol: string }>;
  amounts(
    userId: number,
    wallet: Wallet,
    asset: number,
  ): { readonly available: bigint; readonly held: bigint };
  /** What one of an asset was worth last, in units of 1e-8 of USDT; null: nobody knows. */
  usdt(symbol: string): bigint | null;
  /** What open withdrawals of the person hold of an asset, in the currency wallet. */
  heldByWithdrawals(userId: number, asset: number): bigint;
  /** How many withdrawals of the person are open. */
  openWithdrawals(userId: number): number;
  /** What contracts hold and what else they need of what is available, in the contract wallet. */
  neededByContracts(
    userId: number,
    asset: number,
  ): { readonly held: bigint; readonly claimed: bigint };
  /** The machine of the engine now. */
  conversions(): Pick<ConversionMachine, 'smallBalances' | 'nextAt'>;
}
