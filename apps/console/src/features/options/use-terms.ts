import type { Realm } from '@assay/core/ledger/realm';
import { parseSafe, SCALE } from '@assay/core/num/decimal';
import type { TermValues } from '@assay/core/schema/terms';
import { optionTermsOf } from '@assay/modules/options/rules';
import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

const POLL_MS = 5_000;

export type Terms = CallOutputOf<'getOptionTerms'>['markets'][number];
export type Alarm = CallOutputOf<'getOptionTerms'>['alarms'][number];

/** The terms of all markets of options, and what the house stands to lose. */
export function useTerms(realm: Realm) {
  return useQuery({
    queryKey: ['optionTerms', realm],
    queryFn: ({ signal }) => call('getOptionTerms', { realm }, signal),
    refetchInterval: POLL_MS,
  });
}

/** The terms of a market as they are published. */
export function valuesOf(terms: Terms): TermValues {
  const units = (name: 'leastStake' | 'mostStake' | 'capacityExpiry' | 'capacityOpen') =>
    parseSafe(terms[name], SCALE);
  return optionTermsOf({
    ...terms,
    ...{ leastStake: units('leastStake'), mostStake: units('mostStake') },
    ...{ capacityExpiry: units('capacityExpiry'), capacityOpen: units('capacityOpen') },
  });
}
