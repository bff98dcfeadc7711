import { Label } from '@assay/kit/display/panel.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettings } from '../../lib/data/settings.ts';
import { Brand } from './brand.tsx';
import css from './footer.module.css';

/** The footer of pages; `id` in a link names one of the informational texts. */
export function Footer() {
  const { t } = useTranslation();
  const isUnnamed = useSettings().data?.operatorNamed === false;
  const groups = [
    {
      title: t(($) => $.shell.footer.about),
      links: [
        { to: '/text?id=1', text: t(($) => $.shell.footer.company) },
        { to: '/notice', text: t(($) => $.shell.footer.notices) },
        { to: '/security', text: t(($) => $.shell.footer.security) },
        { to: '/about', text: t(($) => $.shell.footer.contact) },
      ],
    },
    {
      title: t(($) => $.shell.footer.product),
      links: [
        { to: '/market', text: t(($) => $.shell.nav.market) },
        { to: '/deal', text: t(($) => $.shell.footer.spot) },
        { to: '/subscription', text: t(($) => $.shell.nav.launch) },
        { to: '/currency', text: t(($) => $.shell.nav.loans) },
        { to: '/benefits', text: t(($) => $.shell.footer.benefits) },
        { to: '/docs', text: t(($) => $.shell.footer.api) },
        { to: '/help', text: t(($) => $.shell.footer.help) },
      ],
    },
    {
      title: t(($) => $.shell.footer.proofs),
      links: [
        { to: '/verify', text: t(($) => $.shell.footer.verify) },
        { to: '/transparency', text: t(($) => $.shell.footer.transparency) },
        { to: '/statistics', text: t(($) => $.shell.footer.statistics) },
        { to: '/quality', text: t(($) => $.shell.footer.quality) },
      ],
    },
    {
      title: t(($) => $.shell.footer.legal),
      links: [
        { to: '/agrt?id=3', text: t(($) => $.shell.footer.agreement) },
        { to: '/text?id=5', text: t(($) => $.shell.footer.privacy) },
        { to: '/changes', text: t(($) => $.shell.footer.changes) },
        { to: '/text?id=risk', text: t(($) => $.shell.footer.risk) },
      ],
    },
  ];
  return (
    <footer className={css.footer}>
      <nav className={css.columns} aria-label={t(($) => $.shell.footer.label)}>
        <div>
          <Brand />
          <p className={css.claim}>{t(($) => $.shell.footer.claim)}</p>
          <p className={css.claim}>{t(($) => $.shell.footer.neverPay)}</p>
        </div>
        {groups.map(({ title, links }) => (
          <div key={title} className={css.group}>
            <Label>{title}</Label>
            {links.map(({ to, text }) => (
              // The API reference is a page of the server, not a screen of this app.
              <Link key={to} to={to} reloadDocument={to === '/docs'}>
                {text}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      {isUnnamed ? <p className={css.unnamed}>{t(($) => $.shell.footer.unnamed)}</p> : null}
    </footer>
  );
}
