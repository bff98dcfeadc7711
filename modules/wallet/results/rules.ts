import { PURPOSE } from '@assay/core/ledger/purpose';
import { SCALE } from '@assay/core/num/decimal';
import { assert, mulDivCeil, mulDivFloor } from '@assay/core/num/integer';

const ONE = 10n ** BigInt(SCALE);

/** What somebody holds of an asset, and what it has cost in USDT; units of 1e-8. */
export interface Holding {
  readonly quantity: bigint;
  readonly cost: bigint;
  /** Not while something of it came in when there was no price. */
  readonly isKnown: boolean;
}

const NOTHING: Holding = { quantity: 0n, cost: 0n, isKnown: true };

/** Results that are realised, in USDT, and what is held; units of 1e-8. */
export interface Results {
  readonly holdings: Map<number, Holding>;
  spot: bigint;
  contracts: bigint;
}

/** A line of a person's statement, from their view. */
export interface Line {
  readonly seq: number;
  readonly at: number;
  readonly asset: number;
  readonly amount: bigint;
  readonly purpose: number;
}

/** A fill of a person on spot, or a small balance that was converted: base for USDT. */
export interface SpotFill {
  readonly seq: number;
  readonly asset: number;
  readonly isBuy: boolean;
  readonly base: bigint;
  readonly quote: bigint;
  /** Of the base if `feeInBase`, else of USDT. */
  readonly fee: bigint;
  readonly feeInBase: boolean;
  /** A trade with oneself: nothing changes hands but its fees. */
  readonly isOwn: boolean;
}

/** What contracts gain and cost, all of it in USDT. */
export const OF_CONTRACTS: readonly number[] = [
  ...[PURPOSE.cfdGain, PURPOSE.cfdLoss, PURPOSE.cfdNight, PURPOSE.cfdNightCredit],
  ...[PURPOSE.cfdPremium, PURPOSE.cfdPremiumReturn, PURPOSE.cfdShortfall, PURPOSE.cfdClaim],
];

/** What is counted by trades and conversions, and what stays with the same person. */
const NOT_READ: readonly number[] = [
  ...[PURPOSE.spotBase, PURPOSE.spotQuote, PURPOSE.spotFee, PURPOSE.spotFeeRounding],
  ...[PURPOSE.smallSold, PURPOSE.smallPaid, PURPOSE.smallFee, PURPOSE.transfer],
];

/** The purposes of the lines that are read. */
export const READ_PURPOSES: readonly number[] = Object.values(PURPOSE).filter(
  (purpose) => !NOT_READ.includes(purpose),
);

/** Whether a line brings something that has a price of its own: it comes in at that. */
export const isArrival = ({ asset, amount }: Line, cash: number) => asset !== cash && amount > 0n;

/**
 * Adds a line up. What comes in costs its price then, rounded up; what leaves takes its part of the
 * cost along and is no result. `price`: of what comes in, null for none.
 */
export function addLine(results: Results, line: Line, cash: number, price: bigint | null): void {
  const { asset, amount, purpose } = line;
  if (asset === cash) {
    if (OF_CONTRACTS.includes(purpose)) results.contracts += amount;
  } else if (amount > 0n) {
    enter(results, asset, amount, price === null ? null : mulDivCeil(amount, price, ONE));
  } else {
    leave(results, asset, -amount, mulDivFloor);
  }
}

/** Adds a fill up: a purchase costs what was paid, fee included; a sale gains what it brought. */
export function addFill(results: Results, fill: SpotFill): void {
  const { asset, base, quote, fee, feeInBase, isBuy, isOwn } = fill;
  const [baseFee, quoteFee] = feeInBase ? [fee, 0n] : [0n, fee];
  if (isOwn) {
    const cost = baseFee === 0n ? 0n : leave(results, asset, baseFee);
    results.spot -= quoteFee + (cost ?? 0n);
  } else if (isBuy) {
    enter(results, asset, base - baseFee, quote + quoteFee);
  } else {
    const cost = leave(results, asset, base + baseFee);
    if (cost !== null) results.spot += quote - quoteFee - cost;
  }
}

function enter({ holdings }: Results, asset: number, amount: bigint, cost: bigint | null): void {
  const { quantity, cost: before, isKnown } = holdings.get(asset) ?? NOTHING;
  holdings.set(asset, {
    quantity: quantity + amount,
    cost: before + (cost ?? 0n),
    isKnown: isKnown && cost !== null,
  });
}

/**
 * Takes an amount out with its part of the cost, and returns that; null when it is not known. What
 * is sold takes it rounded up, and what leaves otherwise rounded down, so that no result is larger
 * than it is; what is left has the rest.
 */
function leave(
  { holdings }: Results,
  asset: number,
  amount: bigint,
  partOf = mulDivCeil,
): bigint | null {
  const { quantity, cost, isKnown } = holdings.get(asset) ?? NOTHING;
  assert(amount <= quantity, `asset ${asset}: ${amount} of ${quantity} cannot leave`);
  const taken = amount === 0n ? 0n : partOf(cost, amount, quantity);
  const isAll = amount === quantity;
  const left = { quantity: quantity - amount, cost: cost - taken, isKnown };
  holdings.set(asset, isAll ? NOTHING : left);
  return isKnown ? taken : null;
}

/** What a holding would gain now: its value, rounded down, less its cost. Null: nobody knows. */
export function unrealisedOf(
  { quantity, cost, isKnown }: Holding,
  price: bigint | null,
): bigint | null {
  return isKnown && price !== null ? mulDivFloor(quantity, price, ONE) - cost : null;
}

/** USDT for one unit of what is held, on average, rounded up. */
export const averageOf = ({ quantity, cost }: Holding): bigint => mulDivCeil(cost, ONE, quantity);
