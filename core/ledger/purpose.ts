/**
 * Why value moved: a closed list, stored as a number with every posting. Numbers are permanent;
 * a purpose is never renumbered or reused.
 */
export const PURPOSE = {
  /** Operator's own capital into a house account. */
  capital: 1,
  /** Virtual money into or out of a demo account. */
  virtualGrant: 2,
  virtualReturn: 3,
  /** The base asset and the quote asset of a spot trade. */
  spotBase: 10,
  spotQuote: 11,
  /** The fee of a spot trade: its exact part, and the part of a unit that rounding up adds. */
  spotFee: 12,
  spotFeeRounding: 13,
  /** What a side of a contract pays in advance, what the contract pays out, and its fee. */
  contractStake: 20,
  contractPayout: 21,
  contractFee: 22,
  /** What a person puts into an earn product, and what the product pays back. */
  earnSubscription: 30,
  earnRedemption: 31,
  /**
   * Of an earn product: the yield of a term into escrow, out of it to the person, what an early
   * redemption costs them, and yield that the house gets back.
   */
  earnFunding: 32,
  earnYield: 33,
  earnCost: 34,
  earnReturn: 35,
  /** Of a strategy: what waited for its cut and buys units of it now. */
  earnUnits: 36,
  /** Between the two wallets of one person. */
  transfer: 40,
  /** What comes in from a chain or a bank, what leaves to one, and the fee of leaving. */
  deposit: 41,
  withdrawal: 42,
  withdrawalFee: 43,
  /** Contracts against the house: what one gains or loses, and the charge or credit of a night. */
  cfdGain: 70,
  cfdLoss: 71,
  cfdNight: 72,
  cfdNightCredit: 73,
  /** The premium of a guaranteed stop: into escrow, back, or earned by the house. */
  cfdPremium: 74,
  cfdPremiumReturn: 75,
  cfdPremiumEarned: 76,
  /** The house lets a person off what their wallet could not pay, and pays what it had owed. */
  cfdShortfall: 77,
  cfdClaim: 78,
  /**
   * Of an option: stake and fee into escrow, the house's part into it, and out of escrow the fee, a
   * payout, what is paid back, what the house gets back, and an early sale. Last, what the house
   * pays because a window was wrong.
   */
  optionStake: 90,
  optionHouse: 91,
  optionFee: 92,
  optionPayout: 93,
  optionRefund: 94,
  optionReturn: 95,
  optionSale: 96,
  optionMadeGood: 97,
  /**
   * Of new coins: those to be sold into escrow, what people pay into it, and out of it what they
   * get back and their coins; then what was raised and what was not sold.
   */
  launchFunding: 120,
  launchSubscription: 121,
  launchRefund: 122,
  launchRelease: 123,
  launchProceeds: 124,
  launchUnsold: 125,
  /**
   * Of a quick purchase: the bank money that came in, what the house gets of it, and what the
   * person gets for it.
   */
  purchasePayment: 50,
  purchasePrice: 51,
  purchase: 52,
  /**
   * Of a withdrawal to a bank: what the house takes of the person, the bank money that it pays for
   * that, the bank money that the bank sent back, and what the person gets back for it.
   */
  bankWithdrawal: 53,
  bankPayment: 54,
  bankReturn: 55,
  bankRefund: 56,
  /** Of a loan: what is lent, and what is paid back of it, as interest and as a penalty. */
  loanPrincipal: 130,
  loanRepayment: 131,
  loanInterest: 132,
  loanPenalty: 133,
  /** What is converted of the collateral of a loan that its index has reached. */
  loanCollateral: 134,
  /** A balance too small for an order: what the house takes, what it pays, and its fee. */
  smallSold: 60,
  smallPaid: 61,
  smallFee: 62,
  /** What a sign-in pays, and the part of kept fees that goes to whoever has invited. */
  signInReward: 140,
  commission: 141,
  /**
   * Of fee vouchers: what is set aside for a task, what is given back of a person's fees, and what
   * was set aside and is needed no more.
   */
  voucherEscrow: 142,
  feeVoucher: 143,
  voucherReturn: 144,
  /** Of trial funds: stake and fee of an option, and what of them goes back to the promotion. */
  trialStake: 145,
  trialReturn: 146,
  /** Trial funds for contracts as they are given, and what they have gained when they end. */
  trialFunds: 147,
  trialGain: 148,
} as const;

/** What the house earns by serving: fees on a book in two parts, and of the rest. */
export const FEE_PURPOSES: readonly number[] = [
  PURPOSE.spotFee,
  PURPOSE.spotFeeRounding,
  PURPOSE.contractFee,
  PURPOSE.withdrawalFee,
  PURPOSE.optionFee,
  PURPOSE.smallFee,
];

export type Purpose = (typeof PURPOSE)[keyof typeof PURPOSE];

export type PurposeName = keyof typeof PURPOSE;

const NAMES = new Map<number, PurposeName>(
  Object.entries(PURPOSE).map(([name, number]) => [number, name as PurposeName]),
);

/** The name of a stored purpose; throws on an unknown number. */
export function purposeName(purpose: number): PurposeName {
  const name = NAMES.get(purpose);
  if (name === undefined) throw new RangeError(`purpose ${purpose} is unknown`);
  return name;
}
