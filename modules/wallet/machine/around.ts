import type { Purpose } from '@assay/core/ledger/purpose';
import type { Turn } from '@assay/core/schema/turn';

/** A product that keeps money in the contract wallet, beyond what the ledger holds for it. */
export interface ContractClaim {
  /** How much of what is available there it needs, as losses that are not realised yet. */
  claimOn(userId: number, asset: number): bigint;
  /** How much the ledger holds for it there. */
  heldOn(userId: number, asset: number): bigint;
  /** The wallet of a person has gained or given something. */
  moved(userId: number): void;
}

/** A way out that is no chain: somebody of the house takes what was held, and pays otherwise. */
export interface OtherWay {
  /** Who takes what a withdrawal held, and the purpose of that; null: it leaves on a chain. */
  takerOf(withdrawalId: number): { readonly owner: number; readonly purpose: Purpose } | null;
  /** It was settled: the ledger's entry is open for what is paid for it. */
  paid(withdrawalId: number, turn: Turn): void;
  /** It ended without having been paid. */
  letGo(withdrawalId: number): void;
}
