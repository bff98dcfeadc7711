import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import css from './header.module.css';

/** The mark and the name; a link to the home screen. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <Link to="/index" className={css.brand} aria-label={t(($) => $.shell.home)}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" className={css.mark}>
        <path d="M9 1.5h14L30.5 9v14L23 30.5H9L1.5 23V9z" />
        <path d="M10 23 15.4 9h1.2L22 23M12 18h8" />
        <path d="M9 26.2h14" strokeDasharray="0.9 1.7" strokeWidth="1.2" />
      </svg>
      <span className={css.name}>{t(($) => $.shell.title)}</span>
    </Link>
  );
}
