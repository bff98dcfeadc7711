import { Count } from '@assay/kit/display/badge.tsx';
import { IconBell } from '@assay/kit/icons/bell.ts';
import { IconDownload } from '@assay/kit/icons/download.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { useHasAccount, useSession } from '../../lib/data/session.ts';
import { useIsTrial } from '../../lib/data/settings.ts';
import { useUnread } from '../../lib/data/unread.ts';
import { AccountMenu } from './account-menu.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Brand } from './brand.tsx';
import css from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useNavigation } from './navigation.ts';

/** The top navigation: home, the markets, and each product. */
export function Header() {
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.token !== null);
  const hasAccount = useHasAccount();
  return (
    <header className={css.header}>
      <Brand />
      <TrialMark />
      <Navigation />
      <div className={css.tools}>
        {hasAccount === false ? <AuthLinks practising={signedIn} /> : null}
        {signedIn ? <AccountMenu /> : null}
        <div className={css.settings}>
          <span className={css.rule} aria-hidden="true" />
          <Link to="/downLoad" className={css.tool} title={t(($) => $.shell.nav.download)}>
            <IconDownload size={17} stroke={1.5} aria-hidden="true" />
            <span className="seen-by-ear">{t(($) => $.shell.nav.download)}</span>
          </Link>
          {hasAccount === true ? <Bell /> : null}
          <LanguageMenu />
          <AppearanceMenu />
        </div>
        <MoreMenu />
      </div>
    </header>
  );
}

/** On every page of a trial; it lies below the name, so that nothing moves when it appears. */
function TrialMark() {
  const { t } = useTranslation();
  if (!useIsTrial()) return null;
  return (
    <strong className={css.trial} title={t(($) => $.shell.trial.text)}>
      {t(($) => $.shell.trial.title)}
      <span className="seen-by-ear">{t(($) => $.shell.trial.text)}</span>
    </strong>
  );
}

function Navigation() {
  const { t } = useTranslation();
  const atRoot = useLocation().pathname === '/';
  return (
    <nav className={css.nav} aria-label={t(($) => $.shell.nav.label)}>
      {useNavigation().map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          className={css.link ?? ''}
          aria-current={atRoot && to === '/index' ? 'page' : undefined}
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

/** The way to the messages, with how many are new. */
function Bell() {
  const { t } = useTranslation();
  const count = useUnread();
  const name =
    count === 0 ? t(($) => $.shell.account.messages) : t(($) => $.shell.account.unread, { count });
  return (
    <Link to="/news" className={css.tool} title={name}>
      <IconBell size={17} stroke={1.5} aria-hidden="true" />
      <span className="seen-by-ear">{name}</span>
      {count === 0 ? null : (
        <span aria-hidden="true">
          <Count>{count}</Count>
        </span>
      )}
    </Link>
  );
}

/** A visitor who practises has them in the account menu too, where the header has no room. */
function AuthLinks({ practising }: { practising: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={css.entry} data-practising={practising || undefined}>
      <Link to="/login" className={`${css.tool} ${css.login}`}>
        {t(($) => $.shell.account.login)}
      </Link>
      <Button component={Link} to="/register">
        {t(($) => $.shell.account.register)}
      </Button>
    </div>
  );
}
