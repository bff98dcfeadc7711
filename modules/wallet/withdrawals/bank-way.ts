/** A currency in which a bank carries withdrawals now. Units of 1e-8. */
export interface BankOffer {
  readonly currency: string;
  /** USDT for one unit of it, with when and by what it was fixed. */
  readonly rate: bigint;
  readonly rateAt: number;
  readonly rateSource: 'index' | 'parameter';
  readonly rateTick: number;
  /** What the house takes of it. */
  readonly spreadPpm: number;
  /** The house has so much at its banks that is held for nobody. */
  readonly most: bigint;
}

/** The way out by banks; filled with modules/purchases where the server is put together. */
export interface BankWay {
  offers(now: number): Promise<readonly BankOffer[]>;
  /** What an amount brings, rounded to what a bank carries. */
  proceeds(amount: bigint, offer: Pick<BankOffer, 'rate' | 'spreadPpm'>): bigint;
  /** A new number that is written on the payment. */
  reference(): string;
  /** Whether it is the name that this person has proved. */
  isOwnName(userId: number, name: string): Promise<boolean>;
}

/** In place of a chain's number: withdrawals that a bank carries. No chain has it. */
export const BANK = 0;
/** A bank counts in hundredths; the sum of a destination is in what carries it. */
export const CENT = 1_000_000n;
