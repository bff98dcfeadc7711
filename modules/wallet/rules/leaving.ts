import { assert, lesser } from '@assay/core/num/integer';
import { RULE_NAMES, RULES, type Terms } from './document.ts';
import { type Lot, leftOf, turnoverOf } from './turnover.ts';

/** Money of a person under one set of terms. */
export interface Portion {
  /** The deposit; null: what is there beyond all deposits. */
  readonly lot: number | null;
  readonly left: bigint;
  readonly terms: Terms;
  /** Whether its turnover is done. */
  readonly isMet: boolean;
}

/** What leaves of a portion. */
export interface Part {
  readonly lot: number | null;
  readonly amount: bigint;
}

/**
 * The money of a person by what holds for it. What was lost was lost of any deposit, so that the
 * portions may be more than what is there; what was won stands beside the deposits, under the
 * present terms. `balance`: all that is there, held or not.
 */
export function portionsOf(
  lots: readonly Lot[],
  present: Terms,
  balance: bigint,
  turnoverDone: bigint,
): Portion[] {
  const turnover = turnoverOf(lots, turnoverDone);
  const own = lots
    .map((lot) => ({ left: leftOf(lot), lot: lot.id, terms: lot.terms }))
    .map((portion) => ({ ...portion, isMet: turnover.met.has(portion.lot) }))
    .filter(({ left }) => left > 0n);
  const won = balance - own.reduce((sum, { left }) => sum + left, 0n);
  if (won <= 0n) return own;
  return [...own, { lot: null, left: won, terms: present, isMet: turnover.remaining === 0n }];
}

/**
 * What a request would meet with one portion; less is better. Null: the portion does not go with
 * it.
 */
export type Rank = readonly number[] | null;

/**
 * Which portions a request takes, and the worst rank among them; null when those that go with it
 * are not enough. A portion goes with it when its own terms allow the whole request. The best for
 * the person: the request meets the least, and of what allows that the strictest leaves first, so
 * that the most lenient money stays.
 */
export function leaving(
  portions: readonly Portion[],
  amount: bigint,
  rankOf: (portion: Portion) => Rank,
): { readonly parts: readonly Part[]; readonly rank: readonly number[] } | null {
  assert(amount > 0n, 'something leaves');
  const ranked = portions.flatMap((portion) => {
    const rank = rankOf(portion);
    return rank === null ? [] : [{ ...portion, rank }];
  });
  ranked.sort((a, b) => compare(a.rank, b.rank));
  const enough = countToCover(ranked, amount);
  if (enough === 0) return null;
  const { rank } = ranked[enough - 1]!;
  const allowed = ranked.filter((one) => compare(one.rank, rank) <= 0);
  allowed.sort((a, b) => stricterFirst(a, b) || orderOf(a) - orderOf(b));
  let open = amount;
  const parts: Part[] = [];
  for (const { lot, left } of allowed) {
    if (open === 0n) break;
    const taken = lesser(left, open);
    parts.push({ lot, amount: taken });
    open -= taken;
  }
  return { parts, rank };
}

/** How many of them cover an amount, taken from the first on; 0 when all do not. */
function countToCover(portions: readonly Portion[], amount: bigint): number {
  let sum = 0n;
  for (const [index, { left }] of portions.entries()) {
    sum += left;
    if (sum >= amount) return index + 1;
  }
  return 0;
}

/** The fee of a request, in which each part bears its own; rounded in favour of the person. */
export function feeOf(
  parts: readonly Part[],
  portions: readonly Portion[],
  name: 'fee' | 'networkFee',
): bigint {
  const byLot = new Map(portions.map((portion) => [portion.lot, portion]));
  let [weighted, amount] = [0n, 0n];
  for (const part of parts) {
    const portion = byLot.get(part.lot);
    assert(portion !== undefined, 'what leaves is a portion');
    weighted += part.amount * BigInt(ownFee(portion.terms, name));
    amount += part.amount;
  }
  return amount === 0n ? 0n : weighted / amount;
}

/** Whoever takes all out, or back to its source, pays no more than others. */
export const ownFee = ({ fee, networkFee }: Terms, name: 'fee' | 'networkFee') =>
  name === 'fee' ? fee : Math.min(fee, networkFee);

/** Negative when the first is stricter. The first number in which they differ decides. */
function stricterFirst(one: Portion, other: Portion): number {
  for (const name of ORDER) {
    const difference = one.terms[name] - other.terms[name];
    if (difference !== 0) return RULES[name].lighter === 'less' ? -difference : difference;
  }
  return widthOf(one.terms) - widthOf(other.terms);
}

/** What is met weighs most: the turnover, then the amounts. */
const ORDER = [
  'turnoverMode',
  'turnover',
  ...RULE_NAMES.filter((name) => !name.startsWith('window') && !name.startsWith('turnover')),
] as readonly Exclude<keyof Terms, 'windows'>[];

const widthOf = ({ windows }: Terms) =>
  windows.reduce((sum, { from, until }) => sum + until - from, 0);

/** What was won leaves after all deposits of the same terms. */
const orderOf = ({ lot }: Portion) => lot ?? Number.MAX_SAFE_INTEGER;

/** Ranks are equally long. */
export function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - other[index]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
