import { SCALE } from '@assay/core/num/decimal';

/** What an account or a set of addresses should have: between these two, both included. */
export interface Bounds {
  readonly least: bigint;
  readonly most: bigint;
}

/** What is there beyond the bounds: below 0 it lacks, 0 within them. */
export function differenceOf(has: bigint, { least, most }: Bounds): bigint {
  if (has < least) return has - least;
  return has > most ? has - most : 0n;
}

/**
 * What lacks or is beyond, once people have been credited `proved` by the word of staff: that is
 * there as the house's own or as what nobody has accepted yet, or it is nowhere.
 */
export function differenceWith(proved: bigint, own: bigint, difference: bigint): bigint {
  const beyond = difference > 0n ? difference : 0n;
  const covered = own + beyond - proved;
  return covered < 0n ? covered + difference - beyond : difference;
}

/** Units of 1e-8 in the smallest parts of a token; what is less than one is counted as one. */
export function partsOf(units: bigint, decimals: number): bigint {
  if (decimals >= SCALE) return units * 10n ** BigInt(decimals - SCALE);
  const unitsAPart = 10n ** BigInt(SCALE - decimals);
  return (units + unitsAPart - 1n) / unitsAPart;
}

/** One address with what it should have by the rows, below 0 where rows are still missing. */
export interface Place {
  readonly address: string;
  readonly expected: bigint;
}

/** A transfer of ours that the chain may have or not have yet. */
export interface UnderWay {
  readonly sender: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly pays: boolean;
}

/**
 * Which addresses are read in one look: all that custody keeps, all that have something under way,
 * and of the others, of which there may be a hundred thousand, the next ones in turn.
 */
export function chosen(
  places: readonly Place[],
  always: (address: string) => boolean,
  turn: number,
  most: number,
): Place[] {
  const first = places.filter(({ address }) => always(address));
  const others = places.filter(({ address, expected }) => !always(address) && expected !== 0n);
  const room = Math.max(0, most - first.length);
  if (others.length <= room) return [...first, ...others];
  const from = (turn * room) % others.length;
  return [...first, ...[...others.slice(from), ...others.slice(0, from)].slice(0, room)];
}

export interface Outgoings {
  readonly underWay: readonly UnderWay[];
  /** What staff have paid by hand, and what they may have paid already. */
  readonly paidByHand: bigint;
  readonly payingByHand: bigint;
  /** What all transactions of the signer can have cost at most. */
  readonly costAtMost: bigint;
}

/** What the addresses that were read should have together with what the house has of its own. */
export function boundsOf(
  read: readonly Place[],
  own: bigint,
  { underWay, paidByHand, payingByHand, costAtMost }: Outgoings,
): Bounds {
  const ours = new Set(read.map(({ address }) => address));
  const booked = read.reduce((sum, { expected }) => sum + expected, own) - paidByHand;
  let [least, most] = [booked - payingByHand - costAtMost, booked];
  for (const { sender, recipient, amount, pays } of underWay) {
    const arrives = !pays && ours.has(recipient);
    if (ours.has(sender) && !arrives) least -= amount;
    if (!ours.has(sender) && arrives) most += amount;
  }
  return { least, most };
}
