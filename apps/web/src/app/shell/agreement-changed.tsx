import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import { useHasAccount } from '../../lib/data/session.ts';

const PATH = '/agreement';

/**
 * Asks people who have accepted an earlier edition of the agreement to read the present one, and
 * says when it changes.
 */
export function AgreementChanged() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
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
  const { accepted, current, announced } = data;
  const has = (edition: number) => accepted.some((one) => one.edition === edition);
  if (accepted.length === 0) return null;
  if (has(current)) {
    if (announced === null || has(announced.edition)) return null;
    const date = dateTime(announced.at);
    return (
      <Callout
        live
        title={t(($) => $.shell.agreement.announced, { date })}
        action={
          <Link to={`${PATH}?edition=${announced.edition}`}>
            {t(($) => $.shell.agreement.readNew)}
          </Link>
        }
      >
        {t(($) => $.shell.agreement.announcedText)}
      </Callout>
    );
  }
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
