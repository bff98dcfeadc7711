import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useSettings } from '../../lib/data/settings.ts';
import css from './header.module.css';

/** The mark and the name, the operator's own where there are such; a link to the home screen. */
export function Brand() {
  const { t } = useTranslation();
  const settings = useSettings().data;
  const logo = useQuery({
    queryKey: ['logo'],
    queryFn: ({ signal }) => api.call('getLogo', {}, { signal, quiet: true }),
    enabled: settings?.hasLogo === true,
    staleTime: Infinity,
  }).data?.image;
  return (
    <Link to="/index" className={css.brand} aria-label={t(($) => $.shell.home)}>
      {logo ? (
        <img src={logo} width="26" height="26" alt="" className={css.mark} />
      ) : (
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" className={css.mark}>
          <path d="M9 1.5h14L30.5 9v14L23 30.5H9L1.5 23V9z" />
          <path d="M10 23 15.4 9h1.2L22 23M12 18h8" />
          <path d="M9 26.2h14" strokeDasharray="0.9 1.7" strokeWidth="1.2" />
        </svg>
      )}
      <span className={css.name}>{settings?.siteName ?? t(($) => $.shell.title)}</span>
    </Link>
  );
}
