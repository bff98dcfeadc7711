/** What a receipt says that happened; the amount in units of 1e-8. */
export interface VerifiedContract {
  readonly kind: 'opened' | 'closed' | 'financed' | 'ended';
  readonly why: string;
  readonly amount: bigint;
}

/** @throws Error with the first thing that is wrong */
export function verifyContract(proof: unknown, publicKey?: string): Promise<VerifiedContract>;
