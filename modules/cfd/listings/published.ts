import type { TermValues } from '@assay/core/schema/terms';
import { symbolOf } from '@assay/modules/feeds/rules';
import { conversionOf } from '../rules/conversion.ts';
import { CONTRACT_TERMS, type ContractListing, readTerms } from '../rules/terms.ts';
import { underlyingOf } from './underlying.ts';

/** What open positions rest on, and what two people may change later: all that staff decide. */
const DECIDED = ['contractSize', 'lotStep', ...Object.keys(CONTRACT_TERMS)];
/** Prices in another currency are converted (decision 0161), those in a coin are not. */
const CASH_INDEX = /-USDT$/;

/**
 * The contract on an index by the terms that staff have signed, or the first field that cannot be.
 * Its symbol, its class and what converts its amounts follow from the index, so that an index has
 * one contract, and nobody can take it out of the class by which countries limit it.
 */
export function contractOn(
  index: string,
  terms: TermValues,
): ContractListing | keyof ContractListing {
  const conversion = conversionOf(index);
  const isCounted = symbolOf(index) !== undefined || CASH_INDEX.test(index);
  if (conversion === null || !isCounted) return 'index';
  const other = Object.keys(terms).find((name) => !DECIDED.includes(name));
  if (other !== undefined) return other as keyof ContractListing;
  const listing = {
    ...{ symbol: `${index.replace('-', '')}-CFD`, index, underlying: underlyingOf(index) },
    ...conversion,
    ...terms,
  } as ContractListing;
  const read = readTerms(listing);
  return typeof read === 'string' ? read : listing;
}
