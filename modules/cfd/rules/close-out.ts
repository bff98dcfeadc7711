/** The last prices of a contract, as the receipt of a close-out keeps them. */
export interface KeptQuote {
  readonly contract: number;
  /** Of the terms by which they were made. */
  readonly version: number;
  readonly tick: number;
  readonly tickAt: number;
  readonly indexPrice: number;
  readonly spread: number;
  readonly recent: string;
}

export interface KeptPosition {
  readonly id: number;
  readonly contract: number;
  readonly side: number;
  readonly lots: bigint;
  readonly entry: number;
  readonly leverage: number;
  /** The price that converted its margin; null: nothing did. */
  readonly conversionEntry: number | null;
}

/** An account as it was when a position of it was closed out: what the decision follows from. */
export interface KeptAccount {
  /** The command at whose tick it was found in danger before. */
  readonly since: number;
  readonly wallet: bigint;
  readonly deficit: bigint;
  readonly closeOutPercent: number;
  /**
   * Of the contracts of its positions and of those by whose index these are converted, but for the
   * one whose position is closed.
   */
  readonly quotes: readonly KeptQuote[];
  /** By their numbers, the one that is closed among them. */
  readonly positions: readonly KeptPosition[];
}

/**
 * As text: a line for the account, each quote and each position. There are as many positions as a
 * person may have, in each of as many receipts, so that names would be most of it.
 */
export function keptText({ quotes, positions, ...of }: KeptAccount): string {
  const lines = [
    ['account', of.since, of.wallet, of.deficit, of.closeOutPercent],
    ...quotes.map((one) => [
      ...['quote', one.contract, one.version, one.tick, one.tickAt],
      ...[one.indexPrice, one.spread, one.recent],
    ]),
    ...positions.map(({ id, contract, side, lots, entry, leverage, conversionEntry }) => {
      const converted = conversionEntry === null ? [] : [conversionEntry];
      return ['position', id, contract, side, lots, entry, leverage, ...converted];
    }),
  ];
  return lines.map((line) => line.join(' ')).join('\n');
}

export function readKept(text: string): KeptAccount {
  const lines = text.split('\n').map((line) => line.split(' '));
  const of = (name: string) => lines.filter(([first]) => first === name).map(([, ...rest]) => rest);
  const [[since, wallet, deficit, closeOutPercent] = []] = of('account');
  return {
    ...{ since: Number(since), wallet: BigInt(wallet!), deficit: BigInt(deficit!) },
    closeOutPercent: Number(closeOutPercent),
    quotes: of('quote').map(([contract, version, tick, tickAt, indexPrice, spread, recent]) => ({
      ...{ contract: Number(contract), version: Number(version), tick: Number(tick) },
      ...{ tickAt: Number(tickAt), indexPrice: Number(indexPrice), spread: Number(spread) },
      recent: recent!,
    })),
    positions: of('position').map(([id, contract, side, lots, entry, leverage, converted]) => ({
      ...{ id: Number(id), contract: Number(contract), side: Number(side), lots: BigInt(lots!) },
      ...{ entry: Number(entry), leverage: Number(leverage) },
      conversionEntry: converted === undefined ? null : Number(converted),
    })),
  };
}
