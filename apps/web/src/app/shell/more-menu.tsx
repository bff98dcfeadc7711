import { NavMenu } from '@assay/kit/page/nav-menu.tsx';
import { useTranslation } from 'react-i18next';
import { useHasAccount } from '../../lib/data/session.ts';
import { AppearanceMenu } from './appearance-menu.tsx';
import { LanguageMenu } from './language-menu.tsx';
import css from './more-menu.module.css';
import { useNavigation } from './navigation.ts';

/** On narrow screens: everything that the header has no room for. */
export function MoreMenu() {
  const { t } = useTranslation();
  const hasAccount = useHasAccount();
  const links = [
    ...(hasAccount === false ? [{ to: '/login', text: t(($) => $.shell.account.login) }] : []),
    ...useNavigation(),
    { to: '/subscription', text: t(($) => $.shell.nav.launch) },
    { to: '/currency', text: t(($) => $.shell.nav.loans) },
    { to: '/benefits', text: t(($) => $.shell.footer.benefits) },
    ...(hasAccount ? [{ to: '/all', text: t(($) => $.shell.account.orders) }] : []),
    { to: '/verify', text: t(($) => $.shell.footer.verify) },
    // The API reference is a page of the server.
    { to: '/docs', text: t(($) => $.shell.footer.api), leaves: true },
    { to: '/help', text: t(($) => $.shell.footer.help) },
    { to: '/downLoad', text: t(($) => $.shell.nav.download) },
  ];
  return (
    <div className={css.menu}>
      <NavMenu label={t(($) => $.shell.nav.more)} links={links}>
        <div className={css.settings}>
          <LanguageMenu />
          <AppearanceMenu />
        </div>
      </NavMenu>
    </div>
  );
}
