/** A network on which an asset comes in or leaves, as clients know it. Decimal text. */
export interface ApiNetwork {
  readonly asset: string;
  /** As clients name it: `ETH` for Ethereum with its tokens. */
  readonly network: string;
  readonly chainId: number;
  readonly name: string;
  /** Empty for the chain's own coin. */
  readonly contract: string;
  /** Before a contract on the site of an explorer; empty: there is none. */
  readonly contractPage: string;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
  readonly depositLeast: string;
  readonly confirmations: number;
  readonly withdrawalConfirmations: number;
  readonly minutes: number;
  readonly fee: string;
  readonly least: string;
  readonly most: string;
  readonly decimals: number;
  readonly isTest: boolean;
}

export interface ApiDeposit {
  readonly depositId: number;
  readonly chainId: number;
  readonly asset: string;
  readonly amount: string;
  readonly state: string;
  readonly confirmations: number;
  readonly needed: number;
  readonly neededToWithdraw: number;
  readonly transaction: string;
  readonly address: string;
  readonly sender: string;
  readonly seenAt: number;
  readonly changedAt: number;
}

export interface ApiWithdrawal {
  readonly withdrawalId: number;
  readonly chainId: number;
  readonly asset: string;
  readonly arrives: string;
  readonly fee: string;
  readonly state: string;
  readonly stage: string;
  readonly address: string;
  readonly memo: string;
  readonly transaction: string;
  readonly requestedAt: number;
  readonly changedAt: number;
}

export interface ApiConversion {
  readonly seq: number;
  readonly asset: string;
  readonly amount: string;
  readonly value: string;
  readonly fee: string;
  readonly at: number;
}

interface Span {
  readonly asset?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** From one wallet of a person to the other. */
export interface ApiMove {
  readonly asset: string;
  readonly amount: string;
  readonly from: 'currency' | 'contract';
  readonly to: 'currency' | 'contract';
}

/** Money in and out; `apps/server` fills it with what it knows of wallets. */
export interface ApiMoney {
  networks(): readonly ApiNetwork[];
  /** Null where there is none. */
  addressOf(userId: number, chainId: number): Promise<string | null>;
  deposits(userId: number, span: Span): Promise<readonly ApiDeposit[]>;
  /** What is seen on a chain and not credited yet, as long as it may be. */
  arriving(userId: number): Promise<readonly Pick<ApiDeposit, 'asset' | 'amount'>[]>;
  withdrawals(userId: number, span: Span): Promise<readonly ApiWithdrawal[]>;
}

/** What there is in both realms. */
export interface ApiMoves {
  conversions(userId: number, span: Span): Promise<readonly ApiConversion[]>;
  /** What open withdrawals hold, by the name of the asset, in units. */
  withdrawing(userId: number): Promise<ReadonlyMap<string, bigint>>;
  /** The number of the command, or why it was refused. */
  move(userId: number, move: ApiMove, commandId?: string): Promise<number | string>;
}
