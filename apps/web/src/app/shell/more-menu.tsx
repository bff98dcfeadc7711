import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { IconChevronRight, IconMenu2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../lib/data/session.ts';
import { AppearanceMenu } from './appearance-menu.tsx';
import header from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import css from './more-menu.module.css';
import { useNavigation } from './navigation.ts';

/** On narrow screens: everything that the header has no room for. */
export function MoreMenu() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const [opened, setOpened] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpened(false), [key]);
  return (
    <>
      <button
        type="button"
        className={`${header.tool} ${css.button}`}
        aria-haspopup="dialog"
        aria-label={t(($) => $.shell.nav.more)}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={20} stroke={1.5} aria-hidden="true" />
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t(($) => $.shell.nav.more)}>
        <Links />
        <div className={css.settings}>
          <LanguageMenu />
          <AppearanceMenu />
        </div>
      </Dialog>
    </>
  );
}

function Links() {
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.token !== null);
  const links = [
    ...(signedIn ? [] : [{ to: '/login', text: t(($) => $.shell.account.login) }]),
    ...useNavigation(),
    { to: '/verify', text: t(($) => $.shell.footer.verify) },
    { to: '/docs', text: t(($) => $.shell.footer.api) },
    { to: '/help', text: t(($) => $.shell.footer.help) },
    { to: '/downLoad', text: t(($) => $.shell.nav.download) },
  ];
  return (
    <nav aria-label={t(($) => $.shell.nav.more)}>
      {links.map(({ to, text }) => (
        <Link key={to} to={to} className={css.link} reloadDocument={to === '/docs'}>
          {text}
          <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}
