/** The end of an index's tick log at one of its ticks. */
export interface TickHead {
  readonly index: string;
  readonly n: number;
  readonly hash: string;
  readonly at: number;
}

/** The text that is signed: five lines, no line end after the last. */
export function tickHeadText({ index, n, hash, at }: TickHead): string {
  return `assay-tick-head-1\n${index}\n${n}\n${hash}\n${at}`;
}

/** What a receipt says of order, settlement and postings. */
export interface SettlementSaid {
  readonly order: Readonly<Record<'id' | 'acceptedAt' | 'expiresAt' | 'afterN', number>> & {
    readonly slippagePpm: number | null;
    /** Of trial funds, if they paid. */
    readonly voucherId?: number | undefined;
  };
  readonly settlement: Readonly<
    Record<'entryN' | 'entryPrice' | 'ticks' | 'exitPrice' | 'paid' | 'seq' | 'endedAt', number>
  > &
    Readonly<Record<'result' | 'reason', string>>;
  readonly postings: readonly (Readonly<Record<'seq' | 'amount', number>> &
    Readonly<Record<'from' | 'to' | 'purpose', string>>)[];
}

/**
 * The text that is signed: a line for each field and each posting, no line end after the last. An
 * option that trial funds paid has a line more, which no other can have.
 */
export function settlementText({ order, settlement, postings }: SettlementSaid): string {
  const { id, acceptedAt, expiresAt, afterN, slippagePpm, voucherId } = order;
  const { entryN, entryPrice, ticks, exitPrice, result, reason, paid, seq, endedAt } = settlement;
  const lines = [
    ...['assay-option-settlement-1', id, acceptedAt, expiresAt, afterN, slippagePpm ?? ''],
    ...(voucherId === undefined ? [] : [`trial ${voucherId}`]),
    ...[entryN, entryPrice, ticks, exitPrice, result, reason, paid, seq, endedAt],
    ...postings.map((one) => [one.seq, one.from, one.to, one.amount, one.purpose].join(' ')),
  ];
  return lines.join('\n');
}
