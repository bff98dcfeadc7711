import type { Realm } from '@assay/core/ledger/realm';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from './call.ts';

/** Prepares what a second person signs; closes when it is prepared. */
export function usePropose(type: string, close: () => void, realm: Realm = 'real') {
  const { t } = useTranslation();
  return async (body: Readonly<Record<string, unknown>>, reason: string) => {
    const proposalId = crypto.randomUUID();
    const refused = await refusalOf(
      call('prepareProposal', { proposalId, realm, type, body, reason }),
      t(($) => $.approvals.failed),
    );
    if (refused !== undefined) return refused;
    toastSuccess(t(($) => $.chains.prepared));
    close();
    return undefined;
  };
}
