import type { Parameters } from '@assay/modules/parameters';
import type { HouseParameter } from '@assay/modules/parameters/rules';
import { type RuleName, type Rules, SHIPPED } from '@assay/modules/wallet/rules';

/** Which numbers of the rules staff may change, and by which parameter. */
export const RULE_PARAMETERS = {
  least: 'withdrawalLeast',
  most: 'withdrawalMost',
  perDay: 'withdrawalsPerDay',
  windowFrom: 'withdrawalFrom',
  windowUntil: 'withdrawalUntil',
  turnover: 'turnoverShare',
  turnoverMode: 'turnoverMode',
  fee: 'withdrawalFee',
  networkFee: 'networkFee',
  exitDays: 'exitDays',
  reviewHours: 'withdrawalHours',
  returnHours: 'returnHours',
} as const satisfies Partial<Record<RuleName, HouseParameter>>;

const RULE_OF = new Map<string, RuleName>(
  Object.entries(RULE_PARAMETERS).map(([rule, parameter]) => [parameter, rule as RuleName]),
);
const NAMES = Object.values(RULE_PARAMETERS);

/**
 * Every version of the rules in the order in which they came into force, up to an instant: each
 * change of one number is a version.
 */
export function rulesHistory(parameters: Pick<Parameters, 'historyOf'>, at: number): Rules[] {
  const history: Rules[] = [SHIPPED];
  for (const { versionId, parameter, value } of parameters.historyOf(NAMES, at)) {
    const name = RULE_OF.get(parameter)!;
    history.push({ ...history.at(-1)!, [name]: value, version: versionId + 1 });
  }
  return history;
}

/** The numbers that the software came with, by their parameters. */
export const SHIPPED_RULES = Object.fromEntries(
  Object.entries(RULE_PARAMETERS).map(([rule, parameter]) => [
    parameter,
    SHIPPED[rule as RuleName],
  ]),
) as Readonly<Record<(typeof RULE_PARAMETERS)[keyof typeof RULE_PARAMETERS], number>>;
