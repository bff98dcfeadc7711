import type { Icon } from '@assay/kit/display/icon.tsx';
import { IconArrowsExchange } from '@assay/kit/icons/arrows-exchange.ts';
import { IconChartCandle } from '@assay/kit/icons/chart-candle.ts';
import { IconHome } from '@assay/kit/icons/home.ts';
import { IconWallet } from '@assay/kit/icons/wallet.ts';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import css from './dock.module.css';

interface DockProps {
  /** On a phone a workspace has its own buttons in this place. */
  workspace: boolean;
}

/** The navigation of narrow screens, within reach of the thumb. */
export function Dock({ workspace }: DockProps) {
  const { t } = useTranslation();
  const atRoot = useLocation().pathname === '/';
  const links: [string, string, Icon][] = [
    ['/index', t(($) => $.shell.nav.home), IconHome],
    ['/market', t(($) => $.shell.nav.market), IconChartCandle],
    ['/deal', t(($) => $.shell.nav.spot), IconArrowsExchange],
    ['/table1', t(($) => $.shell.nav.wallet), IconWallet],
  ];
  return (
    <nav
      className={`${css.dock} ${workspace ? css.workspace : ''}`}
      aria-label={t(($) => $.shell.nav.label)}
    >
      {links.map(([to, text, Icon]) => (
        <NavLink
          key={to}
          to={to}
          className={css.link ?? ''}
          aria-current={atRoot && to === '/index' ? 'page' : undefined}
        >
          <Icon size={20} stroke={1.5} aria-hidden="true" />
          <span className={css.text}>{text}</span>
        </NavLink>
      ))}
    </nav>
  );
}
