import { larger, lesser } from '@assay/core/num/integer';
import type { Portion } from './leaving.ts';
import { slotAt } from './window.ts';

/** One withdrawal of a plan. */
export interface Slot {
  readonly goesAt: number;
  readonly amount: bigint;
}

export interface ExitPlan {
  readonly slots: readonly Slot[];
  /** What is left after the longest plan that is made; 0 but for the largest balances. */
  readonly rest: bigint;
}

/** Half a year of two a day. */
export const SLOTS_MAX = 366;

export interface ExitInput {
  readonly portions: readonly Portion[];
  readonly amount: bigint;
  readonly now: number;
  /** When requests go that were accepted before. */
  readonly accepted: readonly number[];
  /** The most of one request for whoever has not proved everything. */
  readonly isJunior: boolean;
  /** The most withdrawals that are made of it. */
  readonly most: number;
  /** The smallest amount that the network carries, of which each one is a multiple. */
  readonly finest: bigint;
}

/**
 * By which withdrawals an amount leaves whole: each as large as the rules allow, as early as they
 * allow. The last is not below the least, unless all of it is.
 */
export function planExit(input: ExitInput): ExitPlan {
  const { portions, amount, now, accepted, isJunior, most, finest } = input;
  const left: Open[] = portions.map((portion) => ({ ...portion }));
  const slots: Slot[] = [];
  let [rest, at] = [amount, now];
  while (rest > 0n && slots.length < Math.min(most, SLOTS_MAX)) {
    const used = [...accepted, ...slots.map(({ goesAt }) => goesAt)];
    const open = left.filter((portion) => portion.left > 0n);
    if (open.length === 0) break;
    const times = open.map(({ terms }) => slotAt(terms, used, at));
    at = Math.min(...times);
    const here = open.filter((_, index) => times[index] === at);
    const least = BigInt(Math.min(...open.map(({ terms }) => terms.least)));
    const best = bestAmount(here, rest, least, isJunior);
    const wanted = best - (best % finest);
    if (wanted === 0n) break;
    take(here, wanted, isJunior);
    slots.push({ goesAt: at, amount: wanted });
    rest -= wanted;
  }
  return { slots, rest };
}

/** As much as may go at once, leaving nothing that would be below the least. */
function bestAmount(
  here: readonly Portion[],
  rest: bigint,
  least: bigint,
  isJunior: boolean,
): bigint {
  const largest = lesser(rest, largestOf(here, isJunior));
  const after = rest - largest;
  if (after === 0n || after >= least) return largest;
  const smaller = largest - (least - after);
  return smaller >= least ? smaller : largest;
}

/** The largest request that portions allow: those whose own limit is above it have to cover it. */
export function largestOf(portions: readonly Portion[], isJunior: boolean): bigint {
  const sizes = portions.map((portion) => {
    const limit = limitOf(portion, isJunior);
    const alike = portions.filter((one) => limitOf(one, isJunior) >= limit);
    const sum = alike.reduce((total, { left }) => total + left, 0n);
    return lesser(limit, sum);
  });
  return sizes.reduce(larger, 0n);
}

const limitOf = ({ terms: { most, juniorMost } }: Portion, isJunior: boolean) =>
  BigInt(isJunior ? Math.min(most, juniorMost) : most);

type Open = Portion & { left: bigint };

/** Of those that allow it the ones with the smallest limits first: the others allow more later. */
function take(here: Open[], amount: bigint, isJunior: boolean): void {
  const allow = here.filter((portion) => limitOf(portion, isJunior) >= amount);
  allow.sort((a, b) => a.terms.most - b.terms.most);
  let open = amount;
  for (const portion of allow) {
    const taken = lesser(portion.left, open);
    portion.left -= taken;
    open -= taken;
  }
}
