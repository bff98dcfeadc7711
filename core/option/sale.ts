import type { OptionDirection } from './window.ts';

/**
 * What a running option is worth before its expiry, by a published formula in integers: the payout
 * times the chance that it ends right if the price moves as in a random walk without drift,
 *
 *   N(d) with d = (spot − entry) / entry / (volatility × √(time left / year)),
 *
 * N by a table in steps of a tenth with straight lines between, and less the fee of the sale.
 * Nobody knows how far prices will go, and one published figure could be played against: in calm
 * hours by selling what loses, in wild ones what wins. So the volatility is the less favourable one
 * of a span around what is published (decision 0101). Everything is rounded down, in favour of the
 * house, which need not buy and states its price.
 */
export interface SaleTerms {
  /** Volatility of a year in millionths, published with the market. */
  readonly volatilityPpm: number;
  /** What the house keeps of the value, in millionths. */
  readonly saleFeePpm: number;
}

const YEAR_MS = 365 * 86_400_000;
const PPM = 1_000_000n;
const NANO = 1_000_000_000n;
/** N(0), N(0.1) … N(4.0) in millionths: Abramowitz and Stegun, table 26.1. */
const NORMAL = [
  500_000, 539_828, 579_260, 617_911, 655_422, 691_462, 725_747, 758_036, 788_145, 815_940, 841_345,
  864_334, 884_930, 903_200, 919_243, 933_193, 945_201, 955_435, 964_070, 971_283, 977_250, 982_136,
  986_097, 989_276, 991_802, 993_790, 995_339, 996_533, 997_445, 998_134, 998_650, 999_032, 999_313,
  999_517, 999_663, 999_767, 999_841, 999_892, 999_928, 999_952, 999_968,
].map(BigInt);
const STEP = 100_000n;
/** How many times calmer or wilder than published prices may be without a gain for who sells. */
const SPAN_TENTHS = 25n;
/** No sale this close before the window: what is left is a matter of single ticks. */
export const SALE_ENDS_MS = 5_000;

/** N(x) in millionths, x in millionths, rounded down. */
export function normalPpm(x: bigint): bigint {
  if (x < 0n) return PPM - normalPpm(-x);
  const at = Number(x / STEP);
  const low = NORMAL[at];
  const high = NORMAL[at + 1];
  if (low === undefined || high === undefined) return NORMAL.at(-1)!;
  return low + ((high - low) * (x % STEP)) / STEP;
}

/** The largest integer whose square is at most `value`. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root -= 1n;
  while ((root + 1n) * (root + 1n) <= value) root += 1n;
  return root;
}

export interface RunningOption {
  readonly direction: OptionDirection;
  readonly payout: number;
  readonly entry: bigint;
  readonly expiresAt: number;
  readonly windowMs: number;
}

/** What the house pays for the option at a tick, in units; null when there is no price for it. */
export function saleValue(
  { direction, payout, entry, expiresAt, windowMs }: RunningOption,
  tick: { readonly at: number; readonly price: bigint },
  { volatilityPpm, saleFeePpm }: SaleTerms,
): number | null {
  const left = expiresAt - tick.at;
  if (left < windowMs + SALE_ENDS_MS || volatilityPpm === 0) return null;
  const root = squareRoot((BigInt(left) * NANO * NANO) / BigInt(YEAR_MS));
  const published = (BigInt(volatilityPpm) * root) / PPM;
  const up = tick.price - entry;
  const isWinning = direction === 'up' ? up > 0n : up < 0n;
  const deviation = isWinning ? (published * SPAN_TENTHS) / 10n : (published * 10n) / SPAN_TENTHS;
  if (deviation === 0n) return null;
  const move = ((direction === 'up' ? up : -up) * NANO) / entry;
  const chance = normalPpm((move * PPM) / deviation);
  const value = (BigInt(payout) * chance * (PPM - BigInt(saleFeePpm))) / (PPM * PPM);
  return value < 1n ? null : Number(value);
}
