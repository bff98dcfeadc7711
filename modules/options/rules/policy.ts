import { DAY, MINUTE } from '@assay/core/time';

/**
 * Under which policy somebody may buy options. It can refuse and make wait; it cannot change a
 * price, a payout or a result.
 */
export interface OptionPolicy {
  readonly isOffered: boolean;
  /** After so many lost options in a row one waits; 0: never. */
  readonly lossesInARow: number;
  readonly coolOffMs: number;
}

/**
 * `strict`: options are not offered; it holds for every country that is not known to allow them.
 * `licensed`: where the operator has a licence for them. `practice`: the virtual account, anywhere.
 */
export const POLICIES = {
  strict: { isOffered: false, lossesInARow: 0, coolOffMs: 0 },
  licensed: { isOffered: true, lossesInARow: 5, coolOffMs: 15 * MINUTE },
  practice: { isOffered: true, lossesInARow: 0, coolOffMs: 0 },
} as const satisfies Record<string, OptionPolicy>;
export type PolicyName = keyof typeof POLICIES;

/**
 * Countries where binary options are forbidden to private customers, whatever the operator says:
 * the European Economic Area (ESMA 2018/795 and the national rules since), the United Kingdom (FCA
 * PS19/11), Australia (ASIC 2021/240), Canada (NI 91-102), Israel (2017), and the United States off
 * its regulated exchanges.
 */
const FORBIDDEN: ReadonlySet<string> = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO ' +
    'GB AU CA IL US'
  ).split(' '),
);

/** What the country policy of the installation says about a person. */
export interface CountryTerms {
  readonly preset: string;
  offers(product: 'options'): boolean;
}

/**
 * The policy of a person in the real realm. Under the preset `unrestricted`, for which the operator
 * answers, what it offers is offered; under any other, options need a licence for the country or a
 * preset that was opened, and are never sold where the law forbids them.
 */
export function policyOf(
  country: string,
  terms: CountryTerms,
  licensed: ReadonlySet<string>,
): PolicyName {
  const isOpen = terms.offers('options');
  if (terms.preset === 'unrestricted') return isOpen ? 'licensed' : 'strict';
  const isSold = (isOpen || licensed.has(country)) && !FORBIDDEN.has(country);
  return isSold ? 'licensed' : 'strict';
}

/** Open options of one person, so that a command that ends them all is bounded. */
export const MAX_OPEN_OPTIONS = 100;
/** The longest time for which somebody can exclude themselves at once. */
export const MAX_EXCLUSION_MS = 3_660 * DAY;
/** What relaxes a limit of one's own holds after this time; what tightens it holds at once. */
export const RELAX_AFTER_MS = DAY;
/** An index price older than this is no price to buy at. */
export const STALE_MS = 10_000;
