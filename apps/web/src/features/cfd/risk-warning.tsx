import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useRealm } from '../../lib/data/session.ts';
import type { CfdPolicy } from './use-cfd.ts';

const PPM = 1_000_000;
/** Of fewer people a share says nothing. */
const LEAST_PEOPLE = 10;

/** What may be lost, in the words that the person's country wants, and how many others lost. */
export function RiskWarning({ policy }: { policy: CfdPolicy | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const realm = useRealm();
  const { warnings = [], people = 0, losers = 0 } = policy ?? {};
  const share = people < LEAST_PEOPLE ? null : Math.round((losers * PPM) / people);
  return (
    <Callout dense tone="risk">
      <p>
        {t(($) => $.cfd.risk.text)}{' '}
        {share === null
          ? t(($) => $.cfd.risk.noShare)
          : t(($) => $.cfd.risk.share, { share: format.ppm(share) })}
      </p>{' '}
      {warnings.includes('coolingOff') ? <p>{t(($) => $.cfd.risk.coolingOff)} </p> : null}
      {warnings.includes('unregulated') ? <p>{t(($) => $.cfd.risk.unregulated)} </p> : null}
      {realm === 'demo' ? <p>{t(($) => $.cfd.risk.practice)}</p> : null}
    </Callout>
  );
}
