import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import { useHasAccount } from '../../lib/data/session.ts';

const PATH = '/agreement';

/** Asks people who have accepted an earlier edition of the agreement to read the present one. */
export function AgreementChanged() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const language = usePreferences((preferences) => preferences.language);
  const hasAccount = useHasAccount() === true;
  const { data } = useQuery({
    queryKey: ['agreement', undefined, language],
    queryFn: ({ signal }) => api.call('getAgreement', {}, { signal, quiet: true }),
    enabled: hasAccount,
    retry: false,
  });
  if (!hasAccount || data === undefined || pathname === PATH) return null;
  const { accepted, current } = data;
  if (accepted.length === 0 || accepted.some(({ edition }) => edition === current)) return null;
  return (
    <Callout
      tone="warning"
      live
      title={t(($) => $.shell.agreement.changed)}
      action={<Link to={PATH}>{t(($) => $.shell.agreement.read)}</Link>}
    >
      {t(($) => $.shell.agreement.text)}
    </Callout>
  );
}
