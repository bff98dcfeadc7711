/** What an option has cost and paid, by which it is known what is missing to it. */
export interface MadeGoodLine {
  readonly id: number;
  readonly userId: number;
  readonly stake: number;
  readonly fee: number;
  readonly paid: number;
  readonly voucherId: number | null;
}

/** What is missing to stake and fee: nothing to one that was right (decision 0116). */
export function missingOf({ stake, fee, paid }: Omit<MadeGoodLine, 'id' | 'userId'>): number {
  return Math.max(0, stake + fee - paid);
}

/** An option as the hash of its window has it. */
export function lineOf({ id, userId, stake, fee, paid, voucherId }: MadeGoodLine): string {
  return [id, userId, stake, fee, paid, voucherId ?? 0].join(' ');
}

export function readLine(line: string): MadeGoodLine {
  const [id = 0, userId = 0, stake = 0, fee = 0, paid = 0, voucher = 0] = line
    .split(' ')
    .map(Number);
  return { id, userId, stake, fee, paid, voucherId: voucher === 0 ? null : voucher };
}

/** What is said of an option that was made good. */
export interface MadeGoodSaid {
  readonly index: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  /** The numbers of the commands that declared it and that paid. */
  readonly declared: number;
  readonly seq: number;
  readonly at: number;
  readonly amount: number;
  readonly postings: readonly (Readonly<Record<'seq' | 'amount', number>> &
    Readonly<Record<'from' | 'to' | 'purpose', string>>)[];
}

/**
 * The text that is signed: a line for each field, each posting, and the signature of the settlement
 * that it makes good; no line end after the last.
 */
export function madeGoodText(settlement: string, said: MadeGoodSaid): string {
  const { index, from, to, reason, declared, seq, at, amount, postings } = said;
  return [
    ...['assay-option-made-good-1', settlement, index, from, to, JSON.stringify(reason)],
    ...[declared, seq, at, amount],
    ...postings.map((one) => [one.seq, one.from, one.to, one.amount, one.purpose].join(' ')),
  ].join('\n');
}
