import { createHash } from 'node:crypto';
import type { NewBankDetails } from './store/bank.ts';

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

/** Where a withdrawal to a bank goes, at which rate, as its digest has it. */
export interface DigestedBank extends NewBankDetails {
  readonly account: string;
  readonly payeeName: string;
  readonly salt: string;
}

/** What the commands about a withdrawal to a bank carry of it. */
export function bankDigest(bank: DigestedBank): string {
  const { currency, proceeds, rate, rateAt, rateSource, rateTick, spreadPpm } = bank;
  const { reference, bankName, account, bic, bankAddress, salt } = bank;
  const { payeeName, payeePhone, payeeAddress } = bank;
  return hashOf([
    ...['bank', currency, proceeds, rate, rateAt, rateSource, rateTick, spreadPpm, reference],
    ...[bankName, account, bic, bankAddress, payeeName, payeePhone, payeeAddress, salt],
  ]);
}
