import { canonicalText } from '@assay/core/approval/canonical-text';
import { assert } from '@assay/core/num/integer';

/** What a number of the rules counts; amounts are USDT in units of 1e-8, `ppm` of 1e-6. */
export type RuleUnit = 'quote' | 'count' | 'ppm' | 'minutes' | 'mode' | 'hours' | 'days';

/** Which of two numbers is the more lenient for whoever takes money out. */
export type Lighter = 'less' | 'more';

export interface RuleSpec {
  readonly unit: RuleUnit;
  readonly lighter: Lighter;
  /** What the software came with. */
  readonly shipped: number;
}

/** What an unmet turnover does: nothing, people look at it, the money stays. In permanent order. */
export const TURNOVER_MODES = ['off', 'review', 'block'] as const;

/** One USDT. Amounts of rules are numbers: their bounds are far below 2^53. */
export const USDT = 100_000_000;

/** Every number by which money leaves. */
export const RULES = {
  /** The least and the most that one request may ask for. */
  least: { unit: 'quote', lighter: 'less', shipped: 100 * USDT },
  most: { unit: 'quote', lighter: 'more', shipped: 200_000 * USDT },
  /** Accepted requests of one local day. */
  perDay: { unit: 'count', lighter: 'more', shipped: 2 },
  /** Minutes of the local day; the second is the first that is closed again. */
  windowFrom: { unit: 'minutes', lighter: 'less', shipped: 720 },
  windowUntil: { unit: 'minutes', lighter: 'more', shipped: 1440 },
  /** The share of a deposit that is to be turned over, and what happens until it is. */
  turnover: { unit: 'ppm', lighter: 'less', shipped: 900_000 },
  turnoverMode: { unit: 'mode', lighter: 'less', shipped: 1 },
  /** Taken out of the amount. `networkFee`: of a full exit and of a return, never above `fee`. */
  fee: { unit: 'quote', lighter: 'less', shipped: 2 * USDT },
  networkFee: { unit: 'quote', lighter: 'less', shipped: USDT },
  /** How often a balance below `least` may leave whole. */
  exitDays: { unit: 'days', lighter: 'less', shipped: 30 },
  /** Until then people decide on what they look at; a return to the source has its own limit. */
  reviewHours: { unit: 'hours', lighter: 'less', shipped: 24 },
  returnHours: { unit: 'hours', lighter: 'less', shipped: 24 },
  /** A new address; one that was added while only known addresses may be used. */
  coolingHours: { unit: 'hours', lighter: 'less', shipped: 24 },
  strictHours: { unit: 'hours', lighter: 'less', shipped: 48 },
  /** After a change of security, and on a browser that was not there before. */
  changeHours: { unit: 'hours', lighter: 'less', shipped: 24 },
  /** Up to the first nobody is asked, up to the second one person, above it two. */
  tierLimit: { unit: 'quote', lighter: 'more', shipped: 1_000 * USDT },
  onePersonLimit: { unit: 'quote', lighter: 'more', shipped: 20_000 * USDT },
  /** The most of one request by whoever has proved the first level only. */
  juniorMost: { unit: 'quote', lighter: 'more', shipped: 10_000 * USDT },
  /** From this amount on the law wants to know who receives it. */
  travelAmount: { unit: 'quote', lighter: 'more', shipped: 1_000 * USDT },
} as const satisfies Record<string, RuleSpec>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];
export type RuleNumbers = Readonly<Record<RuleName, number>>;

/** One version of the rules: what was in force together. */
export interface Rules extends RuleNumbers {
  /** One more than the number of the change that brought them; 1: what the software came with. */
  readonly version: number;
  /** IANA name of the zone in which the window and the days are counted. */
  readonly zone: string;
}

const shipped = Object.entries(RULES).map(([name, spec]) => [name, spec.shipped]);

/** Never edited: deposits have pinned them. Other numbers are versions that staff publish. */
export const SHIPPED: Rules = {
  ...(Object.fromEntries(shipped) as RuleNumbers),
  version: 1,
  zone: 'Asia/Hong_Kong',
};

/** The text of a version, of which its digest is the SHA-256. */
export const rulesText = (rules: Rules) => canonicalText(rules);

/** Why numbers do not make rules, in the order in which it is checked; null when they do. */
export function wrongRules(rules: RuleNumbers): string | null {
  const wrong = RULE_NAMES.find((name) => !Number.isSafeInteger(rules[name]) || rules[name] < 0);
  if (wrong !== undefined) return wrong;
  const { fee, least, most, windowFrom, windowUntil, tierLimit, onePersonLimit } = rules;
  if (least > most) return 'most';
  if (fee >= least) return 'fee';
  if (rules.networkFee >= least) return 'networkFee';
  if (windowFrom >= windowUntil || windowUntil > MINUTES_A_DAY) return 'windowUntil';
  if (rules.turnover > PPM) return 'turnover';
  if (rules.turnoverMode >= TURNOVER_MODES.length) return 'turnoverMode';
  if (rules.perDay === 0) return 'perDay';
  return tierLimit > onePersonLimit ? 'onePersonLimit' : null;
}

export const MINUTES_A_DAY = 1440;
export const PPM = 1_000_000;

/** Hours of the day between which requests leave, by the clocks of a zone. */
export interface Window {
  readonly from: number;
  readonly until: number;
  readonly zone: string;
}

/** What holds for some money: its own version and all that came after it, field by field. */
export interface Terms extends Omit<RuleNumbers, 'windowFrom' | 'windowUntil'> {
  /** Open while any of them is; one, unless the zone was changed. */
  readonly windows: readonly Window[];
}

/** The most lenient of some versions, field by field. Throws without any. */
export function termsOf(versions: readonly Rules[]): Terms {
  const [first, ...rest] = versions;
  assert(first !== undefined, 'money has a version of the rules');
  return rest.reduce((terms, rules) => lighterOf(terms, asTerms(rules)), asTerms(first));
}

/**
 * The versions that hold for money which pins one of them: that one and all after it, so that what
 * once became lighter stays so for the money that was inside. `history`: in the order in which they
 * came into force, up to the present one.
 */
export function versionsSince(history: readonly Rules[], pinned: number): readonly Rules[] {
  const from = history.findIndex(({ version }) => version === pinned);
  assert(from >= 0, 'a deposit pins a version that was in force');
  return history.slice(from);
}

function asTerms({ windowFrom, windowUntil, version: _, zone, ...numbers }: Rules): Terms {
  return { ...numbers, windows: [{ from: windowFrom, until: windowUntil, zone }] };
}

function lighterOf(one: Terms, other: Terms): Terms {
  const lighter = (name: keyof Omit<Terms, 'windows'>) =>
    RULES[name].lighter === 'less'
      ? Math.min(one[name], other[name])
      : Math.max(one[name], other[name]);
  const names = RULE_NAMES.filter((name) => name !== 'windowFrom' && name !== 'windowUntil');
  const numbers = Object.fromEntries(names.map((name) => [name, lighter(name)]));
  const windows = joined([...one.windows, ...other.windows]);
  return { ...(numbers as Omit<Terms, 'windows'>), windows };
}

/** One window for each zone: from the earliest opening to the latest closing. */
function joined(windows: readonly Window[]): Window[] {
  const zones = [...new Set(windows.map(({ zone }) => zone))].sort();
  return zones.map((zone) => {
    const own = windows.filter((window) => window.zone === zone);
    const from = Math.min(...own.map((window) => window.from));
    return { from, until: Math.max(...own.map(({ until }) => until)), zone };
  });
}
