/** What a receipt says that happened; the amount in units of 1e-8. */
export interface VerifiedContract {
  readonly kind: 'opened' | 'closed' | 'financed' | 'ended';
  readonly why: string;
  readonly amount: bigint;
  /** Of a close-out: the account for which it was right; null where the receipt has none. */
  readonly account: VerifiedAccount | null;
}

/** An account that was due to be closed out, as its receipt says it. */
export interface VerifiedAccount {
  readonly wallet: string;
  readonly deficit: string;
  readonly equity: string;
  readonly used: string;
  readonly closeOutPercent: number;
  /** In millionths; "" when nothing was left against the margin. */
  readonly riskRatePpm: string;
  readonly positions: readonly { readonly id: number; readonly gain: string }[];
}

/** @throws Error with the first thing that is wrong */
export function verifyContract(proof: unknown, publicKey?: string): Promise<VerifiedContract>;
