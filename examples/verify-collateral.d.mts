/** What a conversion of collateral did; amounts in units of 1e-8. */
export interface VerifiedCollateral {
  readonly kind: 'taken' | 'matured';
  readonly asset: string;
  readonly collateral: bigint;
  readonly paid: bigint;
  /** False: the receipt is without its tick, which is in the file of its day. */
  readonly hasTick: boolean;
}

/** @throws Error with the first thing that is wrong */
export function verifyCollateral(receipt: unknown, publicKey?: string): Promise<VerifiedCollateral>;
