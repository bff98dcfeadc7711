import type { TermValues } from '@assay/core/schema/terms';
import { symbolOf } from '@assay/modules/feeds/rules';
import { CONTRACT_TERMS, type ContractListing, readTerms } from '../rules/terms.ts';
import { underlyingOf } from './underlying.ts';

/** What open positions rest on, and what two people may change later: all that staff decide. */
const DECIDED = ['contractSize', 'lotStep', ...Object.keys(CONTRACT_TERMS)];
/** Prices in another currency of the house count in USDT (decision 0070), those in a coin not. */
const CASH_INDEX = /-USDT$/;

/**
 * The contract on an index by the terms that staff have signed, or the first field that cannot be.
 * Its symbol and its class follow from the index, so that an index has one contract, and nobody can
 * take it out of the class by which countries limit it.
 */
export function contractOn(
  index: string,
  terms: TermValues,
): ContractListing | keyof ContractListing {
  if (symbolOf(index) === undefined && !CASH_INDEX.test(index)) return 'index';
  const other = Object.keys(terms).find((name) => !DECIDED.includes(name));
  if (other !== undefined) return other as keyof ContractListing;
  const listing = {
    ...{ symbol: `${index.replace('-', '')}-CFD`, index, underlying: underlyingOf(index) },
    ...terms,
  } as ContractListing;
  const read = readTerms(listing);
  return typeof read === 'string' ? read : listing;
}
