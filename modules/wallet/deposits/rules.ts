import { createHash } from 'node:crypto';

/** Blocks on a deposit, its own included, while the chain is read up to `read`. */
export function confirmationsOf(block: number, read: number): number {
  return Math.max(0, read - block + 1);
}

export interface DigestedDeposit {
  readonly chainId: number;
  readonly transaction: string;
  readonly place: number;
  readonly address: string;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  /** As the chain counts it. */
  readonly amount: bigint;
  readonly salt: string;
}

/** What the command that credits a deposit is about, for whoever holds the row (decision 0048). */
export function depositDigest(deposit: DigestedDeposit): string {
  const { chainId, transaction, place, address, token, amount, salt } = deposit;
  const lines = [chainId, transaction, place, address, token ?? '', amount, salt];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Permanent: the engine credits under a name once, whoever sends it and however often. */
export function depositCommandId({
  chainId,
  transaction,
  place,
}: Pick<DigestedDeposit, 'chainId' | 'transaction' | 'place'>): string {
  return `deposit:${chainId}:${transaction}:${place}`;
}
