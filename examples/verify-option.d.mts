/** What follows from the ticks of a receipt; amounts and prices in units of 1e-8. */
export interface Verified {
  readonly result: 'won' | 'lost' | 'tied' | 'void' | 'sold';
  readonly reason: string;
  readonly exit: bigint;
  readonly paid: number;
  /** Paid later because the window was wrong. */
  readonly madeGood?: number;
}

/** @throws Error with the first thing that is wrong */
export function verifyOption(receipt: unknown, publicKey?: string): Promise<Verified>;
