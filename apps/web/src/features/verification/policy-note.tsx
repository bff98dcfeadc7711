import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useTranslation } from 'react-i18next';
import type { LevelsAnswer } from './use-verification.ts';

/** By which country's rules the account is run; a trial says that it applies none. */
export function PolicyNote({ policy }: { policy: LevelsAnswer['policy'] }) {
  const { t } = useTranslation();
  const { reason } = policy;
  return (
    <Callout tone={reason === 'country' ? 'information' : 'demo'}>
      {t(($) => $.verification.policy[reason])}
    </Callout>
  );
}
