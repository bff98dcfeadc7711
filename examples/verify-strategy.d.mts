/** The public answers about a strategy product; amounts as decimal text. */
export interface StrategyFile {
  readonly product: {
    readonly product: string;
    readonly asset: string;
    readonly seed: string;
    readonly listedSeq: number;
    readonly units: string;
  };
  readonly cuts: readonly StrategyCut[];
  readonly fills: readonly StrategyFill[];
  readonly receipts: readonly ContractReceipt[];
  /** Published terms by `<contract> <version>`. */
  readonly terms: Readonly<Record<string, object>>;
  /** Prices by `<index> <number of the tick>`. */
  readonly ticks: Readonly<Record<string, string>>;
}

export interface StrategyCut {
  readonly day: number;
  readonly seq: number;
  readonly value: string;
  readonly units: string;
  readonly nav: string;
  readonly remainder: string;
  readonly paidIn: string;
  readonly issued: string;
  readonly paidOut: string;
  readonly redeemed: string;
  readonly assets: readonly {
    readonly asset: string;
    readonly amount: string;
    readonly price: string;
    readonly n: number;
    readonly worth: string;
  }[];
  readonly contracts: readonly ContractAtCut[];
}

/** What an account had open of a contract, and by what it was valued. */
export interface ContractAtCut {
  readonly contract: string;
  readonly version: number;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
  readonly n: number;
  readonly indexPrice: string;
  readonly spread: string;
  readonly recent: readonly string[];
  readonly gain: string;
  /** The tick that made USDT of it, and the price of it; absent: it was USDT. */
  readonly conversionTick?: number;
  readonly conversionPrice?: string;
}

export interface ContractReceipt {
  readonly seq: number;
  readonly n: number;
  readonly kind: string;
  readonly contract: string;
  readonly version: number;
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly entry: string;
  readonly price: string;
  readonly tick: number;
  readonly indexPrice: string;
  readonly spread: string;
  readonly recent: readonly string[];
  readonly amount: string;
  readonly carryNights: number;
  readonly adminNights: number;
  readonly conversionTick?: number;
  readonly conversionPrice?: string;
}

export interface StrategyFill {
  readonly seq: number;
  readonly id: number;
  readonly market: string;
  readonly base: string;
  readonly quoteAsset: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
  readonly feeAsset: string;
}

export interface VerifiedStrategy {
  readonly cuts: number;
  readonly trades: number;
  readonly nav: string;
  readonly value: string;
}

/** @throws Error that says what is wrong with it */
export function verifyStrategy(file: StrategyFile): VerifiedStrategy;

/** Reads everything that is public of a product. */
export function readStrategy(
  call: (name: string, input: Readonly<Record<string, string | number>>) => Promise<unknown>,
  product: string,
): Promise<StrategyFile>;
