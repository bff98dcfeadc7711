import { createHash } from 'node:crypto';

/** Where a withdrawal goes, as its digest has it. */
export interface DigestedDestination {
  readonly chainId: number;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  readonly address: string;
  readonly memo: string;
  /** What arrives, as the chain counts it. */
  readonly sum: bigint;
  readonly salt: string;
}

const hashOf = (lines: readonly (string | number | bigint)[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

/** What the commands about a withdrawal carry of its destination (decision 0048). */
export function destinationDigest(destination: DigestedDestination): string {
  const { chainId, token, address, memo, sum, salt } = destination;
  return hashOf([chainId, token ?? '', address, memo, sum, salt]);
}

/** What the command that settles a withdrawal carries of the transaction that paid it. */
export function payoutDigest(chainId: number, transaction: string, salt: string): string {
  return hashOf([chainId, transaction, salt]);
}
