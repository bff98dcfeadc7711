import { createHash } from 'node:crypto';

const hashOf = (lines: readonly (string | number | bigint)[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

/** What of an order its digest binds. */
export interface DigestedOrder {
  readonly currency: string;
  readonly cost: bigint;
  readonly rate: bigint;
  readonly rateAt: number;
  readonly marginPpm: number;
  readonly payeeId: number;
  readonly reference: string;
  readonly payer: string;
  readonly salt: string;
}

/** What the commands about a purchase carry of its row. */
export function orderDigest(order: DigestedOrder): string {
  const { currency, cost, rate, rateAt, marginPpm, payeeId, reference, payer, salt } = order;
  return hashOf([currency, cost, rate, rateAt, marginPpm, payeeId, reference, payer, salt]);
}

/** What the command that releases a purchase carries of the bank's line. */
export function paymentDigest(line: {
  readonly account: string;
  readonly entry: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly salt: string;
}): string {
  const { account, entry, currency, amount, salt } = line;
  return hashOf([account, entry, currency, amount, salt]);
}

/** The name of a line whose bank gives it none: the same line of the same statement again is it. */
export function entryOf(parts: readonly string[]): string {
  return hashOf(parts).slice(0, 32);
}
