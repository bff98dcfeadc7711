import type { Refusals } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import { fieldOf } from './listing.ts';

/** Prepares a listing; what the server has against it stands at the field that it names. */
export function usePublish() {
  const { t } = useTranslation();
  return async <Values>(body: object, reason: string): Promise<Refusals<Values> | undefined> => {
    const proposalId = crypto.randomUUID();
    try {
      await call('prepareProposal', {
        proposalId,
        type: 'publishListing',
        body: { ...body },
        reason,
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { why, field } = error.detail;
      const form = error.message || t(($) => $.approvals.failed);
      if (why === 'badListing') {
        return { [fieldOf(field ?? '')]: t(($) => $.markets.listing.wrong) } as Refusals<Values>;
      }
      if (why !== 'alreadyListed') return { form } as Refusals<Values>;
      const name = 'asset' in body ? 'symbol' : 'base';
      return { [name]: t(($) => $.markets.listing.listed) } as Refusals<Values>;
    }
  };
}
