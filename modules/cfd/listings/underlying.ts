import { symbolOf } from '@assay/modules/feeds/rules';
import type { ContractListing } from '../rules/terms.ts';

/** A pair of two of these is a major one by the rule of ESMA (decision 2018/796). */
const MAJOR = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'];

/** By which class the policies of countries go: it follows from the index, and nobody sets it. */
export function underlyingOf(index: string): ContractListing['underlying'] {
  const symbol = symbolOf(index);
  if (symbol === undefined) return 'crypto';
  const { base, quote, class: kind } = symbol;
  if (kind !== 'forex') return base === 'XAU' ? 'gold' : 'commodity';
  return MAJOR.includes(base) && MAJOR.includes(quote) ? 'majorFx' : 'minorFx';
}
